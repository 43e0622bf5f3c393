import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { CONFIG } from '@bindery/service';
import { INTEGRATIONS_CONFIG, type IntegrationsConfig } from './integrations.config';

/** Under which addresses the platform is known. */
@Injectable()
export class Addresses {
  readonly publicUrl: string;
  /** Public endpoints of integrations may have a host of their own. */
  readonly endpointsUrl: string;
  /** With which addresses of files are signed. */
  readonly secret: Buffer;

  constructor(@Inject(CONFIG) config: ServiceConfig, @Inject(INTEGRATIONS_CONFIG) own: IntegrationsConfig) {
    this.publicUrl = config.PUBLIC_URL;
    this.endpointsUrl = own.INTEGRATIONS_URL || config.PUBLIC_URL;
    this.secret = config.SECRET_KEY;
  }
}
