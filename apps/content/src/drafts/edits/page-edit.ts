import { numberedSlug } from '@bindery/git-sync';
import { orderKeyBetween, placeAt } from '@bindery/persistence';
import type { PageTree } from '../../model/pages/page-trees';
import { byOrder, formerSlugKey, slugKeyOf, type PageEntry } from '../../model/pages/page-entry';
import { foldedKey, walkSlugs } from '../../model/pages/walk-slugs';
import { joinPath } from '../../model/pages/page.presenter';
import { bothConditions } from './both-conditions';
import type { MapEdit } from './map-edit';

type Sibling = readonly [id: string, entry: PageEntry];

/** The tree of pages during an edit, with slugs and the order of siblings. */
export class PageEdit {
  private stored: Promise<PageTree> | undefined;

  constructor(
    private readonly pages: MapEdit<PageEntry>,
    private readonly slugs: MapEdit<string>,
    /** The tree before the changes, for results that depend only on siblings. */
    private readonly tree: () => Promise<PageTree>,
  ) {}

  get(id: string): Promise<PageEntry | undefined> {
    return this.pages.get(id);
  }

  entries(): Promise<Sibling[]> {
    return this.pages.entries();
  }

  /** Adds a page or replaces it, at any position. */
  async put(id: string, entry: PageEntry): Promise<void> {
    const before = await this.pages.get(id);
    this.pages.set(id, entry);
    const [old, key] = [before && slugKeyOf(before), slugKeyOf(entry)];
    const isOwner = await this.owns(id, old);
    // Most edits keep the slug: its chunks are not built again.
    if (isOwner && old === key) return;
    if (isOwner) this.slugs.set(old!, null);
    // Addresses that readers have still find the page.
    if (old !== undefined && old !== key) this.slugs.set(formerSlugKey(old), id);
    if (key !== undefined) this.slugs.set(key, id);
  }

  /** Removes a page with all pages below it; returns their ids. */
  async remove(id: string): Promise<string[]> {
    const gone = [id];
    for (let at = 0; at < gone.length; at++) gone.push(...(await this.children(gone[at]!)).map(([child]) => child));
    for (const one of gone) await this.drop(one);
    return gone;
  }

  /**
   * Removes a page; those below it take its place, and keep its condition and that it is hidden, so that no reader sees more
   * than before. Their addresses still find them. Throws 409, naming `field`, where the condition is too long to be kept.
   */
  async removeAlone(id: string, field: string): Promise<void> {
    const removed = (await this.pages.get(id))!;
    const { parent, condition } = removed;
    // Tables of contents leave out what is below a hidden page. Search reads only the settings of a page itself.
    const isHidden = 'hidden' in removed && removed.hidden === true;
    const below = await this.children(id);
    const [slug = ''] = (await this.pathOf(id)).slice(-1);
    const siblings = await this.children(parent);
    await this.drop(id);
    const index = siblings.findIndex(([sibling]) => sibling === id) + 1;
    const orders = this.placeAmong(siblings, index, below.length);
    for (const [at, [child, entry]] of below.entries()) {
      const both = bothConditions(condition, entry.condition, { title: entry.title, field });
      const place = { parent, order: orders[at]!, ...(both && { condition: both }) };
      // A page without a slug was at the path of the removed group.
      const own = 'slug' in entry && { slug: await this.freeSlug(parent, entry.slug || slug, child) };
      const hidden = isHidden && entry.type !== 'computed' && { hidden: true };
      await this.put(child, { ...entry, ...place, ...own, ...hidden } as PageEntry);
    }
    if (below.length > 0) await this.keepAsFormer(id, slugKeyOf(removed));
  }

  /** The former addresses of pages go through the one above, which is removed. A page that was there before goes first. */
  private async keepAsFormer(id: string, key: string | undefined): Promise<void> {
    if (key === undefined || (await this.slugs.get(formerSlugKey(key))) !== undefined) return;
    this.slugs.set(formerSlugKey(key), id);
  }

  /** The order key of an index among the children of a parent, without the page itself; without `at` the last one. */
  async placeIn(parent: string, at: number | undefined, self?: string): Promise<string> {
    if (at === undefined) return orderKeyBetween(await this.lastOrder(parent, self), null);
    const siblings = (await this.children(parent)).filter(([id]) => id !== self);
    const [order] = this.placeAmong(siblings, Math.min(at, siblings.length), 1);
    return order!;
  }

