import type { ContentRef } from '@bindery/documents';
import { slugsFor, uniqueSlug, type TreeLink, type TreeNode } from '@bindery/git-sync';
import type { ComputedSource } from '@bindery/contracts';
import { newId, orderKeysBetween } from '@bindery/persistence';
import type { PageEntry } from '../../model/pages/page-entry';
import { pageKeyOf, type PreviousEntry, type PreviousContent } from './previous-content';
import { cut, wellFormed } from '../../storage/well-formed';

/** The pages of a source with their positions, before their files are read. */
export interface PlacedPages {
  entries: Map<string, PageEntry>;
  /** Pages that have a file; the first of the space comes first. */
  pages: { id: string; file: string }[];
  /** Path of a page's file to the page's id. */
  ids: Map<string, string>;
  /** The slugs at the top level. */
  slugs: Set<string>;
}

type Base = Pick<PageEntry, 'parent' | 'order' | 'title' | 'createdAt' | 'updatedAt'>;

/**
 * Gives every node of a tree its id, its parent and its order among its siblings. A node that existed before keeps its id
 * and its slug: addresses that readers have stay valid, whatever the files are called.
 */
export function treeEntries(
  tree: readonly TreeNode[],
  previous: PreviousContent,
  place: (file: string) => string,
  now = new Date(),
): PlacedPages {
  const placed: PlacedPages = { entries: new Map(), pages: [], ids: new Map(), slugs: new Set() };
  const links: { node: TreeLink; base: Base }[] = [];
  const time = now.toISOString();
  const groups = new PreviousGroups(previous, place);
  const add = (entry: PageEntry, known: PreviousEntry<PageEntry> | undefined): string => {
    const id = known && !placed.entries.has(known.id) ? known.id : newId();
    placed.entries.set(id, wellFormed(entry));
    return id;
  };
  const addInPlace = (entry: PageEntry) => add(entry, previous.pages.get(pageKeyOf(entry)));
  const open: { parent: string; nodes: readonly TreeNode[] }[] = [{ parent: '', nodes: tree }];
  for (let at = open.pop(); at; at = open.pop()) {
    const { parent, nodes } = at;
    const orders = orderKeysBetween(null, null, nodes.length);
    const known = nodes.map((node) => {
      if (node.type === 'page') return previous.pages.get(place(node.file));
      return node.type === 'group' ? groups.find(node) : undefined;
    });
    const slugs = slugsOf(nodes, known, parent);
    if (parent === '') placed.slugs = new Set(slugs.filter((slug) => slug !== undefined));
    for (const [index, node] of nodes.entries()) {
      const base: Base = { parent, order: orders[index]!, title: node.title, createdAt: time, updatedAt: time };
      const slug = slugs[index]!;
      if (node.type === 'link') links.push({ node, base });
      else if (node.type === 'computed') addInPlace({ ...base, type: 'computed', computed: computedOf(node.source) });
      else if (node.type === 'group')
        open.push({ parent: add({ ...base, type: 'group', slug }, known[index]), nodes: node.children });
      else {
        const { file, linkTitle } = node;
        const id = add({ ...base, type: 'document', slug, ...(linkTitle && { linkTitle }) }, known[index]);
        placed.pages.push({ id, file });
        placed.ids.set(file, id);
        open.push({ parent: id, nodes: node.children });
      }
    }
  }
  // A link may come before its target page.
  for (const { node, base } of links) addInPlace({ ...base, type: 'link', target: targetOf(node, placed.ids) });
  return placed;
}

/** The slugs of siblings: former slugs first, then unique ones for the others. */
function slugsOf(
  nodes: readonly TreeNode[],
  known: readonly (PreviousEntry<PageEntry> | undefined)[],
  parent: string,
): (string | undefined)[] {
  const taken = new Set<string>();
  const slugs = nodes.map((node, index) => {
    const kept = keptSlug(node, known[index]?.entry, parent);
    if (kept === undefined || taken.has(kept)) return undefined;
    taken.add(kept);
    return kept;
  });
  return nodes.map((node, index) => {
    if (!('slug' in node)) return undefined;
    return slugs[index] ?? uniqueSlug(node.slug, taken);
  });
}

/** The former slug of a page. The author of an anchor gives its group another one. */
function keptSlug(node: TreeNode, entry: PageEntry | undefined, parent: string): string | undefined {
  if (!entry || !('slug' in entry)) return undefined;
  if (entry.slug === '' && entry.parent !== parent) return undefined;
  const isRenamed = node.type === 'group' && node.anchor !== undefined && !slugsFor(node.anchor).includes(entry.slug);
  return isRenamed ? undefined : entry.slug;
}

/** Finds former groups by their slug, their title, or the pages in them. */
class PreviousGroups {
  private readonly byId = new Map<string, PreviousEntry<PageEntry>>();
  private readonly bySlug = new Map<string, PreviousEntry<PageEntry>>();
  private readonly byTitle = new Map<string, PreviousEntry<PageEntry>>();

  constructor(
    private readonly previous: PreviousContent,
    private readonly place: (file: string) => string,
  ) {
    for (const known of previous.pages.values()) {
      const { id, entry } = known;
      if (entry.type !== 'group') continue;
      this.byId.set(id, known);
      this.bySlug.set(entry.slug, known);
      this.byTitle.set(entry.title, known);
    }
  }

  /** Returns each group only once. */
  find({ slug, title, anchor, children }: Extract<TreeNode, { type: 'group' }>): PreviousEntry<PageEntry> | undefined {
    const names = [...(anchor === undefined ? [] : slugsFor(anchor)), slug];
    const found =
      names.map((name) => this.bySlug.get(name)).find((known) => known && this.byId.has(known.id)) ??
      this.unused(this.byTitle.get(title)) ??
      children.map((child) => this.above(child)).find((known) => known !== undefined);
    if (found) this.byId.delete(found.id);
    return found;
  }

  private above(child: TreeNode): PreviousEntry<PageEntry> | undefined {
    const known = child.type === 'page' ? this.previous.pages.get(this.place(child.file)) : undefined;
    return known && this.byId.get(known.entry.parent);
  }

  private unused(known: PreviousEntry<PageEntry> | undefined): PreviousEntry<PageEntry> | undefined {
    return known && this.byId.get(known.id);
  }
}

function targetOf({ target }: TreeLink, ids: ReadonlyMap<string, string>): ContentRef {
  if ('url' in target) return { kind: 'url', url: target.url };
  const page = ids.get(target.file);
  if (!page) return { kind: 'url', url: target.file };
  return target.anchor ? { kind: 'anchor', anchor: target.anchor, page } : { kind: 'page', page };
}

function computedOf(source: Record<string, unknown>): ComputedSource {
  const { type, props, dependencies } = source;
  return {
    type: cut(String(type), 200),
    props: isObject(props) ? props : {},
    ...(isObject(dependencies) && { dependencies }),
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
