import { uniqueSlug } from '@bindery/git-sync';
import { formerSlugKey, slugKeyOf, type PageEntry } from '../pages/page-entry';
import type { PersistentMap } from '../../storage/store/persistent-map';
import type { Conflict } from './conflict';
import type { MapMerge } from './merge-maps';

interface TreeRoots {
  /** Roots of the maps of main and of the draft. */
  main: { pages: string; slugs: string };
  draft: { pages: string };
}

/** Repairs the tree of merged pages: restores parents that one side deleted, breaks cycles, makes equal slugs unique. */
export class PageTree {
  private readonly main = new Map<string, PageEntry | undefined>();

  constructor(
    private readonly pages: PersistentMap<PageEntry>,
    private readonly slugs: PersistentMap<string>,
    private readonly roots: TreeRoots,
    private readonly merge: MapMerge<PageEntry>,
  ) {}

  /** `touched` are the pages that a side changed. Returns the changes of main's map of slugs. */
  async repair(touched: readonly string[]): Promise<Map<string, string | null>> {
    await this.loadMain(touched);
    await this.restoreParents(touched);
    await this.openCircles(touched);
    return this.partSlugs();
  }

  private async page(id: string): Promise<PageEntry | undefined> {
    const changed = this.merge.changes.get(id);
    if (changed !== undefined) return changed ?? undefined;
    await this.loadMain([id]);
    return this.main.get(id);
  }

  private async loadMain(ids: readonly string[]): Promise<void> {
    const missing = ids.filter((id) => !this.main.has(id));
    if (missing.length === 0) return;
    const found = await this.pages.get(this.roots.main.pages, missing);
    for (const id of missing) this.main.set(id, found.get(id));
  }

  /** A page needs its parents, which the side that has the page has as well. */
  private async restoreParents(touched: readonly string[]): Promise<void> {
    const open = [...touched];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const entry = await this.page(id);
      if (!entry?.parent || (await this.page(entry.parent))) continue;
      if (await this.restore(entry.parent)) open.push(entry.parent);
      // An earlier version of the merge could lose the parent.
      else this.merge.changes.set(id, { ...entry, parent: '' });
    }
  }

  /** Returns a page as the side has it that did not delete it; false where neither side has it. */
  private async restore(id: string): Promise<boolean> {
    await this.loadMain([id]);
    const ofMain = this.main.get(id);
    if (ofMain) this.merge.changes.delete(id);
    else {
      const draft = (await this.pages.get(this.roots.draft.pages, [id])).get(id);
      if (!draft) return false;
      this.merge.changes.set(id, draft);
    }
    this.add({ object: 'page', id, reason: 'deleted', deletedIn: ofMain ? 'draft' : 'main' });
    return true;
  }

  /** Where the moves of both sides make a cycle, the page that the draft moved returns to its parent in main. */
  private async openCircles(touched: readonly string[]): Promise<void> {
    const open = touched.filter((id) => this.isMovedByDraft(id));
    for (const id of open) {
      for (let circle = await this.circleAt(id); circle; circle = await this.circleAt(id)) {
        const moved = circle.find((one) => this.isMovedByDraft(one));
        if (moved === undefined) throw new Error(`The pages ${circle.join(', ')} stand below each other`);
        const entry = this.merge.changes.get(moved)!;
        const { parent, order } = this.main.get(moved)!;
        this.merge.changes.set(moved, { ...entry, parent, order });
        this.add({
          object: 'page',
          id: moved,
          reason: 'both-edited',
          attribute: 'parent',
          main: parent,
          draft: entry.parent,
        });
        // The draft may have deleted that parent.
        await this.restoreParents([moved]);
        // Its way to the top may be another cycle, of pages that were checked before.
        open.push(moved);
      }
    }
  }

  private isMovedByDraft(id: string): boolean {
    const main = this.main.get(id);
    const changed = this.merge.changes.get(id);
    return Boolean(main && changed && main.parent !== changed.parent);
  }

  /** The pages of a cycle from one back to itself; undefined when its parents end at the top, or in a cycle above it. */
  private async circleAt(id: string): Promise<string[] | undefined> {
    const way = [id];
    for (let at = (await this.page(id))?.parent; at; at = (await this.page(at))?.parent) {
      if (at === id) return way;
      if (way.includes(at)) return undefined;
      way.push(at);
    }
    return undefined;
  }

  private async partSlugs(): Promise<Map<string, string | null>> {
    const { changes } = this.merge;
    const slugs = new Map<string, string | null>();
    const ids = [...changes.keys()].sort();
    const wanted = ids.flatMap((id): string[] => {
      const entry = changes.get(id);
      const key = entry ? slugKeyOf(entry) : undefined;
      return key === undefined ? [] : [key];
    });
    const taken = await this.slugs.get(this.roots.main.slugs, wanted);
    for (const id of ids) {
      const before = this.main.get(id);
      const key = before && slugKeyOf(before);
      if (key !== undefined) slugs.set(key, null);
    }
    for (const id of ids) {
      const entry = changes.get(id);
      if (!entry) continue;
      const key = slugKeyOf(entry);
      if (key === undefined) continue;
      const before = this.main.get(id);
      const old = before && slugKeyOf(before);
      // Addresses that readers of main have still find the page.
      if (old !== undefined && old !== key) {
        slugs.set(formerSlugKey(old), id);
        await this.keepRemoved(before!.parent, slugs);
      }
      const other = slugs.has(key) ? slugs.get(key) : taken.get(key);
      if (!other || other === id) slugs.set(key, id);
      else await this.giveOtherSlug(id, entry, other, slugs);
    }
    return slugs;
  }

  /** The former addresses of a moved page go through those above it that the draft removed. A page that was there before goes first. */
  private async keepRemoved(above: string, slugs: Map<string, string | null>): Promise<void> {
    for (let at = above; at && this.merge.changes.get(at) === null;) {
      await this.loadMain([at]);
      const entry = this.main.get(at);
      const key = entry && slugKeyOf(entry);
      if (key !== undefined && !(await this.isTaken(formerSlugKey(key), slugs))) slugs.set(formerSlugKey(key), at);
      at = entry?.parent ?? '';
    }
  }

  private async giveOtherSlug(id: string, entry: PageEntry, other: string, slugs: Map<string, string | null>) {
    if (!('slug' in entry)) return;
    const used = new Set([entry.slug]);
    let slug = uniqueSlug(entry.slug, used);
    while (await this.isTaken(`${entry.parent}/${slug}`, slugs)) slug = uniqueSlug(entry.slug, used);
    const renamed = { ...entry, slug };
    this.merge.changes.set(id, renamed);
    slugs.set(slugKeyOf(renamed)!, id);
    this.add({ object: 'page', id, reason: 'slug-taken', main: entry.slug, draft: slug, other });
  }

  private async isTaken(key: string, slugs: ReadonlyMap<string, string | null>): Promise<boolean> {
    if (slugs.has(key)) return slugs.get(key) !== null;
    return (await this.slugs.get(this.roots.main.slugs, [key])).has(key);
  }

  private add(conflict: Conflict): void {
    this.merge.conflicts.push(conflict);
  }
}
