import type { ChildPage, PageLayout, RevisionPage, AllProperties } from '@bindery/contracts';
import type { Children } from './page-children';
import { byOrder, type ComputedDocumentEntry, type DocumentPageEntry, type PageEntry } from './page-entry';
import { isLinkAddress } from './link-address';

const defaultLayout: PageLayout = Object.freeze({
  width: 'default',
  cover: true,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
});

export const layoutOf = ({ layout }: Pick<DocumentPageEntry, 'layout'>): PageLayout => ({
  ...defaultLayout,
  ...layout,
});

interface PageContext {
  /** `urls.app` of the space. */
  app: string;
  /** Whether data that a Git synchronisation may change is shown. */
  metadata: boolean;
}

/** A page without its children and without content. `path` is the slugs from the top to the page. */
export const presentPage = (
  id: string,
  entry: PageEntry | ComputedDocumentEntry,
  path: string,
  context: PageContext,
): RevisionPage => shownOf(id, entry, path, context) as RevisionPage;

function shownOf(
  id: string,
  entry: PageEntry | ComputedDocumentEntry,
  path: string,
  context: PageContext,
): AllProperties<RevisionPage> {
  const { title, createdAt, updatedAt } = entry;
  const emoji = entry.emoji || undefined;
  const icon = entry.icon || undefined;
  const condition = entry.condition || undefined;
  switch (entry.type) {
    case 'link': {
      const { target, hidden = false } = entry;
      const href = hrefOf(target);
      return {
        id,
        title,
        emoji,
        icon,
        createdAt,
        updatedAt,
        condition,
        type: 'link',
        kind: 'link',
        target,
        href,
        hidden,
      };
    }
    case 'computed':
      return { id, title, emoji, icon, createdAt, updatedAt, condition, type: 'computed', computed: entry.computed };
    case 'group': {
      const { slug, hidden = false, noIndex = false, noRobotsIndex = false } = entry;
      const base = { id, title, emoji, icon, createdAt, updatedAt, condition };
      return { ...base, type: 'group', kind: 'group', slug, path, hidden, noIndex, noRobotsIndex, pages: [] };
    }
    case 'document': {
      const made = 'computed' in entry ? entry : undefined;
      return {
        id,
        title,
        emoji,
        icon,
        createdAt,
        updatedAt,
        condition,
        type: 'document',
        kind: 'sheet',
        urls: { app: `${context.app}/${encodeURI(path)}` },
        // A page at the path of its group has the group's slug.
        slug: entry.slug || path.slice(path.lastIndexOf('/') + 1),
        path,
        description: entry.description || undefined,
        pages: [],
        git: context.metadata ? entry.git : undefined,
        layout: entry.layout ? layoutOf(entry) : defaultLayout,
        cover: entry.cover,
        variables: entry.variables,
        hidden: entry.hidden ?? false,
        noIndex: entry.noIndex ?? false,
        noRobotsIndex: entry.noRobotsIndex ?? false,
        computed: made?.computed,
        computedSeed: made?.computedSeed,
        documentId: made ? undefined : entry.document,
        document: undefined,
        markdown: undefined,
      };
    }
  }
}

const hrefOf = (target: { kind: string; url?: unknown }): string | undefined =>
  target.kind === 'url' && typeof target.url === 'string' && isLinkAddress(target.url) ? target.url : undefined;

/** The top of a tree of pages: the page with an id and path, both empty for all pages. */
interface Top {
  id: string;
  path: string;
}

/** The tree of the pages below one, siblings in their order. Takes time in proportion to these pages. */
export function presentPages(
  children: Children,
  context: PageContext,
  { id: top, path: topPath }: Top = { id: '', path: '' },
): RevisionPage[] {
  const roots: RevisionPage[] = [];
  // A stack rather than recursion: a tree may be deeper than the call stack.
  const open: { parent: string; path: string; into: RevisionPage[] }[] = [{ parent: top, path: topPath, into: roots }];
  for (let at = open.pop(); at; at = open.pop()) {
    const siblings = [...(children.get(at.parent) ?? [])].sort(byOrder);
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
