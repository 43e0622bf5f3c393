import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  notFound,
  type ContentLocations,
  type ContentReferences,
  type LinksQuery,
  type PageQuery,
  type Principal,
} from '@bindery/contracts';
import { paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import type { RevisionAccess } from '../revisions/revision.repository';
import { ChunkRepository } from '../store/chunk.repository';
import { presentPlace, presentUsage, wantedBy } from './link.presenter';
import { LinkRepository, type LinkUsages, type LocatedObject } from './link.repository';
import type { LinkDraft } from './link-tables';
import { LinkedContent } from './linked-content';

/** The content whose links are listed: a space's main content, or a draft of it. */
export interface LinkedRevision {
  principal: Principal;
  revision: RevisionAccess;
  /** Of this change request. */
  changeRequest?: string;
  draft?: LinkDraft;
}

/** Lists of links, with the objects at both of their ends. */
@Injectable()
export class LinkLists {
  constructor(
    private readonly links: LinkRepository,
    private readonly content: LinkedContent,
    private readonly chunks: ChunkRepository,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  /** What the space, or one page of it, refers to. Throws 404 when there is no such page. */
  async usages(
    { principal, revision, changeRequest, draft }: LinkedRevision,
    query: LinksQuery,
    page?: string,
  ): Promise<ContentReferences> {
    if (page !== undefined) await this.requireEntry(revision, revision.pages, page, 'Page');
    const { space } = revision;
    const asked = { space, page, status: query.status, app: `${this.config.PUBLIC_URL}/app/`, draft };
    let found!: Promise<LinkUsages>;
    const list = await paginate(query, {
      scope: ['links', space, page, query.status, principal.user, ...(changeRequest ? [changeRequest] : [])],
      rows: async (after, limit) => (await (found = this.links.usages(principal, asked, after, limit))).items,
      position: ({ kind, id }) => ({ value: kind, id }),
      count: async () => (await found).stats.matching,
    });
    const { total, broken } = (await found).stats;
    const shown = await this.content.show(principal, wantedBy(list.items, [], space), draft && revision);
    const items = list.items.map((usage) => presentUsage(usage, space, shown));
    return { ...list, stats: { total, broken: { total: broken } }, items };
  }

  /** What refers to a page or file. Throws 404 when there is no such one. */
  async backlinks(
    { principal, revision, changeRequest, draft }: LinkedRevision,
    kind: 'page' | 'file',
    id: string,
    query: PageQuery,
  ): Promise<ContentLocations> {
    if (kind === 'page') await this.requireEntry(revision, revision.pages, id, 'Page');
    else await this.requireEntry(revision, revision.files, id, 'File');
    const { space, organizationId: organization } = revision;
    let found!: Promise<{ items: LocatedObject[]; total: number }>;
    const list = await paginate(query, {
      scope: ['backlinks', space, kind, id, principal.user, ...(changeRequest ? [changeRequest] : [])],
      rows: async (after, limit) =>
        (await (found = this.links.backlinks(principal, { organization, space, kind, id, draft }, after, limit))).items,
      position: (place) => ({ value: place.space, id: `${place.kind}/${place.id}` }),
      count: async () => (await found).total,
    });
    const shown = await this.content.show(principal, wantedBy([], list.items, space), draft && revision);
    return { ...list, items: list.items.flatMap((place) => presentPlace(place, shown) ?? []) };
  }

  private async requireEntry(
    { organizationId }: RevisionAccess,
    root: string,
    id: string,
    what: 'Page' | 'File',
  ): Promise<void> {
    const found = await this.chunks.map(organizationId).get(root, [id]);
    if (!found.has(id)) throw notFound(what);
  }
}
