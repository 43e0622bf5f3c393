import type { RevisionPage } from '../../../api/contracts';

/** Documents of a tree of pages as choices, each below its ancestors by two spaces. */
export const flatPages = (pages: readonly RevisionPage[], depth = 0): { value: string; label: string }[] =>
  pages.flatMap((page) => [
    ...(page.type === 'document'
      ? [{ value: page.id, label: '\u2003'.repeat(depth) + (page.title || 'Untitled') }]
      : []),
    ...('pages' in page ? flatPages(page.pages, depth + 1) : []),
  ]);
