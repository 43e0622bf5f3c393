import type { ContentRef } from '@bindery/documents';
import type { TreeLink, TreeNode } from '@bindery/git-sync';
import type { ComputedSource } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import type { PageEntry } from '../pages/page-entry';
import { orderKeysBetween } from '../store/order-key';
import { pageKeyOf, type PreviousContent } from './previous-content';
import { cut, wellFormed } from './well-formed';

/** The pages of a source in their places, before their files are read. */
export interface PlacedPages {
  entries: Map<string, PageEntry>;
  /** Pages that have a file; the first of the space comes first. */
  pages: { id: string; file: string }[];
  /** Path of a page's file to the page's id. */
  ids: Map<string, string>;
}

type Base = Pick<PageEntry, 'parent' | 'order' | 'title' | 'createdAt' | 'updatedAt'>;

/** Gives every node of a tree its id, its parent and its order among its siblings. What was there before keeps its id. */
export function treeEntries(
  tree: readonly TreeNode[],
  previous: PreviousContent,
  place: (file: string) => string,
  now = new Date(),
): PlacedPages {
  const placed: PlacedPages = { entries: new Map(), pages: [], ids: new Map() };
  const links: { node: TreeLink; base: Base }[] = [];
  const time = now.toISOString();
  const add = (entry: PageEntry, key = pageKeyOf(entry)): string => {
    const known = previous.pages.get(key)?.id;
    const id = known && !placed.entries.has(known) ? known : newId();
    placed.entries.set(id, wellFormed(entry));
    return id;
  };
  const open: { parent: string; nodes: readonly TreeNode[] }[] = [{ parent: '', nodes: tree }];
  for (let at = open.pop(); at; at = open.pop()) {
    const orders = orderKeysBetween(null, null, at.nodes.length);
    for (const [index, node] of at.nodes.entries()) {
      const base: Base = {
        parent: at.parent,
        order: orders[index]!,
        title: node.title,
        createdAt: time,
        updatedAt: time,
      };
      if (node.type === 'link') links.push({ node, base });
      else if (node.type === 'computed') add({ ...base, type: 'computed', computed: computedOf(node.source) });
      else if (node.type === 'group')
        open.push({ parent: add({ ...base, type: 'group', slug: node.slug }), nodes: node.children });
      else {
        const { slug, file, linkTitle } = node;
        const id = add({ ...base, type: 'document', slug, ...(linkTitle && { linkTitle }) }, place(file));
        placed.pages.push({ id, file });
        placed.ids.set(file, id);
        open.push({ parent: id, nodes: node.children });
      }
    }
  }
  // A link may stand before the page that it points at.
  for (const { node, base } of links) add({ ...base, type: 'link', target: targetOf(node, placed.ids) });
  return placed;
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
