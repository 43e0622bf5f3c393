import type { Slice } from 'prosemirror-model';
import { Plugin, PluginKey, Selection, type EditorState, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** Where a pasted text will stand that is still being read. */
interface Place {
  id: object;
  at: number;
}

type Step = { add: Place } | { remove: object };

const key = new PluginKey<readonly Place[]>('late pastes');

/** Knows where pasted texts will stand while the text around them changes. */
export const latePastes = new Plugin<readonly Place[]>({
  key,
  state: {
    init: () => [],
    apply(transaction, places) {
      const step = transaction.getMeta(key) as Step | undefined;
      const put = step && 'remove' in step ? places.findIndex(({ id }) => id === step.remove) : -1;
      // The pasted text stands before all that is typed and pasted after it.
      const moved = places.map(({ id, at }, index) => ({
        id,
        at: transaction.mapping.map(at, put >= 0 && index > put ? 1 : -1),
      }));
      if (step && 'add' in step) return [...moved, step.add];
      return moved.filter((_, index) => index !== put);
    },
  },
});

/** Puts a text that is still being read in the place of the selection, once it is read, or `plain` where it cannot be. */
export async function pasteLate(view: EditorView, reading: Promise<Slice>, plain: Slice): Promise<void> {
  const id = {};
  const transaction = view.state.tr.deleteSelection();
  const add: Place = { id, at: transaction.selection.from };
  view.dispatch(transaction.setMeta(key, { add } satisfies Step));
  const slice = await reading.catch(() => plain);
  if (!view.isDestroyed) view.dispatch(put(view.state, id, slice));
}

function put(state: EditorState, id: object, slice: Slice): Transaction {
  const { at } = key.getState(state)!.find((place) => place.id === id)!;
  const { selection } = state;
  const transaction = state.tr.setMeta(key, { remove: id } satisfies Step);
  if (selection.empty && selection.from === at) return transaction.replaceSelection(slice).scrollIntoView();
  transaction.setSelection(Selection.near(transaction.doc.resolve(at), -1)).replaceSelection(slice);
  return transaction.setSelection(selection.map(transaction.doc, transaction.mapping));
}
