import { NodeRange, type Node } from 'prosemirror-model';
import { Plugin, PluginKey, type EditorState, type Transaction } from 'prosemirror-state';
import type { Block } from '../../api/contracts';
import { withoutKeys } from '../documents/without-keys';
import { Origins } from './origins';
import { isSameText } from './same-text';
import { schema } from './schema';
import { toDocument } from './to-document';

/** The blocks that a selection covers, as far as one block may take their place; undefined where there are none. */
export function selectedRange({ selection: { $from, $to, empty } }: EditorState): NodeRange | undefined {
  const holdsBlocks = ({ type }: Node) => type.contentMatch.matchType(schema.nodes.opaque!) !== null;
  return empty ? undefined : ($from.blockRange($to, holdsBlocks) ?? undefined);
}

/** The blocks of a range as the API has them, without keys: they are to stand elsewhere. */
export function blocksIn({ parent, startIndex, endIndex }: NodeRange): Block[] {
  const nodes = parent.children.slice(startIndex, endIndex);
  const { nodes: blocks } = toDocument(schema.node('doc', null, nodes), new Origins(), {});
  return withoutKeys(blocks);
}

/** The blocks that a request is about. Their place moves with the text. */
interface HeldBlocks {
  from: number;
  to: number;
  blocks: Block[];
}

const key = new PluginKey<HeldBlocks | undefined>('held blocks');

/** Knows where the held blocks stand while the text around them changes. */
export const heldBlocks = new Plugin<HeldBlocks | undefined>({
  key,
  state: {
    init: () => undefined,
    apply(transaction, held) {
      const next = transaction.getMeta(key) as HeldBlocks | undefined;
      const { mapping } = transaction;
      return next ?? (held && { ...held, from: mapping.map(held.from, 1), to: mapping.map(held.to, -1) });
    },
  },
});

/** Holds the selected blocks, until another block takes their place. */
export function holdSelected(state: EditorState): Transaction {
  const range = selectedRange(state)!;
  const held: HeldBlocks = { from: range.start, to: range.end, blocks: blocksIn(range) };
  return state.tr.setMeta(key, held);
}

/** Puts one block in the place of the held ones; undefined where they were changed or deleted since. */
export function replaceHeld(state: EditorState, block: Block): Transaction | undefined {
  const { from, to, blocks } = key.getState(state)!;
  if (from >= to) return undefined;
  const [$from, $to] = [state.doc.resolve(from), state.doc.resolve(to)];
  if (!$from.sameParent($to) || !isSameText(blocksIn(new NodeRange($from, $to, $from.depth)), blocks)) return undefined;
  return state.tr.replaceWith(from, to, schema.node('opaque', { block })).scrollIntoView();
}
