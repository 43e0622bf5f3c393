import { Inject, Injectable } from '@nestjs/common';
import { platformHosts, type ServiceConfig } from '@bindery/config';
import { CONFIG } from '@bindery/service';
import { SITES_CONFIG, type SitesConfig } from '../sites.config';

/** The host names of the platform, which no site may claim. */
@Injectable()
export class PlatformHosts {
  private readonly hosts: readonly string[];

  constructor(
    @Inject(CONFIG) { PUBLIC_URL }: Pick<ServiceConfig, 'PUBLIC_URL'>,
    @Inject(SITES_CONFIG) { INTEGRATIONS_URL }: Pick<SitesConfig, 'INTEGRATIONS_URL'>,
  ) {
    this.hosts = platformHosts({ PUBLIC_URL, INTEGRATIONS_URL });
  }

  /** For a host name in lower case. */
  has(hostname: string): boolean {
    return this.hosts.includes(hostname);
  }
}
