import type { ContentRef } from '@bindery/documents';
import type { TreeNode } from '@bindery/git-sync';
import type { ComputedSource } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import type { PageEntry } from '../pages/page-entry';
import { orderKeysBetween } from '../store/order-key';

/** The pages of a source in their places, before their files are read. */
export interface PlacedPages {
  entries: [string, PageEntry][];
  /** Pages that have a file, in the order of the table of contents. */
  pages: { id: string; file: string }[];
  /** Path of a page's file to the page's id. */
  ids: Map<string, string>;
}

/** Gives every node of a tree its id, its parent and its order among its siblings. */
export function treeEntries(tree: readonly TreeNode[], idOf: (file: string) => string, now = new Date()): PlacedPages {
  const placed: PlacedPages = { entries: [], pages: [], ids: new Map() };
  const links: { entry: [string, PageEntry]; file: string; anchor?: string }[] = [];
  const time = now.toISOString();
  const open: { parent: string; nodes: readonly TreeNode[] }[] = [{ parent: '', nodes: tree }];
  for (let at = open.shift(); at; at = open.shift()) {
    const orders = orderKeysBetween(null, null, at.nodes.length);
    at.nodes.forEach((node, index) => {
      const id = node.type === 'page' ? idOf(node.file) : newId();
      const base = { parent: at.parent, order: orders[index]!, title: node.title, createdAt: time, updatedAt: time };
      const entry: [string, PageEntry] = [id, entryOf(node, base)];
      placed.entries.push(entry);
      if (node.type === 'page') {
        placed.pages.push({ id, file: node.file });
        placed.ids.set(node.file, id);
      }
      if (node.type === 'link' && 'file' in node.target) links.push({ entry, ...node.target });
      if ('children' in node) open.push({ parent: id, nodes: node.children });
    });
  }
  // A link may stand before the page that it points at.
  for (const { entry, file, anchor } of links) {
    const page = placed.ids.get(file);
    const target: ContentRef = !page
      ? { kind: 'url', url: file }
      : anchor
        ? { kind: 'anchor', anchor, page }
        : { kind: 'page', page };
    entry[1] = { ...entry[1], target } as PageEntry;
  }
  return placed;
}

type Base = Pick<PageEntry, 'parent' | 'order' | 'title' | 'createdAt' | 'updatedAt'>;

function entryOf(node: TreeNode, base: Base): PageEntry {
  switch (node.type) {
    case 'group':
      return { ...base, type: 'group', slug: node.slug };
    case 'page':
      return { ...base, type: 'document', slug: node.slug, ...(node.linkTitle && { linkTitle: node.linkTitle }) };
    case 'computed': {
      const { type, props, dependencies } = node.source as unknown as ComputedSource;
      return {
        ...base,
        type: 'computed',
        computed: { type, props: props ?? {}, ...(dependencies && { dependencies }) },
      };
    }
    case 'link':
      return {
        ...base,
        type: 'link',
        target: { kind: 'url', url: 'url' in node.target ? node.target.url : node.target.file },
      };
  }
}
