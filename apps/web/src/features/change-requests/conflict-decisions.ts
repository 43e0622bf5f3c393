import type { AnswerOf, Block, Document } from '../../api/contracts';
import { everyBlock, isBlock, withChildren, type DocumentNode } from '../documents/nodes';
import type { ContentChange } from '../pages/edit-content';

export type Conflict = NonNullable<AnswerOf<'getChangeRequestChanges'>['conflicts']>[number];

/** The version that stays: that of the main content, or that of the change request. */
export type Side = 'main' | 'draft';

export interface Decision {
  conflict: Conflict;
  side: Side;
}

/** The value of a page's field where main has none. */
const absent: Record<string, string | boolean> = {
  emoji: '',
  icon: '',
  description: '',
  condition: '',
  hidden: false,
  noIndex: false,
  noRobotsIndex: false,
};

/** The sides between which a user can decide; an edit cannot set every field to what main has. */
export function sidesOf({ reason, attribute, block }: Conflict): readonly Side[] {
  if (reason === 'deleted' || block !== undefined) return ['draft', 'main'];
  const isSettable = attribute !== undefined && ['title', 'slug', 'parent', ...Object.keys(absent)].includes(attribute);
  return reason === 'both-edited' && isSettable ? ['draft', 'main'] : ['draft'];
}

/** Conflicts in the order in which a reader of the page meets them; those about the page itself come first. */
export function inReadingOrder(conflicts: readonly Conflict[], document: Pick<Document, 'nodes'>): Conflict[] {
  const places = new Map<string, number>();
  for (const { key } of everyBlock(document.nodes)) if (key !== undefined) places.set(key, places.size);
  const placeOf = ({ block }: Conflict) => (block === undefined ? -1 : (places.get(block) ?? places.size));
  return conflicts.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * The change that makes a page what was decided for each of its conflicts. `document` is that of the change request in
 * `revision`: the change is refused with 412 where the page was edited since.
 */
export function decidedChange(
  { page, revision, document }: { page: string; revision: string; document: Document },
  decisions: readonly Decision[],
): ContentChange {
  if (decisions.some(({ conflict, side }) => !conflict.block && conflict.deletedIn === side))
    // A decision about a page is none about those below it.
    return { operation: 'delete_single_page', page, base: revision };
  const fields = Object.assign({}, ...decisions.map(fieldsOf)) as object;
  const blocks = new Map(decisions.flatMap((decision) => blocksOf(decision, document)));
  return {
    operation: 'update_page',
    page,
    base: revision,
    ...fields,
    ...(blocks.size > 0 && { document: { document: withBlocks(document, blocks) } }),
  };
}

function fieldsOf({ conflict: { attribute, main }, side }: Decision): object {
  if (attribute === undefined || side === 'draft') return {};
  if (attribute === 'parent') return { into: main === '' ? null : main };
  return { [attribute]: main ?? absent[attribute] };
}

/** By key, what becomes of blocks: another block, or nothing. */
function blocksOf({ conflict, side }: Decision, document: Document): [string, Block | undefined][] {
  const { block, draftVersion, deletedIn } = conflict;
  if (block === undefined) return [];
  if (deletedIn !== undefined) return deletedIn === side ? [[block, undefined]] : [];
  if (draftVersion === undefined) return [];
  const drafted = side === 'draft' ? findBlock(document, draftVersion) : undefined;
  // The block keeps its key, and with it its comments.
  return [[draftVersion, undefined], ...(drafted ? [[block, { ...drafted, key: block }] as [string, Block]] : [])];
}

/** A block of a document, at any depth. */
export function findBlock(document: Pick<Document, 'nodes'>, key: string): Block | undefined {
  for (const block of everyBlock(document.nodes)) if (block.key === key) return block;
  return undefined;
}

function withBlocks(document: Document, blocks: ReadonlyMap<string, Block | undefined>): Document {
  const replaced = <N extends DocumentNode>(nodes: readonly N[]): N[] =>
    nodes.flatMap((node): N[] => {
      if (!isBlock(node)) return [node];
      if (node.key !== undefined && blocks.has(node.key)) {
        const other = blocks.get(node.key);
        return other ? [other as typeof node] : [];
      }
      return [withChildren(node, replaced) as typeof node];
    });
  return { ...document, nodes: replaced(document.nodes) };
}
