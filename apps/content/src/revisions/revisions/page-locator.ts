import { Injectable } from '@nestjs/common';
import { notFound } from '@bindery/contracts';
import type { LocatedPage, PageEntry } from '../../model/pages/page-entry';
import { joinPath } from '../../model/pages/page.presenter';
import { foldedKey, slugsIn, walkSlugs } from '../../model/pages/walk-slugs';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { computedPage } from '../computed/computed-content';
import { ComputedPages } from '../computed/computed-pages';
import { PageConditions } from '../visitor-content/page-conditions';
import type { RevisionAccess } from './revision.repository';

/** Whether computed pages are found, too. */
interface Scope {
  computed: boolean;
}

/** Finds the pages of a revision that its reader may see. */
@Injectable()
export class PageLocator {
  constructor(
    private readonly chunks: ChunkRepository,
    private readonly computedPages: ComputedPages,
    private readonly conditions: PageConditions,
  ) {}

  /** The page with an id. Throws 404. */
  async byId(revision: RevisionAccess, id: string, { computed }: Scope): Promise<LocatedPage> {
    const found =
      (await this.stored(revision, id)) ??
      (computed ? computedPage(await this.computedPages.of(revision), id) : undefined);
    if (!found) throw notFound('Page');
    return found;
  }

  /** The page at a path of slugs, or that was there before. Throws 404. */
  async byPath(revision: RevisionAccess, path: string, { computed }: Scope): Promise<LocatedPage> {
    const slugs = slugsIn(path);
    if (slugs.length === 0 || slugs.length > 100) throw notFound('Page');
    const found =
      (await this.storedAt(revision, slugs)) ??
      (computed ? (await this.computedPages.of(revision))?.byPath.get(slugs.join('/')) : undefined) ??
      (await this.movedFrom(revision, slugs));
    if (!found) throw notFound('Page');
    return found;
  }

  private async stored(revision: RevisionAccess, id: string): Promise<LocatedPage | undefined> {
    const map = this.chunks.mapForAncestors<PageEntry>(revision.organizationId, revision.pages, id);
    const entry = (await map.get(revision.pages, [id])).get(id);
    if (!entry || !this.conditions.sees(revision, entry)) return undefined;
    let path = 'slug' in entry ? entry.slug : '';
    for (let parent = entry.parent; parent;) {
      const above = (await map.get(revision.pages, [parent])).get(parent);
      if (!above) break;
      if (!this.conditions.sees(revision, above)) return undefined;
      if ('slug' in above) path = joinPath(above.slug, path);
      parent = above.parent;
    }
    return { id, entry, path };
  }

  private async storedAt(revision: RevisionAccess, slugs: string[]): Promise<LocatedPage | undefined> {
    const { organizationId, pages } = revision;
    const map = this.chunks.mapForPath<string | PageEntry>(organizationId, revision.slugs, slugs, pages);
    const find = async (key: string) => (await map.get(revision.slugs, [key])).get(key) as string | undefined;
    const ids = await walkSlugs(slugs, find);
    const id = ids.at(-1);
    if (id === undefined) return undefined;
    // The parents are needed only for readers without own access, because they may have conditions.
    const found = (await map.get(pages, revision.claims === undefined ? [id] : ids)) as ReadonlyMap<string, PageEntry>;
    if ([...found.values()].some((one) => !this.conditions.sees(revision, one))) return undefined;
    const entry = found.get(id);
    const folded = entry?.type === 'group' ? await find(foldedKey(id)) : undefined;
    if (folded !== undefined) return this.stored(revision, folded);
    return entry && { id, entry, path: slugs.join('/') };
  }

  /** The page that was at a path before it was moved or renamed, with its present path. */
  private async movedFrom(revision: RevisionAccess, slugs: string[]): Promise<LocatedPage | undefined> {
    const map = this.chunks.map<string>(revision.organizationId);
    const find = async (key: string) => (await map.get(revision.slugs, [key])).get(key);
    const id = (await walkSlugs(slugs, find, { former: true })).at(-1);
    return id === undefined ? undefined : this.stored(revision, (await find(foldedKey(id))) ?? id);
  }
}
