import { Injectable } from '@nestjs/common';
import { notFound, type Principal } from '@bindery/contracts';
import type { SiteEntity } from '../sites/site.entity';
import { SiteRepository, type SiteAccess } from '../sites/site.repository';
import { meets } from '../structure/condition';
import type { Structure } from '../structure/structure';
import { StructureRepository } from '../structure/structure.repository';

export interface ReadRequest {
  params: { organizationId: string; siteId: string };
  query: { shareKey?: string };
  principal: Principal;
}

/** A site as its reader sees it. */
export interface ReadSite {
  access: SiteAccess;
  structure: Structure;
  /** Who reads, as far as the answer depends on it: cursors of one reader are no other's. */
  reader: string;
}

/** Lets those read a site who see it in the organization, and, once it is published, its audience. */
@Injectable()
export class SiteReader {
  constructor(
    private readonly sites: SiteRepository,
    private readonly structures: StructureRepository,
  ) {}

  /** Throws 404 for whoever is not of the audience. Visitors get what their claims let them see. */
  async read({ params, principal }: ReadRequest): Promise<ReadSite> {
    const access = await this.sites.find(principal, params.organizationId, params.siteId);
    if (!access) throw notFound('Site');
    const structure = await this.structures.load(access.site.id);
    if (access.level) return { access, structure, reader: principal.user };
    const claims = claimsOf(access.site, principal);
    if (!claims) throw notFound('Site');
    return { access, structure: visibleTo(structure, access.site, claims), reader: JSON.stringify(claims) };
  }
}

/** What of a structure a visitor with these claims may see. Without adaptive content a site knows no claims. */
export const visibleTo = (structure: Structure, site: SiteEntity, claims: Record<string, unknown>): Structure =>
  structure.filter(({ condition }) => meets(condition, site.adaptiveContent ? claims : {}));

function claimsOf(site: SiteEntity, principal: Principal): Record<string, unknown> | undefined {
  if (!site.published) return undefined;
  if (principal.visit) return principal.visit.site === site.id ? principal.visit.claims : undefined;
  return site.visibility === 'public' || site.visibility === 'unlisted' ? {} : undefined;
}
