import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button';
import { useNotices } from '../../ui/notices';
import { detailsAgain, detailsAt, type BlockDetails } from './block-details';
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
  const notices = useNotices();
  const details = detailsAt(state);
  const dialog = dialogAt(state);
  const part = partAt(state);
  const run = (command: Command) => {
    command(view.state, view.dispatch, view);
    view.focus();
  };
  const save = (before: BlockDetails, values: Record<string, string>) => {
    const now = detailsAgain(view.state, before);
    if (now) view.dispatch(view.state.tr.setNodeMarkup(now.position, null, now.withValues(values) as never));
    else notices.error('Nothing was saved: somebody else deleted the block or changed it into another one.');
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
          onSave={(values) => save(open, values)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
