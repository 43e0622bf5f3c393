import type { ChildPage, PageLayout, RevisionPage } from '@bindery/contracts';
import { byOrder, type ComputedDocumentEntry, type DocumentPageEntry, type PageEntry } from './page-entry';

const defaultLayout: PageLayout = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
};

export const layoutOf = ({ layout }: Pick<DocumentPageEntry, 'layout'>): PageLayout => ({
  ...defaultLayout,
  ...layout,
});

export interface PageContext {
  /** `urls.app` of the space. */
  app: string;
  /** Whether what a Git synchronisation may change is shown. */
  metadata: boolean;
}

/** A page without the pages below it and without content. `path` is the slugs from the top to the page. */
export function presentPage(
  id: string,
  entry: PageEntry | ComputedDocumentEntry,
  path: string,
  context: PageContext,
): RevisionPage {
  const { title, emoji, icon, createdAt, updatedAt, condition } = entry;
  const signs = { ...(emoji && { emoji }), ...(icon && { icon }) };
  const base = { id, title, ...signs, createdAt, updatedAt, ...(condition && { condition }) };
  switch (entry.type) {
    case 'link':
      return { ...base, type: 'link', target: entry.target, ...hrefOf(entry.target), hidden: entry.hidden ?? false };
    case 'computed':
      return { ...base, type: 'computed', computed: entry.computed };
    case 'group':
      return { ...base, type: 'group', slug: entry.slug, path, ...hiding(entry), pages: [] };
    case 'document':
      return {
        ...base,
        type: 'document',
        urls: { app: `${context.app}/${path}` },
        slug: entry.slug,
        path,
        ...(entry.description && { description: entry.description }),
        pages: [],
        ...(context.metadata && entry.git && { git: entry.git }),
        layout: layoutOf(entry),
        ...(entry.cover && { cover: entry.cover }),
        ...(entry.variables && { variables: entry.variables }),
        ...hiding(entry),
        ...('computed' in entry
          ? { computed: entry.computed, computedSeed: entry.computedSeed }
          : entry.document && { documentId: entry.document }),
      };
  }
}

const hiding = ({
  hidden = false,
  noIndex = false,
  noRobotsIndex = false,
}: {
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
}) => ({
  hidden,
  noIndex,
  noRobotsIndex,
});

const hrefOf = (target: { kind: string; url?: unknown }) =>
  target.kind === 'url' && typeof target.url === 'string' ? { href: target.url } : {};

/** The tree of all pages, siblings in their order. Takes time in proportion to the pages. */
export function presentPages(
  entries: Iterable<readonly [string, PageEntry | ComputedDocumentEntry]>,
  context: PageContext,
): RevisionPage[] {
  const children = new Map<string, (readonly [string, PageEntry | ComputedDocumentEntry])[]>();
  for (const item of entries) {
    const siblings = children.get(item[1].parent);
    if (siblings) siblings.push(item);
    else children.set(item[1].parent, [item]);
  }
  const roots: RevisionPage[] = [];
  // A stack rather than recursion: a tree may be deeper than the call stack.
  const open: { parent: string; path: string; into: RevisionPage[] }[] = [{ parent: '', path: '', into: roots }];
  for (let at = open.pop(); at; at = open.pop()) {
    const siblings = (children.get(at.parent) ?? []).sort(byOrder);
    for (const [id, entry] of siblings) {
      const path = 'slug' in entry ? joinPath(at.path, entry.slug) : at.path;
      const page = presentPage(id, entry, path, context);
      at.into.push(page);
      if ('pages' in page && children.has(id)) open.push({ parent: id, path, into: page.pages as ChildPage[] });
    }
  }
  return roots;
}

export const joinPath = (parent: string, slug: string): string =>
  parent && slug ? `${parent}/${slug}` : parent || slug;
