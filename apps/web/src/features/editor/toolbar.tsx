import { toggleMark } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import {
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  Info,
  Italic,
  Link2,
  List,
  ListChecks,
  ListOrdered,
  Quote,
  Recycle,
  Redo2,
  SquareCode,
  Strikethrough,
  Table2,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/button';
import { BlockTools } from './block-tools';
import * as commands from './commands';
import type { EditorDialog } from './editor-dialogs';
import { LinkDialog } from './link-dialog';
import { MakeReusableDialog } from './make-reusable-dialog';
import { schema } from './schema';
import { selectedRange } from './selected-blocks';
import { InlinesMenu, MarksMenu } from './text-menus';
import { insertTable } from './table-commands';
import { TableTools } from './table-tools';
import { moveInToolbar } from './toolbar-keys';

interface Tool {
  label: string;
  icon: typeof Bold;
  command: Command;
  isActive?(state: EditorState): boolean;
}

const mark = (name: string, label: string, icon: typeof Bold): Tool => ({
  label,
  icon,
  command: toggleMark(schema.marks[name]!),
  isActive: ({ selection: { from, to, $from, empty }, storedMarks, doc }) => {
    const type = schema.marks[name]!;
    return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type);
  },
});
const inside = (name: string) => (state: EditorState) => commands.isInside(state, schema.nodes[name]!);
const heading = (level: 1 | 2 | 3, icon: typeof Bold): Tool => ({
  label: `Heading ${level}`,
  icon,
  command: commands.setHeading(level),
  isActive: ({ selection: { $from } }) => $from.parent.type.name === 'heading' && $from.parent.attrs.level === level,
});

const groups: Tool[][] = [
  [
    { label: 'Undo', icon: Undo2, command: undo },
    { label: 'Redo', icon: Redo2, command: redo },
  ],
  [heading(1, Heading1), heading(2, Heading2), heading(3, Heading3)],
  [
    mark('bold', 'Bold', Bold),
    mark('italic', 'Italic', Italic),
    mark('strikethrough', 'Strikethrough', Strikethrough),
    mark('code', 'Code', Code),
  ],
  [
    { label: 'Bullet list', icon: List, command: commands.bulletList, isActive: inside('list_unordered') },
    { label: 'Numbered list', icon: ListOrdered, command: commands.orderedList, isActive: inside('list_ordered') },
    { label: 'Task list', icon: ListChecks, command: commands.taskList, isActive: inside('list_tasks') },
  ],
  [
    { label: 'Quote', icon: Quote, command: commands.wrapInQuote, isActive: inside('blockquote') },
    { label: 'Hint', icon: Info, command: commands.wrapInHint('info'), isActive: inside('hint') },
    { label: 'Code block', icon: SquareCode, command: commands.setCode, isActive: inside('code_block') },
    { label: 'Table', icon: Table2, command: insertTable, isActive: inside('table') },
  ],
];

interface ToolbarProps {
  view: EditorView;
  state: EditorState;
  onDialog(dialog: EditorDialog): void;
}

/** The commands of the editor as buttons. */
export function Toolbar({ view, state, onDialog }: ToolbarProps) {
  const [isLinking, setLinking] = useState(false);
  const [isSharing, setSharing] = useState(false);
  return (
    <div
      className="toolbar"
      role="toolbar"
      aria-label="Formatting"
      aria-keyshortcuts="Alt+F10"
      onKeyDown={(event) => moveInToolbar(event, () => view.focus())}
    >
      {groups.map((tools, index) => (
        <div key={index} className="toolbar-group">
          {tools.map(({ label, icon: Icon, command, isActive }) => (
            <IconButton
              key={label}
              label={label}
              aria-pressed={isActive?.(state)}
              disabled={!command(state)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                command(view.state, view.dispatch);
                view.focus();
              }}
            >
              <Icon size={16} />
            </IconButton>
          ))}
        </div>
      ))}
      <MarksMenu view={view} state={state} />
      <InlinesMenu state={state} onDialog={onDialog} />
      <IconButton
        label="Link"
        disabled={state.selection.empty}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setLinking(true)}
      >
        <Link2 size={16} />
      </IconButton>
      <IconButton
        label="Make reusable"
        disabled={!selectedRange(state)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setSharing(true)}
      >
        <Recycle size={16} />
      </IconButton>
      {/* A row of its own, so that the text stays in place when the cursor comes to a block with tools. */}
      <div className="toolbar-row">
        <BlockTools view={view} state={state} onDialog={onDialog} />
        <TableTools view={view} state={state} />
      </div>
      {isSharing && <MakeReusableDialog view={view} onClose={() => setSharing(false)} />}
      {isLinking && <LinkDialog view={view} onClose={() => setLinking(false)} />}
    </div>
  );
}
