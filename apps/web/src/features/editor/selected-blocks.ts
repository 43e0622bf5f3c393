import type { Node, NodeRange } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { Block } from '../../api/contracts';
import { withoutKeys } from '../documents/without-keys';
import { Origins } from './origins';
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

/** Puts one block in the place of the selected ones. */
export function replaceSelected(view: EditorView, block: Block): void {
  const range = selectedRange(view.state);
  if (!range) return;
  const node = schema.node('opaque', { block });
  view.dispatch(view.state.tr.replaceWith(range.start, range.end, node).scrollIntoView());
}
