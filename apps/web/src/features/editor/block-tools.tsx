import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button';
import { detailsAt, type BlockDetails } from './block-details';
import { moveBlock } from './block-moves';
import { dialogAt, type EditorDialog } from './editor-dialogs';
import { FieldsDialog } from './fields-dialog';
import { addPart, partAt, removePart } from './block-parts';

const moves = [
  { label: 'Move up', icon: ArrowUp, command: moveBlock(-1) },
  { label: 'Move down', icon: ArrowDown, command: moveBlock(1) },
];

interface BlockToolsProps {
  view: EditorView;
  state: EditorState;
  onDialog(dialog: EditorDialog): void;
}

/** The tools of the block at the cursor: to move it, to add a part to it, and to edit its details. */
export function BlockTools({ view, state, onDialog }: BlockToolsProps) {
  const [open, setOpen] = useState<BlockDetails>();
  const details = detailsAt(state);
  const dialog = dialogAt(state);
  const part = partAt(state);
  const run = (command: Command) => {
    command(view.state, view.dispatch, view);
    view.focus();
  };
  // The block may stand elsewhere by then, as others change the text around it.
  const save = (values: Record<string, string>) => {
    const now = detailsAt(view.state);
    if (now) view.dispatch(view.state.tr.setNodeMarkup(now.position, null, now.withValues(values) as never));
  };
  const keepsFocus = (event: { preventDefault(): void }) => event.preventDefault();
  return (
    <div className="toolbar-group" role="group" aria-label="Block">
      {moves.map(({ label, icon: Icon, command }) => (
        <IconButton
          key={label}
          label={label}
          disabled={!command(state)}
          onMouseDown={keepsFocus}
          onClick={() => run(command)}
        >
          <Icon size={16} />
        </IconButton>
      ))}
      {part && (
        <>
          <Button look="ghost" small onMouseDown={keepsFocus} onClick={() => run(addPart)}>
            Add a {part.name}
          </Button>
          <Button look="ghost" small onMouseDown={keepsFocus} onClick={() => run(removePart)}>
            Delete the {part.name}
          </Button>
        </>
      )}
      {dialog && (
        <Button look="ghost" small onMouseDown={keepsFocus} onClick={() => onDialog(dialog)}>
          {dialog.label}
        </Button>
      )}
      {details && (
        <Button look="ghost" small onMouseDown={keepsFocus} onClick={() => setOpen(details)}>
          {details.label}
        </Button>
      )}
      {open && (
        <FieldsDialog
          title={open.label}
          fields={open.fields}
          values={open.values}
          onSave={save}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
