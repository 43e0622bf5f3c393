import { isolateHistory } from '@codemirror/commands';
import { Annotation, Transaction, type TransactionSpec } from '@codemirror/state';

const takenOver = Annotation.define<boolean>();

/** Whether a transaction brings in what others wrote. */
export const isTakenOver = (transaction: Transaction): boolean => transaction.annotation(takenOver) === true;

/**
 * The change that makes a text another one. The same text around it stays, with the cursor. Undo leaves it alone, unless the writer
 * has chosen it.
 */
export function takingOver(before: string, after: string, { isUndoable = false } = {}): TransactionSpec {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return {
    changes: { from: start, to: before.length - end, insert: after.slice(start, after.length - end) },
    annotations: [takenOver.of(true), isUndoable ? isolateHistory.of('full') : Transaction.addToHistory.of(false)],
  };
}
