import { Inject, Injectable } from '@nestjs/common';
import { secretKeysOf, type ServiceConfig } from '@bindery/config';
import {
  anonymous,
  emptySchema,
  forbidden,
  notFound,
  visitorEntrances,
  type VisitorEntrance,
} from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { CLOCK, CONFIG, type Clock } from '@bindery/service';
import { knownClaims, type Claims } from '../audience/claims';
import { Previews } from '../audience/previews';
import { PublishingAuthRepository, type PublishingAuth } from '../audience/publishing-auth.repository';
import { ShareLinkRepository } from '../audience/share-link.repository';
import { SiteSecrets } from '../audience/site-secrets';
import { verifyVisitorToken } from '../audience/visitor-token';
import type { SiteEntity } from '../model/site.entity';
import { encodePath } from './address';

/** The credentials of a visitor. */
export interface Visitor {
  jwtToken?: string;
  unsignedClaims?: Claims;
}

export interface AdmittedReader {
  admittedBy: string;
  claims: Claims;
  /** Whether the reader has a valid token for the site. */
  signedIn?: boolean;
  /** The key of the share link that the reader followed. */
  shareKey?: string;
  /** Whether that key is in the path, after the site's. */
  keyInPath?: boolean;
}

/** A redirect for a reader who has to sign in elsewhere first. */
export interface SignInRedirect {
  to: string;
}

/** Admits readers to sites. */
@Injectable()
export class Admit {
  private readonly secrets: SiteSecrets;

  constructor(
    private readonly links: ShareLinkRepository,
    private readonly auth: PublishingAuthRepository,
    private readonly previews: Previews,
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) config: ServiceConfig,
  ) {
    this.secrets = new SiteSecrets(secretKeysOf(config));
  }

  /**
   * Throws 404 when the site is not published or needs the key of a share link that is missing, 403 when it needs a visitor's
   * token and no sign-in address is configured.
   */
  async run(
    site: SiteEntity,
    url: URL,
    path: readonly string[],
    visitor: Visitor,
    redirect: boolean,
  ): Promise<AdmittedReader | SignInRedirect> {
    const preview = await this.previews.claimsOf(site.id, url);
    if (preview) return { admittedBy: 'preview', claims: preview };
    if (!site.published) throw notFound('Site');
    if (site.visibility === 'share-link') return this.byShareLink(site, url, path, visitor);
    const token = visitor.jwtToken ?? url.searchParams.get('jwt_token') ?? undefined;
    if (site.visibility === 'visitor-auth') return this.byToken(site, url, path, token, visitor, redirect);
    const signed = token && site.adaptiveContent ? await this.verify(site, token) : undefined;
    const claims = this.claims(site, visitor, signed?.claims);
    return signed ? { admittedBy: `public:${signed.keyId}`, claims, signedIn: true } : { admittedBy: 'public', claims };
  }

  /** The id of the active share link of a site with a key. */
  linkOf(site: SiteEntity, shareKey: string): Promise<string | undefined> {
    return this.links.idOfKey(site.id, this.secrets.hashesOf(shareKey));
  }

  private async byShareLink(
    site: SiteEntity,
    url: URL,
    path: readonly string[],
    visitor: Visitor,
  ): Promise<AdmittedReader> {
    for (const [shareKey, keyInPath] of [
      [path[0], true],
      [url.searchParams.get('shareKey'), false],
    ] as const) {
      const link = shareKey && (await this.linkOf(site, shareKey));
      if (link) {
        return { admittedBy: `share-link:${link}`, claims: this.claims(site, visitor), shareKey, keyInPath };
      }
    }
    throw notFound('Site');
  }

  private async byToken(
    site: SiteEntity,
    url: URL,
    path: readonly string[],
    token: string | undefined,
    visitor: Visitor,
    redirect: boolean,
  ): Promise<AdmittedReader | SignInRedirect> {
    const signed = token ? await this.verify(site, token) : undefined;
    if (signed) {
      const claims = this.claims(site, visitor, signed.claims);
      return { admittedBy: `visitor-auth:${signed.keyId}`, claims, signedIn: true };
    }
    // Without a token readers are always redirected to sign in; with an invalid one only if the caller permits it, to avoid loops.
    const entrance = token && !redirect ? undefined : await this.entranceOf(site.id);
    if (!entrance) throw forbidden('The site needs a valid visitor token');
    const to = new URL(entrance);
    // The sign-in service appends this to the address of the site.
    const location = encodePath(path) + queryOf(url);
    if (location) to.searchParams.set('location', location);
    return { to: to.href };
  }

  /** The sign-in address: of the integration that authenticates visitors, or the one configured for the site. */
  private async entranceOf(siteId: string): Promise<string | null> {
    const auth = await this.auth.get(siteId);
    return (await this.visitorEntrance(auth))?.url ?? auth.fallbackUrl;
  }

  /** A token is signed with the site's key, or with the key of the integration that authenticates its visitors. */
  private async verify(site: SiteEntity, token: string): Promise<{ claims: Claims; keyId: string } | undefined> {
    const auth = await this.auth.get(site.id);
    const now = this.clock();
    let claims = await verifyVisitorToken(token, { key: auth.privateKey, site: site.id, now });
    // Integrations are only queried when the site's own key does not match.
    const entrance = claims ? undefined : await this.visitorEntrance(auth);
    for (const key of entrance?.keys ?? []) claims ??= await verifyVisitorToken(token, { key, now });
    return claims && { claims, keyId: auth.keyId };
  }

  private async visitorEntrance({
    siteId,
    backend,
    integration,
  }: PublishingAuth): Promise<VisitorEntrance | undefined> {
    if (backend === 'custom') return undefined;
    const found = await this.rpc.callBatch(visitorEntrances, [siteId], anonymous);
    return found[siteId]?.entrances.find((one) => one.integration === integration);
  }

  private claims(
    { adaptiveContent, adaptiveSchema }: SiteEntity,
    { unsignedClaims }: Visitor,
    signed: Claims = {},
  ): Claims {
    return adaptiveContent ? knownClaims(adaptiveSchema ?? emptySchema, signed, unsignedClaims) : {};
  }
}

/** The query of the requested page, without credentials: the sign-in address belongs to another service. */
function queryOf(url: URL): string {
  const query = new URLSearchParams(url.searchParams);
  for (const name of ['jwt_token', 'preview', 'shareKey']) query.delete(name);
  return query.size > 0 ? `?${query}` : '';
}
