import { conflict, invalid, type SiteStructurePointer, type SiteStructurePosition } from '@bindery/contracts';
import { orderKeysBetween, placeAt } from '@bindery/persistence';
import { maxDepth, type Node, type Structure } from '../model/structure';

type OrderedSibling = { id: string; orderKey: string };

/** Order keys for so many new elements at an index among siblings. */
export const keysAt = (siblings: readonly OrderedSibling[], index: number, count: number): string[] =>
  orderKeysBetween(siblings[index - 1]?.orderKey ?? null, siblings[index]?.orderKey ?? null, count);

/** The order key at an index among siblings. */
export const keyAt = (siblings: readonly OrderedSibling[], index: number): string => keysAt(siblings, index, 1)[0]!;

export const lastKey = (siblings: readonly OrderedSibling[]): string => keyAt(siblings, siblings.length);

/**
 * Order keys for new site-spaces at an index among siblings, and other keys for siblings that had the same key as the one
 * before the index.
 */
export function placeSiteSpaces(siblings: readonly OrderedSibling[], index: number, count: number) {
  const { keys, rekeyed } = placeAt(
    siblings.map(({ orderKey }) => orderKey),
    index,
    count,
  );
  return { keys, reordered: [...rekeyed].map(([at, orderKey]) => ({ id: siblings[at]!.id, orderKey })) };
}

interface SiblingPosition {
  pointer: SiteStructurePointer;
  /** 0 for before it, 1 for after it. */
  offset: 0 | 1;
  field: string;
}

/** The sibling that a position names; undefined is the end. Throws 400 when it names two. */
function besideOf({ before, after }: SiteStructurePosition): SiblingPosition | undefined {
  if (before && after) throw invalid('body.position', 'position must have only one of before and after');
  if (before) return { pointer: before, offset: 0, field: 'body.position.before' };
  return after && { pointer: after, offset: 1, field: 'body.position.after' };
}

/** The new position of a site-space, and other order keys of its siblings. Throws 400 for a position that does not exist, 409 where its path is taken. */
export function placeOfSiteSpace(structure: Structure, id: string, position: SiteStructurePosition) {
  const moved = structure.siteSpace(id);
  const beside = besideOf(position);
  let { sectionId } = moved;
  if (beside) {
    const sibling = structure.siteSpaces().find((one) => one.id === beside.pointer.id);
    if (beside.pointer.type !== 'site-space' || !sibling || sibling.id === id)
      throw invalid(beside.field, `${beside.field.slice(5)} must be another site space of the site`);
    sectionId = sibling.sectionId;
  }
  if (structure.takenPaths({ section: sectionId }, id).has(moved.path))
    throw conflict('The section already has a site space with this path');
  const siblings = structure.allSiteSpacesIn(sectionId).filter((one) => one.id !== id);
  const { keys, reordered } = placeSiteSpaces(siblings, indexIn(siblings, beside), 1);
  // A moved default is not the default of its new section: that one keeps its own, or gets its first site-space.
  const isDefault = moved.isDefault && sectionId === moved.sectionId;
  return { place: { sectionId, orderKey: keys[0]!, isDefault }, reordered };
}

/** The new position of a section, group or link. Throws 400 for a position that does not exist, 409 for a group in itself. */
export function placeOfNode(structure: Structure, moved: Node, position: SiteStructurePosition) {
  const beside = besideOf(position);
  let { groupId } = moved;
  if (beside) {
    const { type, id } = beside.pointer;
    const sibling = structure.node(type, id);
    if (!sibling || sibling.id === moved.id)
      throw invalid(beside.field, `${beside.field.slice(5)} must be another section, group or link of the site`);
    groupId = sibling.groupId;
  }
  checkNesting(structure, moved, groupId);
  const siblings = structure.nodesIn(groupId).filter((one) => one.id !== moved.id);
  return { groupId, orderKey: keyAt(siblings, indexIn(siblings, beside)) };
}

/** Throws 409 when a group would be inside itself, 400 when groups would be nested too deep. */
function checkNesting(structure: Structure, moved: Node, groupId: string | null): void {
  if (moved.type !== 'site-section-group') return;
  const above = structure.above(groupId);
  if (above.some(({ id }) => id === moved.id)) throw conflict('A group cannot be moved into itself');
  if (above.length + structure.depthOf(moved.id) > maxDepth)
    throw invalid('body.position', `position would nest groups more than ${maxDepth} deep`);
}

function indexIn(siblings: readonly OrderedSibling[], beside: SiblingPosition | undefined): number {
  if (!beside) return siblings.length;
  return siblings.findIndex(({ id }) => id === beside.pointer.id) + beside.offset;
}
