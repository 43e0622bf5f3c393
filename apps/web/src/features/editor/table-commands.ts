import type { Command } from 'prosemirror-state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  selectedRect,
} from 'prosemirror-tables';
import { insertBlock } from './commands';
import { emptyTable } from './table-nodes';

export { addColumnAfter, addColumnBefore, addRowAfter, deleteTable, isInTable };

export const insertTable: Command = (state, dispatch, view) =>
  !isInTable(state) && insertBlock(() => emptyTable())(state, dispatch, view);

/** The titles of the columns stay the first row. */
const besidesTitles =
  (command: Command): Command =>
  (state, dispatch, view) =>
    isInTable(state) && selectedRect(state).top > 0 && command(state, dispatch, view);

export const insertRowBefore = besidesTitles(addRowBefore);

/** A table keeps one row and one column at least. */
export const removeRow = besidesTitles((state, dispatch) => {
  const { top, bottom, map } = selectedRect(state);
  return bottom - top < map.height - 1 && deleteRow(state, dispatch);
});
export const removeColumn: Command = (state, dispatch) => {
  if (!isInTable(state)) return false;
  const { left, right, map } = selectedRect(state);
  return right - left < map.width && deleteColumn(state, dispatch);
};

/** To the next cell; behind the last one a row is added. */
export const nextCell: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false;
  if (goToNextCell(1)(state, dispatch)) return true;
  if (!dispatch || !view) return true;
  addRowAfter(state, dispatch);
  return goToNextCell(1)(view.state, view.dispatch);
};

/** To the cell before. At the first one the key leads out of the text. */
export const previousCell: Command = goToNextCell(-1);
