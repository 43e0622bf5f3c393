import { assignKeys, parsePage, plainLinks } from '@bindery/documents';
import { history, undo } from 'prosemirror-history';
import { EditorState, TextSelection } from 'prosemirror-state';
import type { Document } from '../../api/contracts';
import { paragraphOf } from '../documents/plain-text';
import { withoutKeys } from '../documents/without-keys';
import { fromDocument } from './from-document';
import { Origins } from './origins';
import { insertTable } from './table-commands';
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

/** The text of an editor, in which a colleague has changed the block with that key. */
function mergedWith(state: EditorState, key: string, text: string) {
  const document = toDocument(state.doc, new Origins(), {});
  const nodes = document.nodes.map((node) => (node.key === key ? { ...paragraphOf(text), key } : node));
  return fromDocument({ nodes }, new Origins());
}

it('leaves the cursor in the second half of a paragraph that was split', () => {
  const state = open('a', 'a one', 'bee two');
  const split = state.apply(state.tr.split(state.selection.from));
  const merged = split.apply(takeOver(split, mergedWith(split, 'b', 'bEE two')));
  expect(textsIn(merged.apply(merged.tr.insertText('!')))).toEqual(['a', '! one', 'bEE two']);
});

it('leaves the cursor in a table that is new', () => {
  let state = open('a', 'a', 'bee two');
  insertTable(state, (transaction) => (state = state.apply(transaction)));
  const typed = state.apply(state.tr.insertText('x'));
  const merged = typed.apply(takeOver(typed, mergedWith(typed, 'b', 'bEE two')));
  expect(textsIn(merged.apply(merged.tr.insertText('!')))).toEqual(['a', 'x!', 'bEE two']);
});

it('leaves the cursor in a paragraph that was pasted', () => {
  const state = open('a', 'a one', 'bee two');
  const pasted = state.apply(state.tr.insert(state.doc.content.size, state.doc.firstChild!));
  const inCopy = pasted.apply(pasted.tr.setSelection(TextSelection.atEnd(pasted.doc)));
  const merged = inCopy.apply(takeOver(inCopy, mergedWith(inCopy, 'b', 'bEE two')));
  expect(textsIn(merged.apply(merged.tr.insertText('!')))).toEqual(['a one', 'bEE two', 'a one!']);
});

it('leaves what the writer typed in a split paragraph to undo', () => {
  const state = open('a', 'a one', 'bee two');
  const split = state.apply(state.tr.split(state.selection.from));
  let merged = split.apply(split.tr.insertText('typed'));
  merged = merged.apply(takeOver(merged, mergedWith(merged, 'b', 'bEE two')));
  undo(merged, (transaction) => (merged = merged.apply(transaction)));
  expect(textsIn(merged)).toEqual(['a one', 'bEE two']);
});

it('can be undone where the writer has chosen it', () => {
  const state = open('bee', 'a one', 'bee two');
  const typed = state.apply(state.tr.insertText('!'));
  let merged = typed.apply(takeOver(typed, nodeOf('a one', 'bees'), { isUndoable: true }));
  const texts = [textsIn(merged)];
  for (const _ of ['what was chosen', 'what was typed']) {
    undo(merged, (transaction) => (merged = merged.apply(transaction)));
    texts.push(textsIn(merged));
  }
  expect(texts).toEqual([
    ['a one', 'bees'],
    ['a one', 'bee! two'],
    ['a one', 'bee two'],
  ]);
});
