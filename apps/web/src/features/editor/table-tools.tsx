import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { Button } from '../../ui/button';
import * as tables from './table-commands';

const tools: { label: string; command: Command }[] = [
  { label: 'Row above', command: tables.insertRowBefore },
  { label: 'Row below', command: tables.addRowAfter },
  { label: 'Column before', command: tables.addColumnBefore },
  { label: 'Column after', command: tables.addColumnAfter },
  { label: 'Delete row', command: tables.removeRow },
  { label: 'Delete column', command: tables.removeColumn },
  { label: 'Delete table', command: tables.deleteTable },
];

/** The tools of the table at the cursor. */
export function TableTools({ view, state }: { view: EditorView; state: EditorState }) {
  if (!tables.isInTable(state)) return null;
  return (
    <div role="group" aria-label="Table">
      {tools.map(({ label, command }) => (
        <Button
          key={label}
          look="ghost"
          small
          disabled={!command(state)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            command(view.state, view.dispatch, view);
            view.focus();
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
