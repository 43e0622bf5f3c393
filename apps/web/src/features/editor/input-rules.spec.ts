import { plainLinks, renderMarkdown, type Document } from '@bindery/documents';
import type { Node } from 'prosemirror-model';
import type { Plugin } from 'prosemirror-state';
import { EditorState, TextSelection } from 'prosemirror-state';
import { markdownRules } from './input-rules';
import { Origins } from './origins';
import { schema } from './schema';
import { toDocument } from './to-document';

type TextInput = (view: unknown, from: number, to: number, text: string, deflt: () => unknown) => boolean;

/** The outcome of typing a text, sign by sign, at the start or the end of a paragraph. */
function typedInto(nodes: readonly Node[], text: string | string[], at: 'start' | 'end' = 'end'): Document {
  const doc = schema.node('doc', null, [schema.node('paragraph', { key: 'k' }, nodes)]);
  const selection = at === 'start' ? TextSelection.atStart(doc) : TextSelection.atEnd(doc);
  let state = EditorState.create({ doc, selection, plugins: [markdownRules] });
  const view = {
    composing: false,
    get state() {
      return state;
    },
    dispatch: (transaction: typeof state.tr) => void (state = state.apply(transaction)),
  };
  const take = (markdownRules as Plugin).props.handleTextInput as unknown as TextInput;
  for (const sign of text) {
    const { from, to } = state.selection;
    if (!take(view, from, to, sign, () => undefined)) view.dispatch(state.tr.insertText(sign, from, to));
  }
  return toDocument(state.doc, new Origins(), {});
}

const written = (document: Document) => renderMarkdown(document, { links: plainLinks });
const typed = (text: string) => written(typedInto([], text));

describe('what is typed as Markdown', () => {
  it.each([
    ['[ ] wait', '* [ ] wait\n'],
    ['- [x] done', '* [x] done\n'],
    ['Take $$x^2$$ of it', 'Take $$x^2$$ of it\n'],
  ])('%s', (text, written) => {
    expect(typed(text)).toBe(written);
  });

  it('makes three signs before a text a divider above it, and keeps the text', () => {
    const { nodes } = typedInto([schema.text('Text')], '---', 'start');
    expect(nodes.map(({ type, key }) => [type, key])).toEqual([
      ['divider', undefined],
      ['paragraph', 'k'],
    ]);
    expect(written({ object: 'document', data: {}, nodes })).toBe('***\n\nText\n');
    expect(typed('---')).toBe('***\n');
  });

  const { bold, code, link } = schema.marks;
  const address = link!.create({ data: { ref: { kind: 'url', url: 'https://example.com' } } });
  const formula = schema.node('opaque_inline', {
    inline: { object: 'inline', type: 'inline-math', isVoid: true, data: { formula: 'x' } },
  });

  it.each<[string, Node[], string, string]>([
    ['code in bold', [schema.text('a **b '), schema.text('c', [code!.create()])], '**', 'a **b `c`**\n'],
    ['a link in bold', [schema.text('**b '), schema.text('c', [address])], '**', '**b [c](https://example.com)**\n'],
    ['a link in code', [schema.text('`'), schema.text('c', [address])], '`', '[`c`](https://example.com)\n'],
    ['bold in italic', [schema.text('_a '), schema.text('b', [bold!.create()])], '_', '<em>a </em>**_b_**\n'],
    ['a formula in struck text', [schema.text('~~a '), formula, schema.text(' b')], '~~', '~~a $$x$$ b~~\n'],
    ['signs in code', [schema.text('a**b', [code!.create()])], ' c**', '`a**b c**`\n'],
    ['a formula between ticks', [schema.text('`a '), formula], '`', '\\`a $$x$$\\`\n'],
    [
      'a link in a formula',
      [schema.text('$$'), schema.text('c', [address])],
      '$$',
      '\\$\\$[c](https://example.com)\\$\\$\n',
    ],
  ])('keeps %s', (_, nodes, text, expected) => {
    expect(written(typedInto(nodes, text))).toBe(expected);
  });

  it('takes a text that comes in one go, at the end of the page', () => {
    expect(written(typedInto([], ['**a**']))).toBe('**a**\n');
    expect(written(typedInto([schema.text('b ')], ['~~a~~']))).toBe('b ~~a~~\n');
  });

  it('types on without the mark', () => {
    expect(typed('**a** b')).toBe('**a** b\n');
  });

  it.each([
    ['# ', 'heading-1'],
    ['```', 'code'],
  ])('keeps the key of a paragraph that %s makes another block', (signs, type) => {
    expect(typedInto([schema.text('Text')], signs, 'start').nodes).toMatchObject([{ type, key: 'k' }]);
  });
});
