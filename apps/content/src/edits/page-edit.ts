import { uniqueSlug } from '@bindery/git-sync';
import { byOrder, slugKeyOf, type PageEntry } from '../pages/page-entry';
import { joinPath } from '../pages/page.presenter';
import { placeAt } from '../store/order-key';
import type { MapEdit } from './map-edit';

type Sibling = readonly [id: string, entry: PageEntry];

/** The tree of pages while it is changed: slugs and the order of siblings follow. */
export class PageEdit {
  private below: Map<string, Set<string>> | undefined;

  constructor(
    private readonly pages: MapEdit<PageEntry>,
    private readonly slugs: MapEdit<string>,
  ) {}

  get(id: string): Promise<PageEntry | undefined> {
    return this.pages.get(id);
  }

  /** Adds a page or replaces it, wherever it was. */
  async put(id: string, entry: PageEntry): Promise<void> {
    await this.forget(id);
    this.pages.set(id, entry);
    const key = slugKeyOf(entry);
    if (key !== undefined) this.slugs.set(key, id);
    if (!this.below) return;
    const siblings = this.below.get(entry.parent);
    if (siblings) siblings.add(id);
    else this.below.set(entry.parent, new Set([id]));
  }

  /** Removes a page with all below it; answers their ids. */
  async remove(id: string): Promise<string[]> {
    const below = await this.index();
    const gone = [id];
    for (let at = 0; at < gone.length; at++) gone.push(...(below.get(gone[at]!) ?? []));
    for (const one of gone) {
      await this.forget(one);
      this.pages.set(one, null);
    }
    return gone;
  }

  /** The order key of a place among the pages below a parent, the page itself left out; `at` absent is the last. */
  async placeIn(parent: string, at: number | undefined, self?: string): Promise<string> {
    const siblings = (await this.children(parent)).filter(([id]) => id !== self);
    const index = Math.min(at ?? siblings.length, siblings.length);
    const { keys, rekeyed } = placeAt(
      siblings.map(([, { order }]) => order),
      index,
      1,
    );
    for (const [sibling, order] of rekeyed) {
      const [id, entry] = siblings[sibling]!;
      this.pages.set(id, { ...entry, order });
    }
    return keys[0]!;
  }

  /** Whether a page is another one or below it. */
  async isWithin(id: string, ancestor: string): Promise<boolean> {
    for (let at = id; at; at = (await this.get(at))?.parent ?? '') if (at === ancestor) return true;
    return false;
  }

  /** Whether a page other than `self` has the slug below a parent. */
  async isTaken(parent: string, slug: string, self: string): Promise<boolean> {
    const owner = await this.slugs.get(`${parent}/${slug}`);
    return owner !== undefined && owner !== self;
  }

  /** The slug, or the slug with a number where it is taken. */
  async freeSlug(parent: string, wanted: string, self: string): Promise<string> {
    const tried = new Set<string>();
    let slug = uniqueSlug(wanted, tried);
    while (await this.isTaken(parent, slug, self)) slug = uniqueSlug(wanted, tried);
    return slug;
  }

  /** The page at a path of slugs from the top. */
  async at(path: readonly string[]): Promise<string | undefined> {
    let id: string | undefined = '';
    for (const slug of path) {
      id = await this.slugs.get(`${id}/${slug}`);
      if (id === undefined) return undefined;
    }
    return id || undefined;
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

  private async children(parent: string): Promise<Sibling[]> {
    const ids = (await this.index()).get(parent) ?? [];
    const found = await Promise.all([...ids].map(async (id): Promise<Sibling> => [id, (await this.get(id))!]));
    return found.sort(byOrder);
  }

  /** The ids below each page; the first question costs a walk over all pages. */
  private async index(): Promise<Map<string, Set<string>>> {
    if (this.below) return this.below;
    const below = new Map<string, Set<string>>();
    for (const [id, { parent }] of await this.pages.entries()) {
      const siblings = below.get(parent);
      if (siblings) siblings.add(id);
      else below.set(parent, new Set([id]));
    }
    return (this.below = below);
  }

  private async forget(id: string): Promise<void> {
    const before = await this.pages.get(id);
    if (!before) return;
    this.below?.get(before.parent)?.delete(id);
    const key = slugKeyOf(before);
    if (key !== undefined && (await this.slugs.get(key)) === id) this.slugs.set(key, null);
  }
}
