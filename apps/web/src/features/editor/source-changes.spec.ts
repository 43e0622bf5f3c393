import { history, undo } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { takingOver } from './source-changes';

/** An editor in which the writer has typed, and which has taken over another text then. */
function taken(text: string, options?: { isUndoable: boolean }): EditorState {
  const { state } = EditorState.create({ doc: 'One', extensions: [history()] }).update({
    changes: { from: 3, insert: ' two' },
    userEvent: 'input.type',
  });
  return state.update(takingOver(state.doc.toString(), text, options)).state;
}

function undone(state: EditorState): EditorState {
  let next = state;
  undo({ state, dispatch: (transaction) => (next = transaction.state) });
  return next;
}

describe('another text in the editor of Markdown', () => {
  it('cannot be undone, unlike what was typed before', () => {
    const state = taken('Others: One two');
    expect(state.doc.toString()).toBe('Others: One two');
    expect(undone(state).doc.toString()).toBe('Others: One');
  });

  it('can be undone where the writer has chosen it', () => {
    const state = taken('One three', { isUndoable: true });
    expect(state.doc.toString()).toBe('One three');
    expect(undone(state).doc.toString()).toBe('One two');
    expect(undone(undone(state)).doc.toString()).toBe('One');
  });
});
