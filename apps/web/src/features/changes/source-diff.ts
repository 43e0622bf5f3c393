import { runsOf } from './word-diff';

/** A part of the Markdown source before and after, absent where there was or is none. */
export interface SourceChange {
  type: 'added' | 'removed' | 'changed' | 'moved';
  before?: string;
  after?: string;
}

/** The parts in which two texts differ, by lines. */
export function sourceChanges(before: string, after: string): SourceChange[] {
  const changes: SourceChange[] = [];
  let removed: string | undefined;
  const flush = () => {
    if (removed !== undefined) changes.push({ type: 'removed', before: removed });
    removed = undefined;
  };
  for (const { kind, items } of runsOf(before.split('\n'), after.split('\n'), (a, b) => a === b)) {
    const text = items.join('\n');
    if (kind === 'removed') removed = text;
    else if (kind === 'same') flush();
    else {
      changes.push(
        removed === undefined ? { type: 'added', after: text } : { type: 'changed', before: removed, after: text },
      );
      removed = undefined;
    }
  }
  flush();
  return changes;
}
