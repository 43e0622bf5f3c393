import { Inject, Injectable } from '@nestjs/common';
import { secretKeysOf, type ServiceConfig } from '@bindery/config';
import { notFound, type Principal } from '@bindery/contracts';
import { meetsCondition } from '@bindery/expressions';
import { SingleFlight } from '@bindery/loading';
import { CONFIG } from '@bindery/service';
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
  /** With the key of a share link that opens the site, if the reader has one. */
  access: SiteAccess & { site: SiteLocation };
  structure: Structure;
  /** Identifies the reader as far as the answer depends on it: a cursor of one reader is not valid for another. */
  reader: string;
  /** The principal for content requests: content of a site is readable there for readers without access to its spaces. */
  as: Principal;
  /** The claims of a visitor; empty for a member. */
  claims: Claims;
  /** Whether a condition is true for this reader. */
  sees: (condition?: string | null) => boolean;
}

/** Admits readers to a site: members who see it in the organization, and, once it is published, its audience. */
@Injectable()
export class SiteReader {
  private readonly secrets: SiteSecrets;
  /** Concurrent reads of one site share a load. */
  private readonly reading = new SingleFlight<ReadSite>();

  constructor(
    private readonly sites: SiteRepository,
    private readonly structures: StructureRepository,
    private readonly links: ShareLinkRepository,
    @Inject(CONFIG) config: ServiceConfig,
  ) {
    this.secrets = new SiteSecrets(secretKeysOf(config));
  }

  /** Throws 404 for a reader outside of the audience. Visitors get the content that their claims permit. */
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

  /** The key, if it belongs to an active share link of a site whose visibility permits such links now. */
  private async opening({ id, published, visibility }: SiteEntity, key?: string): Promise<string | undefined> {
    if (!key || !published || visibility !== 'share-link') return undefined;
    return (await this.links.idOfKey(id, this.secrets.hashesOf(key))) && key;
  }
}

/** The claims of a reader of the site; undefined when the site is closed to the reader. */
function claimsOf(site: SiteEntity & SiteLocation, { visit }: Principal): Claims | undefined {
  if (visit) return visit.site === site.id ? visit.claims : undefined;
  const isOpen = site.published && (site.visibility === 'public' || site.visibility === 'unlisted');
  return isOpen || site.shareKey ? {} : undefined;
}

/** A site without adaptive content ignores claims. */
export const claimsIn = ({ adaptiveContent }: SiteEntity, claims: Claims): Claims => (adaptiveContent ? claims : {});

/** The part of a structure that a visitor with these claims may see. */
export const visibleTo = (structure: Structure, site: SiteEntity, claims: Claims): Structure =>
  structure.filter(({ condition }) => meetsCondition(condition, claimsIn(site, claims)));

/** The principal of a reader who may read the spaces of a site as they are now. */
export function visitorOf(site: SiteEntity, structure: Structure, known: Claims): Principal {
  const { id, organizationId: organization } = site;
  const spaces = structure.siteSpaces().map(({ spaceId }) => spaceId);
  const claims = claimsIn(site, known);
  const visit = { organization, site: id, spaces, claims, issuedAt: new Date().toISOString() };
  return { kind: 'visitor', user: '', token: '', organizations: {}, visit };
}
