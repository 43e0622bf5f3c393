import type { RevisionPage } from '../../api/contracts';

/** A place for a page: below a page, or at the top, and its index among the other pages there. */
export interface PagePosition {
  into: string | null;
  at: number;
}

/** Where a page stands, with the pages around it. */
export interface PageInTree {
  page: RevisionPage;
  /** The page above; undefined at the top. */
  parent?: PageInTree;
  index: number;
  siblings: readonly RevisionPage[];
}

export type DropSide = 'before' | 'after' | 'into';

/** The position of a page that is dropped on another one; undefined where it cannot stand or stands already. */
export function dropPosition(dragged: PageInTree, target: PageInTree, side: DropSide): PagePosition | undefined {
  if (isWithin(target, dragged.page.id)) return undefined;
  if (side === 'into')
    return canHold(target.page) ? { into: target.page.id, at: pagesBelow(target.page).length } : undefined;
  const others = target.siblings.filter(({ id }) => id !== dragged.page.id);
  const at = others.findIndex(({ id }) => id === target.page.id) + (side === 'after' ? 1 : 0);
  const into = target.parent?.page.id ?? null;
  const isSame = into === (dragged.parent?.page.id ?? null) && at === dragged.index;
  return isSame ? undefined : { into, at };
}

/** Below the page before it; undefined for a first page and behind one that holds no pages. */
export function indented({ index, siblings }: PageInTree): PagePosition | undefined {
  const before = siblings[index - 1];
  return before && canHold(before) ? { into: before.id, at: pagesBelow(before).length } : undefined;
}

/** Behind the page above it; undefined at the top. */
export const outdented = ({ parent }: PageInTree): PagePosition | undefined =>
  parent && { into: parent.parent?.page.id ?? null, at: parent.index + 1 };

const canHold = ({ type }: RevisionPage): boolean => type === 'document' || type === 'group';

const pagesBelow = (page: RevisionPage): readonly RevisionPage[] => ('pages' in page ? page.pages : []);

function isWithin(place: PageInTree | undefined, id: string): boolean {
  for (let above = place; above; above = above.parent) if (above.page.id === id) return true;
  return false;
}
