import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { emptySchema, forbidden, notFound } from '@bindery/contracts';
import { CONFIG } from '@bindery/service';
import { knownClaims, type Claims } from '../audience/claims';
import { Previews } from '../audience/previews';
import { PublishingAuthRepository } from '../audience/publishing-auth.repository';
import { ShareLinkRepository } from '../audience/share-link.repository';
import { SiteSecrets } from '../audience/site-secrets';
import { verifyVisitorToken } from '../audience/visitor-token';
import { CLOCK, type Clock } from '../clock';
import type { SiteEntity } from '../sites/site.entity';

/** What a reader brings along. */
export interface Visitor {
  jwtToken?: string;
  unsignedClaims?: Claims;
}

export interface Admitted {
  admittedBy: string;
  claims: Claims;
  /** The key of the share link by which the reader came. */
  shareKey?: string;
  /** Whether that key stands in the path, behind the site's. */
  keyInPath?: boolean;
}

/** A reader who has to sign in somewhere else first. */
export interface Sent {
  to: string;
}

/** Lets readers into sites. */
@Injectable()
export class Admit {
  private readonly secrets: SiteSecrets;

  constructor(
    private readonly links: ShareLinkRepository,
    private readonly auth: PublishingAuthRepository,
    private readonly previews: Previews,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) { SECRET_KEY }: ServiceConfig,
  ) {
    this.secrets = new SiteSecrets(SECRET_KEY);
  }

  /**
   * Throws 404 when the site is not published or needs a share link's key that is not there, 403 when it needs a visitor's
   * token and there is nowhere to get one.
   */
  async run(
    site: SiteEntity,
    url: URL,
    path: readonly string[],
    visitor: Visitor,
    redirect: boolean,
  ): Promise<Admitted | Sent> {
    const preview = await this.previews.claimsOf(site.id, url);
    if (preview) return { admittedBy: 'preview', claims: preview };
    if (!site.published) throw notFound('Site');
    if (site.visibility === 'share-link') return this.byShareLink(site, url, path, visitor);
    const token = visitor.jwtToken ?? url.searchParams.get('jwt_token') ?? undefined;
    if (site.visibility === 'visitor-auth') return this.byToken(site, url, token, visitor, redirect);
    const signed = token && site.adaptiveContent ? await this.verify(site, token) : undefined;
    const claims = this.claims(site, visitor, signed?.claims);
    return { admittedBy: signed ? `public:${signed.keyId}` : 'public', claims };
  }

  private async byShareLink(site: SiteEntity, url: URL, path: readonly string[], visitor: Visitor): Promise<Admitted> {
    for (const [shareKey, keyInPath] of [
      [path[0], true],
      [url.searchParams.get('shareKey'), false],
    ] as const) {
      const link = shareKey && (await this.links.idOfKey(site.id, this.secrets.hashOf(shareKey)));
      if (link) {
        return { admittedBy: `share-link:${link}`, claims: this.claims(site, visitor), shareKey, keyInPath };
      }
    }
    throw notFound('Site');
  }

  private async byToken(site: SiteEntity, url: URL, token: string | undefined, visitor: Visitor, redirect: boolean) {
    const signed = token ? await this.verify(site, token) : undefined;
    if (signed) {
      return { admittedBy: `visitor-auth:${signed.keyId}`, claims: this.claims(site, visitor, signed.claims) };
    }
    const { fallbackUrl } = await this.auth.get(site.id);
    // Without a token readers are always sent to get one; with a bad one only where the caller says so, or they might circle.
    if (!fallbackUrl || (token && !redirect)) throw forbidden('The site needs a valid visitor token');
    const to = new URL(fallbackUrl);
    to.searchParams.set('location', url.pathname);
    return { to: to.href };
  }

  private async verify(site: SiteEntity, token: string): Promise<{ claims: Claims; keyId: string } | undefined> {
    const { privateKey: key, keyId } = await this.auth.get(site.id);
    const claims = await verifyVisitorToken(token, { key, site: site.id, now: this.clock() });
    return claims && { claims, keyId };
  }

  private claims(
    { adaptiveContent, adaptiveSchema }: SiteEntity,
    { unsignedClaims }: Visitor,
    signed: Claims = {},
  ): Claims {
    return adaptiveContent ? knownClaims(adaptiveSchema ?? emptySchema, signed, unsignedClaims) : {};
  }
}
