import type { RevisionPage } from '../../api/contracts';

/** A page as one row of its tree. */
export interface TreeRow {
  page: RevisionPage;
  /** Depth in the tree, from 1. */
  level: number;
  /** How far the row is set in: pages of a group stand where those at the top do. */
  indent: number;
  /** The page above. */
  parent?: string;
  /** The place among its siblings, from 0. */
  index: number;
  siblings: number;
  /** Absent where there are no pages below. */
  isOpen?: boolean;
}

export const pagesBelow = (page: RevisionPage): readonly RevisionPage[] => ('pages' in page ? page.pages : []);

/** How many pages there are, with all below. */
export const countPages = (pages: readonly RevisionPage[]): number =>
  pages.reduce((count, page) => count + 1 + countPages(pagesBelow(page)), 0);

/** The pages above the page with a path, by id. */
export function pagesAbove(pages: readonly RevisionPage[], path: string): string[] {
  for (const page of pages) {
    if (page.type === 'group') {
      const inside = pagesAbove(page.pages, path);
      if (inside.length > 0) return inside;
    } else if (page.type === 'document' && path.startsWith(page.path) && path.charAt(page.path.length) === '/')
      return [page.id, ...pagesAbove(page.pages, path)];
  }
  return [];
}

/** The rows of a tree from top to bottom, without those below closed pages. Groups are always open. */
export function openRows(pages: readonly RevisionPage[], isOpen: (page: RevisionPage) => boolean): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (siblings: readonly RevisionPage[], above?: TreeRow) =>
    siblings.forEach((page, index) => {
      const row = rowOf(page, index, siblings.length, above);
      if (row.isOpen !== undefined) row.isOpen = page.type === 'group' || isOpen(page);
      rows.push(row);
      if (row.isOpen) visit(pagesBelow(page), row);
    });
  visit(pages);
  return rows;
}

/** The rows of the pages whose titles hold a text, with the pages above them. */
export function matchingRows(pages: readonly RevisionPage[], text: string): TreeRow[] {
  const wanted = text.toLocaleLowerCase();
  const rows: TreeRow[] = [];
  const visit = (siblings: readonly RevisionPage[], above?: TreeRow): boolean => {
    let hasMatch = false;
    siblings.forEach((page, index) => {
      const row = rowOf(page, index, siblings.length, above);
      const at = rows.push(row);
      const isAbove = visit(pagesBelow(page), row);
      if (isAbove) row.isOpen = true;
      if (isAbove || page.title.toLocaleLowerCase().includes(wanted)) hasMatch = true;
      else rows.length = at - 1;
    });
    return hasMatch;
  };
  visit(pages);
  return rows;
}

function rowOf(page: RevisionPage, index: number, siblings: number, above: TreeRow | undefined): TreeRow {
  const isInGroup = above?.page.type === 'group';
  return {
    page,
    level: (above?.level ?? 0) + 1,
    indent: above ? above.indent + (isInGroup ? 0 : 1) : 0,
    ...(above && { parent: above.page.id }),
    index,
    siblings,
    ...(pagesBelow(page).length > 0 && { isOpen: false }),
  };
}

export type KeyEffect = { focus: number } | { toggle: string; isOpen: boolean };

/** The effect of a key at a row of the tree; undefined without one. `perScreen` is how many rows are seen at once. */
export function effectOfKey(
  rows: readonly TreeRow[],
  at: number,
  key: string,
  perScreen: number,
): KeyEffect | undefined {
  const row = rows[at];
  if (!row) return undefined;
  const last = rows.length - 1;
  const steps: Record<string, number> = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: last,
    PageDown: Math.min(at + perScreen, last),
    PageUp: Math.max(at - perScreen, 0),
  };
  if (key in steps) return { focus: steps[key]! };
  const canToggle = row.isOpen !== undefined && row.page.type !== 'group';
  if (key === 'ArrowRight') {
    if (row.isOpen) return { focus: at + 1 };
    return canToggle ? { toggle: row.page.id, isOpen: true } : undefined;
  }
  if (key === 'ArrowLeft') {
    if (row.isOpen && canToggle) return { toggle: row.page.id, isOpen: false };
    const above = rows.findIndex(({ page }) => page.id === row.parent);
    return above >= 0 ? { focus: above } : undefined;
  }
  return key.length === 1 ? focusOn(nextNamed(rows, at, key)) : undefined;
}

const focusOn = (index: number): KeyEffect | undefined => (index >= 0 ? { focus: index } : undefined);

/** The next row whose title begins with a letter, from the top again after the last; -1 where there is none. */
function nextNamed(rows: readonly TreeRow[], at: number, letter: string): number {
  const wanted = letter.toLocaleLowerCase();
  const begins = ({ page }: TreeRow) => page.title.toLocaleLowerCase().startsWith(wanted);
  const after = rows.findIndex((row, index) => index > at && begins(row));
  return after >= 0 ? after : rows.findIndex(begins);
}
