import { assignKeys, parsePage, plainLinks } from '@bindery/documents';
import { history, undo } from 'prosemirror-history';
import { EditorState, TextSelection } from 'prosemirror-state';
import type { Document } from '../../api/contracts';
import { paragraphOf } from '../documents/plain-text';
import { withoutKeys } from '../documents/without-keys';
import { fromDocument } from './from-document';
import { Origins } from './origins';
import { takeKeys, takeOver } from './take-over';
import { toDocument } from './to-document';

const documentOf = (...texts: string[]): Document => ({
  object: 'document',
  data: {},
  nodes: texts.map((text) => ({ ...paragraphOf(text), key: text.charAt(0) })),
});
const nodeOf = (...texts: string[]) => fromDocument(documentOf(...texts), new Origins());
const textsIn = ({ doc }: EditorState) => doc.children.map(({ textContent }) => textContent);

/** An editor with the cursor behind a text. */
function open(cursorBehind: string, ...texts: string[]): EditorState {
  const state = EditorState.create({ doc: nodeOf(...texts), plugins: [history()] });
  let found = 0;
  state.doc.descendants((node, position) => {
    const at = node.isText ? node.text!.indexOf(cursorBehind) : -1;
    if (at >= 0) found = position + at + cursorBehind.length;
  });
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, found)));
}

it('takes over the blocks of others, and leaves the cursor in the text of the writer', () => {
  const state = open('bee', 'a one', 'bee two', 'c three');
  const merged = state.apply(takeOver(state, nodeOf('n new', 'a ONE', 'bee two', 'd four')));
  expect(textsIn(merged)).toEqual(['n new', 'a ONE', 'bee two', 'd four']);
  expect(textsIn(merged.apply(merged.tr.insertText('!')))).toEqual(['n new', 'a ONE', 'bee! two', 'd four']);
});

it('leaves the cursor in a block that others changed', () => {
  const state = open('bee', 'a one', 'bee two', 'c three');
  const merged = state.apply(takeOver(state, nodeOf('a one', 'bees', 'c three')));
  expect(textsIn(merged.apply(merged.tr.insertText('!')))).toEqual(['a one', 'bee!s', 'c three']);
});

it('takes over a document in which nothing is as it was', () => {
  const state = open('a', 'a one');
  expect(textsIn(state.apply(takeOver(state, nodeOf('x', 'y'))))).toEqual(['x', 'y']);
});

it('takes the keys of new blocks, with the cursor in one of them', () => {
  const state = open('a', 'a one');
  const split = state.apply(state.tr.split(state.selection.from));
  const saved = fromDocument(
    {
      nodes: [
        { ...paragraphOf('a'), key: 'a' },
        { ...paragraphOf(' one'), key: 'new' },
      ],
    },
    new Origins(),
  );
  const keyed = split.apply(takeKeys(split, saved));
  expect(keyed.doc.children.map(({ attrs }) => attrs.key as string)).toEqual(['a', 'new']);
  expect(textsIn(keyed.apply(keyed.tr.insertText('!')))).toEqual(['a', '! one']);
});

it('takes the keys of blocks within blocks, and of those that are no text', () => {
  const parsed = parsePage('* One\n* Two\n\n![Dot](https://example.com/dot.png)\n\n| A |\n| - |\n| b |\n', {
    links: plainLinks,
  }).document;
  let count = 0;
  const saved = assignKeys(parsed, () => `k${count++}`);
  const origins = new Origins();
  const state = EditorState.create({ doc: fromDocument(withoutKeys(saved), new Origins()) });
  const keyed = state.apply(takeKeys(state, fromDocument(saved, origins)));
  expect(toDocument(keyed.doc, origins, saved.data)).toEqual(saved);
});

it('leaves the keys of blocks in which something was typed since', () => {
  const state = open('bee', 'a one', 'bee two');
  const typed = state.apply(state.tr.insertText('!'));
  const saved = fromDocument(
    { nodes: ['a one', 'bee two'].map((text, index) => ({ ...paragraphOf(text), key: `${index}` })) },
    new Origins(),
  );
  const keyed = typed.apply(takeKeys(typed, saved));
  expect(keyed.doc.children.map(({ attrs }) => attrs.key as string)).toEqual(['0', 'b']);
});

it('is no change that the writer could undo, unlike their own', () => {
  const state = open('bee', 'a one', 'bee two');
  const typed = state.apply(state.tr.insertText('!'));
  let merged = typed.apply(takeOver(typed, nodeOf('a ONE', 'bee! two')));
  undo(merged, (transaction) => (merged = merged.apply(transaction)));
  expect(textsIn(merged)).toEqual(['a ONE', 'bee two']);
});
