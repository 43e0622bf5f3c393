import type { AnswerOf, BodyOf } from '../../../api/contracts';

type Structure = AnswerOf<'getSiteStructure'>;
export type StructureNode = Structure['structure'][number];
export type Section = Extract<StructureNode, { object: 'site-section' }>;
export type Group = Extract<StructureNode, { object: 'site-section-group' }>;
type Move = BodyOf<'sortSiteStructure'>;
export type Side = 'before' | 'after';
export type Drop = Side | 'into';

const pointerTo = ({ object, id }: StructureNode): Move['item'] => ({ type: object, id });

/** The children of a node: what is in a group, and the site-spaces of a section that has several. */
export function childrenOf(node: StructureNode): StructureNode[] {
  if (node.object === 'site-section-group') return node.children;
  if (node.object === 'site-section') return node.siteSpaces.length > 1 ? node.siteSpaces : [];
  return [];
}

/** Whether a node can stand beside another one. */
export function fitsBeside(node: StructureNode, other: StructureNode): boolean {
  if (node.id === other.id || isBelow(other, node)) return false;
  return (node.object === 'site-space') === (other.object === 'site-space');
}

const isBelow = (node: StructureNode, ancestor: StructureNode): boolean =>
  childrenOf(ancestor).some((child) => child.id === node.id || isBelow(node, child));

export const moveBeside = (node: StructureNode, side: Side, other: StructureNode): Move => ({
  item: pointerTo(node),
  position: { [side]: pointerTo(other) },
});

/** The outcome of dropping a node on another one, by the part of its height (0 to 1) at which the pointer is. */
export function dropOn(node: StructureNode, target: StructureNode, part: number): Drop | undefined {
  const isForGroup = node.object === 'site-section' && target.object === 'site-section-group';
  if (isForGroup && node.sectionGroup !== target.id && part > 0.25 && part < 0.75) return 'into';
  if (!fitsBeside(node, target)) return undefined;
  return part < 0.5 ? 'before' : 'after';
}

/** All groups of a site, nested ones included. */
export const groupsOf = (nodes: readonly StructureNode[]): Group[] =>
  nodes.flatMap((node) => (node.object === 'site-section-group' ? [node, ...groupsOf(node.children)] : []));

/** All sections of a site, those in groups included. */
export const sectionsOf = (nodes: readonly StructureNode[]): Section[] =>
  nodes.flatMap((node) => {
    if (node.object === 'site-section') return [node];
    return node.object === 'site-section-group' ? sectionsOf(node.children) : [];
  });

/** The kinds of nodes, in the words of the app. */
export const kinds: Record<StructureNode['object'], string> = {
  'site-section': 'Section',
  'site-section-group': 'Group',
  'site-external-link': 'Link',
  'site-space': 'Space',
};
