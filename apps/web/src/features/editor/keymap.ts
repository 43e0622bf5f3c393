import { baseKeymap, chainCommands, exitCode, toggleMark } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import type { Command, Plugin } from 'prosemirror-state';
import { schema } from './schema';
import { insertLineAbove, setHeading, setParagraph, splitNamed, toggleTask } from './commands';
import { moveBlock } from './block-moves';
import { leaveParts, moveToCardCell } from './block-parts';
import { nextCell, previousCell } from './table-commands';
import { leaveTitle } from './titles';
import { goToToolbar } from './toolbar-keys';

const item = schema.nodes.list_item!;

const insertLineBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.insertText('\n').scrollIntoView());
  return true;
};

/** A new item of a task list is not done, whatever the one before. */
const splitItem: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const data = $from.node(-1)?.attrs.data as { checked?: boolean } | undefined;
  const next = typeof data?.checked === 'boolean' ? { data: { ...data, checked: false } } : undefined;
  return splitListItem(item, next)(state, dispatch);
};

/** Ctrl-S saves now, and keeps the browser from saving its page as a file. */
export const savingKey = (save: () => void): Plugin =>
  keymap({
    'Mod-s': () => {
      save();
      return true;
    },
  });

export const keys: Plugin[] = [
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggleMark(schema.marks.bold!),
    'Mod-i': toggleMark(schema.marks.italic!),
    'Mod-e': toggleMark(schema.marks.code!),
    'Mod-Shift-x': toggleMark(schema.marks.strikethrough!),
    'Mod-Alt-0': setParagraph,
    'Mod-Alt-1': setHeading(1),
    'Mod-Alt-2': setHeading(2),
    'Mod-Alt-3': setHeading(3),
    'Alt-F10': goToToolbar,
    'Alt-ArrowUp': moveBlock(-1),
    'Alt-ArrowDown': moveBlock(1),
    Backspace: undoInputRule,
    Enter: chainCommands(leaveTitle, leaveParts, splitItem, insertLineAbove, splitNamed),
    Tab: chainCommands(nextCell, moveToCardCell(1), sinkListItem(item)),
    'Shift-Tab': chainCommands(previousCell, moveToCardCell(-1), liftListItem(item)),
    'Shift-Enter': chainCommands(exitCode, leaveTitle, insertLineBreak),
    'Mod-Enter': chainCommands(exitCode, toggleTask),
  }),
  keymap(baseKeymap),
];
