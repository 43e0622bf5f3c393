import { Inject, Injectable } from '@nestjs/common';
import { fileKeyOf, type ServiceConfig } from '@bindery/config';
import { CONFIG } from '@bindery/service';
import { INTEGRATIONS_CONFIG, type IntegrationsConfig } from '../integrations.config';

/** The public addresses of the platform. */
@Injectable()
export class Addresses {
  readonly publicUrl: string;
  /** Public endpoints of integrations may have their own host. */
  readonly endpointsUrl: string;
  /** The key that signs addresses of files. */
  readonly secret: Buffer;

  constructor(@Inject(CONFIG) config: ServiceConfig, @Inject(INTEGRATIONS_CONFIG) own: IntegrationsConfig) {
    this.publicUrl = config.PUBLIC_URL;
    this.endpointsUrl = own.INTEGRATIONS_URL || config.PUBLIC_URL;
    this.secret = fileKeyOf(config);
  }
}

/**
 * The public endpoint of an integration or installation, which also serves the content that its script renders:
 * INTEGRATIONS_URL already keeps both away from the origin that has the platform's cookies.
 */
export const endpointsAt = (url: string) => ({ publicEndpoint: url, publicContentEndpoint: url });
