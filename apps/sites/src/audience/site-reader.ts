import { Inject, Injectable } from '@nestjs/common';
import { secretKeysOf, type ServiceConfig } from '@bindery/config';
import { notFound, type Principal } from '@bindery/contracts';
import { meetsCondition } from '@bindery/expressions';
import { CONFIG, SingleFlight } from '@bindery/service';
import type { SiteLocation } from '../model/site-addresses';
import type { SiteEntity } from '../model/site.entity';
import { SiteRepository, type SiteAccess } from '../model/site.repository';
import type { Structure } from '../model/structure';
import { StructureRepository } from '../model/structure.repository';
import type { Claims } from './claims';
import { ShareLinkRepository } from './share-link.repository';
import { SiteSecrets } from './site-secrets';

interface ReadRequest {
  params: { organizationId: string; siteId: string };
  query: { shareKey?: string };
  principal: Principal;
}

/** A site as its reader sees it. */
interface ReadSite {
  /** With the key of a share link that opens the site, where the reader brought one. */
  access: SiteAccess & { site: SiteLocation };
  structure: Structure;
  /** Who reads, as far as the answer depends on it: cursors of one reader are no other's. */
  reader: string;
  /** Who asks content on the reader's behalf: what a site shows may be read there, whoever sees the spaces elsewhere. */
  as: Principal;
  /** What is known of a visitor; nothing of a member. */
  claims: Claims;
  /** Whether this reader sees what has that condition. */
  sees: (condition?: string | null) => boolean;
}

/** Lets those read a site who see it in the organization, and, once it is published, its audience. */
@Injectable()
export class SiteReader {
  private readonly secrets: SiteSecrets;
  /** Many read the same site at a time. */
  private readonly reading = new SingleFlight<ReadSite>();

  constructor(
    private readonly sites: SiteRepository,
    private readonly structures: StructureRepository,
    private readonly links: ShareLinkRepository,
    @Inject(CONFIG) config: ServiceConfig,
  ) {
    this.secrets = new SiteSecrets(secretKeysOf(config));
  }

  /** Throws 404 for whoever is not of the audience. Visitors get what their claims let them see. */
  read(request: ReadRequest): Promise<ReadSite> {
    const { params, query, principal } = request;
    const { organizationId, siteId } = params;
    const asked = JSON.stringify([organizationId, siteId, query.shareKey, principal]);
    return this.reading.run(asked, () => this.readNow(request));
  }

  private async readNow({ params, query, principal }: ReadRequest): Promise<ReadSite> {
    const found = await this.sites.find(principal, params.organizationId, params.siteId);
    if (!found) throw notFound('Site');
    const shareKey = await this.opening(found.site, query.shareKey);
    const access = shareKey ? { ...found, site: { ...found.site, shareKey } } : found;
    if (access.level) {
      const structure = await this.structures.at(access.site);
      return { access, structure, reader: principal.user, as: principal, claims: {}, sees: () => true };
    }
    const claims = claimsOf(access.site, principal);
    if (!claims) throw notFound('Site');
    const { site } = access;
    const structure = visibleTo(await this.structures.at(site), site, claims);
    const sees = (condition?: string | null) => meetsCondition(condition, claimsIn(site, claims));
    const as = visitorOf(site, structure, claims);
    return { access, structure, reader: JSON.stringify(claims), as, claims: claimsIn(site, claims), sees };
  }

  /** The key, where it is that of an active share link of a site that such links open now. */
  private async opening({ id, published, visibility }: SiteEntity, key?: string): Promise<string | undefined> {
    if (!key || !published || visibility !== 'share-link') return undefined;
    return (await this.links.idOfKey(id, this.secrets.hashesOf(key))) && key;
  }
}

/** What is known of a reader of the site; undefined when there is nothing to read for this one. */
function claimsOf(site: SiteEntity & SiteLocation, { visit }: Principal): Claims | undefined {
  if (visit) return visit.site === site.id ? visit.claims : undefined;
  const isOpen = site.published && (site.visibility === 'public' || site.visibility === 'unlisted');
  return isOpen || site.shareKey ? {} : undefined;
}

/** Without adaptive content a site knows no claims. */
export const claimsIn = ({ adaptiveContent }: SiteEntity, claims: Claims): Claims => (adaptiveContent ? claims : {});

/** What of a structure a visitor with these claims may see. */
export const visibleTo = (structure: Structure, site: SiteEntity, claims: Claims): Structure =>
  structure.filter(({ condition }) => meetsCondition(condition, claimsIn(site, claims)));

/** A reader who may read the spaces of a site as they are now. */
export function visitorOf(site: SiteEntity, structure: Structure, known: Claims): Principal {
  const { id, organizationId: organization } = site;
  const spaces = structure.siteSpaces().map(({ spaceId }) => spaceId);
  const claims = claimsIn(site, known);
  const visit = { organization, site: id, spaces, claims, issuedAt: new Date().toISOString() };
  return { kind: 'visitor', user: '', token: '', organizations: {}, visit };
}
