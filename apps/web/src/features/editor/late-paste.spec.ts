import { Slice } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { latePastes, pasteLate } from './late-paste';
import { schema } from './schema';

const paragraph = (text: string) => schema.node('paragraph', null, [schema.text(text)]);
const sliceOf = (...texts: string[]) => new Slice(schema.node('doc', null, texts.map(paragraph)).content, 1, 1);

/** An editor with the cursor behind the first paragraph. */
function open(...texts: string[]) {
  const doc = schema.node('doc', null, texts.map(paragraph));
  const selection = TextSelection.create(doc, doc.firstChild!.nodeSize - 1);
  let state = EditorState.create({ doc, selection, plugins: [latePastes] });
  const view = {
    get state() {
      return state;
    },
    dispatch: (transaction: typeof state.tr) => void (state = state.apply(transaction)),
  };
  return {
    type: (text: string) => view.dispatch(state.tr.insertText(text)),
    select: (from: number, to: number) =>
      view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, from, to))),
    paste: (slice: Promise<Slice>) => pasteLate(view as never, slice, sliceOf('**plain**')),
    texts: () => state.doc.children.map(({ textContent }) => textContent),
  };
}

describe('a pasted text that is still being read', () => {
  it('stands where it was pasted, and what is typed meanwhile behind it', async () => {
    const editor = open('One', 'Two');
    const pasted = editor.paste(Promise.resolve(sliceOf(' a', 'b ')));
    editor.type('typed');
    await pasted;
    editor.type('!');
    expect(editor.texts()).toEqual(['One a', 'b typed!', 'Two']);
  });

  it('takes the place of what was selected, and nothing else', async () => {
    const editor = open('One', 'Two');
    editor.select(1, 3);
    const pasted = editor.paste(Promise.resolve(sliceOf('a')));
    editor.type('x');
    editor.select(6, 6);
    await pasted;
    editor.type('-');
    expect(editor.texts()).toEqual(['axe', 'T-wo']);
  });

  it('stands before what is pasted after it', async () => {
    const editor = open('One');
    const [first, second] = [sliceOf(' a'), sliceOf(' b')];
    await Promise.all([editor.paste(Promise.resolve(first)), editor.paste(Promise.resolve(second))]);
    editor.type('!');
    expect(editor.texts()).toEqual(['One a b!']);
  });

  it('stands there as it is where it cannot be read', async () => {
    const editor = open('One ');
    const pasted = editor.paste(Promise.reject(new Error('Failed to fetch')));
    editor.type(' typed');
    await pasted;
    expect(editor.texts()).toEqual(['One **plain** typed']);
  });
});