  /** Whether a page is the same as another one or below it. */
  async isWithin(id: string, ancestor: string): Promise<boolean> {
    for (let at = id; at; at = (await this.get(at))?.parent ?? '') if (at === ancestor) return true;
    return false;
  }

  /** Whether a page other than `self` has the slug below a parent. */
  async isTaken(parent: string, slug: string, self: string): Promise<boolean> {
    const owner = await this.slugs.get(`${parent}/${slug}`);
    return owner !== undefined && owner !== self;
  }

  /**
   * The slug if it is free, else the slug with a number whose predecessor is taken: the lowest, if the numbers have no gap.
   * Doubling and halving finds it, because thousands of pages may have the same title.
   */
  async freeSlug(parent: string, wanted: string, self: string): Promise<string> {
    const isTaken = (n: number) => this.isTaken(parent, numberedSlug(wanted, n), self);
    let [taken, free] = [-1, 0];
    while (await isTaken(free)) [taken, free] = [free, Math.max(1, 2 * free)];
    while (free - taken > 1) {
      const middle = (taken + free) >> 1;
      if (await isTaken(middle)) taken = middle;
      else free = middle;
    }
    return numberedSlug(wanted, free);
  }

  /** The page at a path of slugs from the top. */
  async at(path: readonly string[]): Promise<string | undefined> {
    const id = (await walkSlugs(path, (key) => this.slugs.get(key))).at(-1);
    return id === undefined ? undefined : ((await this.slugs.get(foldedKey(id))) ?? id);
  }

  /** The slugs from the top to a page, itself included. */
  async pathOf(id: string): Promise<string[]> {
    let path = '';
    for (let at = id; at;) {
      const entry = await this.get(at);
      if (!entry) break;
      if ('slug' in entry) path = joinPath(entry.slug, path);
      at = entry.parent;
    }
    return path.split('/').filter(Boolean);
  }

  private async drop(id: string): Promise<void> {
    const before = await this.pages.get(id);
    const key = before && slugKeyOf(before);
    if (await this.owns(id, key)) this.slugs.set(key!, null);
    this.pages.set(id, null);
  }

  /** The order keys of so many pages at an index among siblings, of which some may get other keys. */
  private placeAmong(siblings: readonly Sibling[], index: number, count: number): string[] {
    const orders = siblings.map(([, { order }]) => order);
    const { keys, rekeyed } = placeAt(orders, index, count);
    for (const [sibling, order] of rekeyed) {
      const [id, entry] = siblings[sibling]!;
      this.pages.set(id, { ...entry, order });
    }
    return keys;
  }

  /** The order of the last child of a parent; null where there is none. */
  private async lastOrder(parent: string, self: string | undefined): Promise<string | null> {
    const stored = await this.storedBelow(parent);
    let last = stored.length - 1;
    while (last >= 0 && (stored[last]![0] === self || this.pages.isChanged(stored[last]![0]))) last -= 1;
    const orders = this.changedBelow(parent).flatMap(([id, { order }]) => (id === self ? [] : [order]));
    if (last >= 0) orders.push(stored[last]![1].order);
    return orders.length === 0 ? null : orders.reduce((a, b) => (a < b ? b : a));
  }

  private async children(parent: string): Promise<readonly Sibling[]> {
    const stored = await this.storedBelow(parent);
    if (this.pages.changed.length === 0) return stored;
    const kept = stored.filter(([id]) => !this.pages.isChanged(id));
    const changed = this.changedBelow(parent);
    return changed.length === 0 ? kept : [...kept, ...changed].sort(byOrder);
  }

  private changedBelow(parent: string): Sibling[] {
    return this.pages.changed.filter(([, entry]) => entry.parent === parent);
  }

  private async storedBelow(parent: string): Promise<readonly Sibling[]> {
    this.stored ??= this.tree();
    return (await this.stored).children.get(parent) ?? [];
  }

  /** Whether the map of slugs leads from a key to the page. */
  private async owns(id: string, key: string | undefined): Promise<boolean> {
    return key !== undefined && (await this.slugs.get(key)) === id;
  }
}
