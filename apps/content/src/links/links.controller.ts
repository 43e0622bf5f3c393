import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  links as contract,
  notFound,
  type ContentLocations,
  type ContentReferences,
  type LinksQuery,
  type PageQuery,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { PageConditions } from '../readers/page-conditions';
import { RevisionRepository, type RevisionAccess } from '../revisions/revision.repository';
import { ChunkRepository } from '../store/chunk.repository';
import { presentPlace, presentUsage, wantedBy } from './link.presenter';
import { LinkRepository, type LinkUsages, type LocatedObject } from './link.repository';
import { LinkedContent } from './linked-content';

/** What content refers to, and what refers to content, in the current revisions of spaces. */
@Controller()
export class LinksController {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly chunks: ChunkRepository,
    private readonly conditions: PageConditions,
    private readonly links: LinkRepository,
    private readonly content: LinkedContent,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.listSpaceLinks)
  async spaceLinks({ params, query, principal }: RequestOf<typeof contract.listSpaceLinks>) {
    return this.usages(principal, await this.whole(principal, params.spaceId), query);
  }

  @Handles(contract.listPageLinksInSpace)
  async pageLinks({ params, query, principal }: RequestOf<typeof contract.listPageLinksInSpace>) {
    const revision = await this.whole(principal, params.spaceId);
    await this.requireEntry(revision, revision.pages, params.pageId, 'Page');
    return this.usages(principal, revision, query, params.pageId);
  }

  @Handles(contract.listSpacePageBacklinks)
  async pageBacklinks({ params, query, principal }: RequestOf<typeof contract.listSpacePageBacklinks>) {
    const revision = await this.whole(principal, params.spaceId);
    await this.requireEntry(revision, revision.pages, params.pageId, 'Page');
    return this.backlinks(principal, revision, 'page', params.pageId, query);
  }

  @Handles(contract.listSpaceFileBacklinks)
  async fileBacklinks({ params, query, principal }: RequestOf<typeof contract.listSpaceFileBacklinks>) {
    const revision = await this.whole(principal, params.spaceId);
    await this.requireEntry(revision, revision.files, params.fileId, 'File');
    return this.backlinks(principal, revision, 'file', params.fileId, query);
  }

  /** Links tell what pages hold. */
  private async whole(principal: Principal, space: string): Promise<RevisionAccess> {
    const revision = await this.revisions.current(principal, space);
    await this.conditions.requireWhole(revision);
    return revision;
  }

  private async usages(
    principal: Principal,
    { space }: RevisionAccess,
    query: LinksQuery,
    page?: string,
  ): Promise<ContentReferences> {
    const asked = { space, page, status: query.status, app: `${this.config.PUBLIC_URL}/app/` };
    let found!: Promise<LinkUsages>;
    const list = await paginate(query, {
      scope: ['links', space, page, query.status, principal.user],
      rows: async (after, limit) => (await (found = this.links.usages(principal, asked, after, limit))).items,
      position: ({ kind, id }) => ({ value: kind, id }),
      count: async () => (await found).stats.matching,
    });
    const { total, broken } = (await found).stats;
    const shown = await this.content.show(principal, wantedBy(list.items, [], space));
    const items = list.items.map((usage) => presentUsage(usage, space, shown));
    return { ...list, stats: { total, broken: { total: broken } }, items };
  }

  private async backlinks(
    principal: Principal,
    { space, organizationId: organization }: RevisionAccess,
    kind: 'page' | 'file',
    id: string,
    query: PageQuery,
  ): Promise<ContentLocations> {
    let found!: Promise<{ items: LocatedObject[]; total: number }>;
    const list = await paginate(query, {
      scope: ['backlinks', space, kind, id, principal.user],
      rows: async (after, limit) =>
        (await (found = this.links.backlinks(principal, { organization, space, kind, id }, after, limit))).items,
      position: (place) => ({ value: place.space, id: `${place.kind}/${place.id}` }),
      count: async () => (await found).total,
    });
    const shown = await this.content.show(principal, wantedBy([], list.items, space));
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
