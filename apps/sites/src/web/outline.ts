import type { PageOutline } from '@bindery/contracts';

/** All pages of a tree, parents before children. */
export function* walkOutline(pages: readonly PageOutline[]): Generator<PageOutline> {
  for (const page of pages) {
    yield page;
    yield* walkOutline(page.pages);
  }
}

/** Whether a tree has a page at a path, hidden or not. */
export const hasPage = (pages: readonly PageOutline[], wanted: string): boolean =>
  [...walkOutline(pages)].some(({ type, path }) => type === 'document' && path === wanted);

/** The tree without hidden pages, and without all pages below them. */
export const shownPages = (pages: readonly PageOutline[]): PageOutline[] =>
  pages.filter(({ hidden }) => !hidden).map((page) => ({ ...page, pages: shownPages(page.pages) }));

/** The document pages in the navigation, in reading order. */
export const readingOrder = (pages: readonly PageOutline[]): PageOutline[] =>
  [...walkOutline(shownPages(pages))].filter(({ type }) => type === 'document');

export const firstPage = (pages: readonly PageOutline[]): PageOutline | undefined => readingOrder(pages)[0];

/** The parents of a page, and the page itself last; empty when it is not in the tree. */
export function trailTo(pages: readonly PageOutline[], id: string): PageOutline[] {
  for (const page of pages) {
    if (page.id === id) return [page];
    const below = trailTo(page.pages, id);
    if (below.length > 0) return [page, ...below];
  }
  return [];
}
