import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useState } from 'react';
import { ChoiceMenu } from './choice-menu';
import * as commands from './commands';
import { insertTable } from './table-commands';

export interface Choice {
  label: string;
  /** Further words by which it is found. */
  words: string;
  command: Command;
}

const choices: Choice[] = [
  { label: 'Heading 1', words: 'title section h1', command: commands.setHeading(1) },
  { label: 'Heading 2', words: 'subtitle h2', command: commands.setHeading(2) },
  { label: 'Heading 3', words: 'h3', command: commands.setHeading(3) },
  { label: 'Bullet list', words: 'unordered', command: commands.bulletList },
  { label: 'Numbered list', words: 'ordered', command: commands.orderedList },
  { label: 'Task list', words: 'todo checkbox', command: commands.taskList },
  { label: 'Hint', words: 'info callout note', command: commands.wrapInHint('info') },
  { label: 'Warning', words: 'hint callout caution', command: commands.wrapInHint('warning') },
  { label: 'Success', words: 'hint callout tip', command: commands.wrapInHint('success') },
  { label: 'Danger', words: 'hint callout error', command: commands.wrapInHint('danger') },
  { label: 'Quote', words: 'blockquote', command: commands.wrapInQuote },
  { label: 'Code block', words: 'snippet source', command: commands.setCode },
  { label: 'Divider', words: 'line rule', command: commands.insertDivider },
  { label: 'Tabs', words: '', command: commands.insertTabs },
  { label: 'Steps', words: 'stepper', command: commands.insertStepper },
  { label: 'Columns', words: 'layout', command: commands.insertColumns },
  { label: 'Cards', words: 'grid tiles', command: commands.insertCards },
  { label: 'Table', words: 'grid rows columns', command: insertTable },
  { label: 'Expandable', words: 'details collapse accordion', command: commands.insertExpandable },
  { label: 'Diagram', words: 'mermaid chart', command: commands.insertDiagram },
  { label: 'Formula', words: 'math tex latex equation', command: commands.insertFormula },
];

/** The text after a slash at the beginning of a paragraph; undefined where there is none. */
function queryOf({ selection: { $from, empty } }: EditorState): string | undefined {
  if (!empty || $from.parent.type.name !== 'paragraph') return undefined;
  return /^\/([\p{L}\p{N} ]{0,20})$/u.exec($from.parent.textBetween(0, $from.parentOffset))?.[1];
}

/** The menu of blocks, opened by a slash in an empty paragraph and used by keyboard. */
export function SlashMenu({ view, state, more }: { view: EditorView; state: EditorState; more: readonly Choice[] }) {
  const query = queryOf(state);
  const [dismissed, setDismissed] = useState<number>();
  const start = state.selection.$from.start();
  useEffect(() => {
    if (query === undefined) setDismissed(undefined);
  }, [query]);
  if (query === undefined || dismissed === start || !view.hasFocus()) return null;
  const found = [...choices, ...more].filter(({ label, words }) =>
    `${label} ${words}`.toLowerCase().includes(query.toLowerCase()),
  );
  if (found.length === 0) return null;
  const choose = (command: Command) => {
    const { $from } = view.state.selection;
    view.dispatch(view.state.tr.delete($from.start(), $from.pos));
    view.focus();
    command(view.state, view.dispatch, view);
  };
  return (
    <ChoiceMenu
      view={view}
      label="Blocks"
      options={found.map((choice) => ({ ...choice, key: choice.label }))}
      at={state.selection.from}
      onChoose={({ command }) => choose(command)}
      onDismiss={() => setDismissed(start)}
    />
  );
}
