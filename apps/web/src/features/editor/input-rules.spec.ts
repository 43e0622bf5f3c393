import { plainLinks, renderMarkdown } from '@bindery/documents';
import type { Plugin } from 'prosemirror-state';
import { EditorState, TextSelection } from 'prosemirror-state';
import { markdownRules } from './input-rules';
import { Origins } from './origins';
import { schema } from './schema';
import { toDocument } from './to-document';

type TextInput = (view: unknown, from: number, to: number, text: string, deflt: () => unknown) => boolean;

/** The outcome of typing a text into an empty page, sign by sign. */
function typed(text: string): string {
  const doc = schema.node('doc', null, [schema.node('paragraph')]);
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, 1), plugins: [markdownRules] });
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
  return renderMarkdown(toDocument(state.doc, new Origins(), {}), { links: plainLinks });
}

describe('what is typed as Markdown', () => {
  it.each([
    ['[ ] wait', '* [ ] wait\n'],
    ['- [x] done', '* [x] done\n'],
    ['Take $$x^2$$ of it', 'Take $$x^2$$ of it\n'],
  ])('%s', (text, written) => {
    expect(typed(text)).toBe(written);
  });
});
