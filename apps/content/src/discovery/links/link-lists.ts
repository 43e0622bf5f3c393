import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  notFound,
  type ContentLocations,
  type ChangeRequestLinksQuery,
  type ContentReferences,
  type PageQuery,
  type Principal,
} from '@bindery/contracts';
import { paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import type { RevisionAccess } from '../../revisions/revisions/revision.repository';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { presentPlace, presentUsage, wantedBy } from './link.presenter';
import { LinkRepository, type LinkUsages, type LocatedObject } from './link.repository';
import type { LinkDraft } from './link-tables';
import { LinkedContent } from './linked-content';
import { PartialSpaces } from './partial-spaces';

/** The content whose links are listed: a space's main content, or a draft of it. */
export interface LinkedRevision {
  principal: Principal;
  revision: RevisionAccess;
  draft?: LinkDraft & { changeRequest: string };
}

/** Lists of links, with their source and target objects. */
@Injectable()
export class LinkLists {
  constructor(
    private readonly links: LinkRepository,
    private readonly content: LinkedContent,
    private readonly chunks: ChunkRepository,
    private readonly partial: PartialSpaces,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  /** The references of the space, or of one page of it. Throws 404 when there is no such page. */
  async usages(
    { principal, revision, draft }: LinkedRevision,
    query: ChangeRequestLinksQuery,
    page?: string,
  ): Promise<ContentReferences> {
    if (page !== undefined) await this.requireEntry(revision, revision.pages, page, 'Page');
    const { space } = revision;
    const { status, brokenContext } = query;
    const asked = { space, page, status, brokenContext, app: `${this.config.PUBLIC_URL}/app/`, draft };
    const hidden = await this.partial.among(principal, await this.links.spacesUsed(asked));
    let found!: Promise<LinkUsages>;
    const list = await paginate(query, {
      scope: ['links', space, page, status, principal.user, ...(draft ? [draft.changeRequest, brokenContext] : [])],
      rows: async (after, limit) =>
        (await (found = this.links.usages(principal, { ...asked, hidden }, after, limit))).items,
      position: ({ kind, id }) => ({ value: kind, id }),
      count: async () => (await found).stats.matching,
    });
    const { total, broken, brokenByDraft } = (await found).stats;
    const shown = await this.content.show(principal, wantedBy(list.items, [], space), draft && { ...draft, revision });
    const items = list.items.map((usage) => presentUsage(usage, space, shown));
    return {
      ...list,
      stats: { total, broken: { total: broken, ...(draft && { changeRequest: brokenByDraft }) } },
      items,
    };
  }

  /** The references to a page or file. Throws 404 when it does not exist. */
  async backlinks(
    { principal, revision, draft }: LinkedRevision,
    kind: 'page' | 'file',
    id: string,
    query: PageQuery,
  ): Promise<ContentLocations> {
    if (kind === 'page') await this.requireEntry(revision, revision.pages, id, 'Page');
    else await this.requireEntry(revision, revision.files, id, 'File');
    const { space, organizationId: organization } = revision;
    const asked = { organization, space, kind, id, draft };
    const hidden = await this.partial.among(principal, await this.links.spacesUsing(asked));
    let found!: Promise<{ items: LocatedObject[]; total: number }>;
    const list = await paginate(query, {
      scope: ['backlinks', space, kind, id, principal.user, ...(draft ? [draft.changeRequest] : [])],
      rows: async (after, limit) =>
        (await (found = this.links.backlinks(principal, { ...asked, hidden }, after, limit))).items,
      position: (place) => ({ value: place.space, id: `${place.kind}/${place.id}` }),
      count: async () => (await found).total,
    });
    const shown = await this.content.show(principal, wantedBy([], list.items, space), draft && { ...draft, revision });
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
