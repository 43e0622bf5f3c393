import type { RevisionPage } from '../../api/contracts';

/** Where a page goes: the page above it, null at the top, and its place among the pages there without itself. */
export interface PageMove {
  into: string | null;
  at: number;
}

export type Direction = 'up' | 'down' | 'in' | 'out';
/** Where a page is dropped at another one. */
export type DropSide = 'before' | 'below' | 'after';

interface PageAmongSiblings {
  siblings: readonly RevisionPage[];
  index: number;
  page: RevisionPage;
  parent?: PageAmongSiblings;
}

const childrenOf = (page: RevisionPage): readonly RevisionPage[] => ('pages' in page ? page.pages : []);
/** Whether pages can stand below a page. */
export const holdsPages = ({ type }: RevisionPage): boolean => type === 'document' || type === 'group';

function find(
  siblings: readonly RevisionPage[],
  id: string,
  parent?: PageAmongSiblings,
): PageAmongSiblings | undefined {
  for (const [index, page] of siblings.entries()) {
    const here = { siblings, index, page, parent };
    const found = page.id === id ? here : find(childrenOf(page), id, here);
    if (found) return found;
  }
  return undefined;
}

/** The move of a page one step in a direction; undefined where there is no way. */
export function stepOf(pages: readonly RevisionPage[], id: string, direction: Direction): PageMove | undefined {
  const found = find(pages, id);
  if (!found) return undefined;
  const { siblings, index, page, parent } = found;
  const into = parent?.page.id ?? null;
  if (direction === 'up') return index > 0 ? { into, at: index - 1 } : undefined;
  if (direction === 'down') return index < siblings.length - 1 ? { into, at: index + 1 } : undefined;
  // Groups stand at the top alone.
  if (page.type === 'group') return undefined;
  if (direction === 'out') return parent && { into: parent.parent?.page.id ?? null, at: parent.index + 1 };
  const above = siblings[index - 1];
  return above && holdsPages(above) ? { into: above.id, at: childrenOf(above).length } : undefined;
}

/** The move of a page that is dropped at another one; undefined where it cannot stand there. */
export function dropOf(
  pages: readonly RevisionPage[],
  id: string,
  target: string,
  side: DropSide,
): PageMove | undefined {
  const [dragged, onto] = [find(pages, id), find(pages, target)];
  if (!dragged || !onto || isWithin(onto, id)) return undefined;
  if (side === 'below') {
    if (!holdsPages(onto.page) || dragged.page.type === 'group') return undefined;
    return { into: target, at: childrenOf(onto.page).filter((page) => page.id !== id).length };
  }
  if (dragged.page.type === 'group' && onto.parent) return undefined;
  const others = onto.siblings.filter((page) => page.id !== id);
  const at = others.indexOf(onto.page) + (side === 'after' ? 1 : 0);
  return { into: onto.parent?.page.id ?? null, at };
}

const isWithin = (found: PageAmongSiblings, id: string): boolean =>
  found.page.id === id || (found.parent !== undefined && isWithin(found.parent, id));
