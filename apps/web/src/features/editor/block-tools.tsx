import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { detailsAt, type BlockDetails } from './block-details';
import { moveBlock } from './block-moves';
import { addPart, partAt } from './commands';
import { FieldsDialog } from './fields-dialog';

/** What can be done with the block at the cursor: moving it, adding a part to it, and what is said about it. */
export function BlockTools({ view, state }: { view: EditorView; state: EditorState }) {
  const [open, setOpen] = useState<BlockDetails>();
  const details = detailsAt(state);
  const part = partAt(state);
  const run = (command: Command) => {
    command(view.state, view.dispatch, view);
    view.focus();
  };
  const save = ({ position, withValues }: BlockDetails, values: Record<string, string>) =>
    view.dispatch(view.state.tr.setNodeMarkup(position, null, withValues(values) as never));
  const tools = [
    { label: 'Move up', command: moveBlock(-1) },
    { label: 'Move down', command: moveBlock(1) },
    ...(part ? [{ label: part.label, command: addPart }] : []),
  ];
  return (
    <div className="table-tools" role="group" aria-label="Block">
      {tools.map(({ label, command }) => (
        <Button
          key={label}
          look="ghost"
          small
          disabled={!command(state)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(command)}
        >
          {label}
        </Button>
      ))}
      {details && (
        <Button look="ghost" small onMouseDown={(event) => event.preventDefault()} onClick={() => setOpen(details)}>
          {details.label}
        </Button>
      )}
      {open && (
        <FieldsDialog
          title={open.label}
          fields={open.fields}
          values={open.values}
          onSave={(values) => save(open, values)}
          onClose={() => {
            setOpen(undefined);
            view.focus();
          }}
        />
      )}
    </div>
  );
}
