import { Inject, Injectable } from '@nestjs/common';
import { secretKeysOf, type ServiceConfig } from '@bindery/config';
import { CLOCK, CONFIG, type Clock } from '@bindery/service';
import { jwtVerify, SignJWT } from 'jose';
import type { Claims } from './claims';
import { SiteSecrets } from './site-secrets';

const parameter = 'preview';
/** Seconds: a preview is valid for the rest of this hour and all of the next. */
const hour = 60 * 60;

/** Addresses that show a site, published or not, as a visitor with given claims sees it. */
@Injectable()
export class Previews {
  private readonly keys: Uint8Array[];

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) config: ServiceConfig,
  ) {
    this.keys = new SiteSecrets(secretKeysOf(config)).previewKeys;
  }

  async urlOf(site: string, url: string, claims: Claims): Promise<string> {
    const now = this.clock().getTime() / 1000;
    const token = await new SignJWT({ claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(site)
      .setExpirationTime(Math.floor(now / hour) * hour + 2 * hour)
      .sign(this.keys[0]!);
    const preview = new URL(url);
    preview.searchParams.set(parameter, token);
    return preview.href;
  }

  /** The claims of a preview of the site; undefined when the address has no valid one. */
  async claimsOf(site: string, url: URL): Promise<Claims | undefined> {
    const token = url.searchParams.get(parameter);
    for (const key of token ? this.keys : []) {
      const claims = await this.verified(site, token!, key);
      if (claims) return claims;
    }
    return undefined;
  }

  private async verified(site: string, token: string, key: Uint8Array): Promise<Claims | undefined> {
    try {
      const { payload } = await jwtVerify<{ claims: Claims }>(token, key, {
        algorithms: ['HS256'],
        audience: site,
        requiredClaims: ['exp'],
        currentDate: this.clock(),
      });
      return payload.claims;
    } catch {
      return undefined;
    }
  }
}
