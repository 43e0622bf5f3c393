import { toggleMark } from 'prosemirror-commands';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { Baseline, Plus } from 'lucide-react';
import { IconButton } from '../../ui/button';
import { capitalized } from '../../ui/capitalized';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu';
import type { EditorDialog } from './editor-dialogs';
import { colors, setColor } from './text-colors';
import { schema } from './schema';
import { takesInlines } from './titles';

const marks = [
  { label: 'Superscript', mark: 'superscript' },
  { label: 'Subscript', mark: 'subscript' },
  { label: 'Key of the keyboard', mark: 'keyboard' },
];

/** The marks of text that are used seldom. */
export function MarksMenu({ view, state }: { view: EditorView; state: EditorState }) {
  const run = (command: Command) => command(view.state, view.dispatch);
  const trigger = (
    <IconButton label="More marks" disabled={state.selection.empty}>
      <Baseline size={16} />
    </IconButton>
  );
  return (
    <Menu trigger={trigger} align="start">
      {marks.map(({ label, mark }) => (
        <MenuItem key={mark} onSelect={() => run(toggleMark(schema.marks[mark]!))}>
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuLabel>Colour</MenuLabel>
      {colors.map((color) => (
        <MenuItem key={color} onSelect={() => run(setColor(color))}>
          <span className="coloured" data-color={color}>
            {capitalized(color)}
          </span>
        </MenuItem>
      ))}
      <MenuItem onSelect={() => run(setColor(undefined))}>No colour</MenuItem>
    </Menu>
  );
}

const inlines: { label: string; kind: EditorDialog['kind'] }[] = [
  { label: 'Button', kind: 'button' },
  { label: 'Icon', kind: 'icon' },
  { label: 'Emoji', kind: 'emoji' },
  { label: 'Formula', kind: 'inline-math' },
  { label: 'Variable', kind: 'expression' },
];

/** The kinds of things that can stand within text. */
export function InlinesMenu({ state, onDialog }: { state: EditorState; onDialog(dialog: EditorDialog): void }) {
  const trigger = (
    <IconButton label="Insert in the text" disabled={!takesInlines(state.selection.$from.parent)}>
      <Plus size={16} />
    </IconButton>
  );
  return (
    <Menu trigger={trigger} align="start">
      {inlines.map(({ label, kind }) => (
        <MenuItem key={kind} onSelect={() => onDialog({ kind })}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
