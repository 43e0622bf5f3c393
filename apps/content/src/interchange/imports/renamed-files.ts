import { textHash } from '../../storage/store/canonical-json';

/** A file that is only on one side of a change. */
export interface OneSidedFile {
  path: string;
  /** Git's id of its bytes. */
  oid: string;
  /** Absent where only equal bytes count. */
  text?: string;
}

/** The minimum share of equal text, as in `git diff --find-renames`. */
const leastSimilarity = 0.5;
/** The maximum of files of each side that are compared line by line; equal bytes are matched for any number. */
const mostCompared = 1_000;
/** A line in so many files identifies none of them. */
const mostWithLine = 50;

/** Finds renamed files: for new files, by their paths, the removed files with the same content, as Git does. */
export function renamedFiles(gone: readonly OneSidedFile[], added: readonly OneSidedFile[]): Map<string, string> {
  const renames = new Map<string, string>();
  const left = new Map(gone.map((file) => [file.path, file]));
  const take = (from: string, to: string) => {
    if (!left.delete(from)) return;
    renames.set(to, from);
  };
  for (const { path, oid } of added) {
    const same = [...left.values()].filter((file) => file.oid === oid);
    const found = same.find((file) => nameOf(file.path) === nameOf(path)) ?? same[0];
    if (found) take(found.path, path);
  }
  const rest = added.filter(({ path }) => !renames.has(path)).slice(0, mostCompared);
  for (const { from, to } of similarPairs([...left.values()].slice(0, mostCompared), rest))
    if (!renames.has(to)) take(from, to);
  return renames;
}

interface Pair {
  from: string;
  to: string;
  similarity: number;
}

/** Pairs that are similar enough, most similar first. */
function similarPairs(gone: readonly OneSidedFile[], added: readonly OneSidedFile[]): Pair[] {
  const withLine = new Map<string, Map<OneSidedFile, number>>();
  for (const file of gone)
    for (const [line, count] of linesOf(file)) {
      const files = withLine.get(line) ?? new Map<OneSidedFile, number>();
      withLine.set(line, files.set(file, count));
    }
  const pairs: Pair[] = [];
  for (const file of added) {
    const shared = new Map<OneSidedFile, number>();
    for (const [line, count] of linesOf(file)) {
      const files = withLine.get(line);
      if (!files || files.size > mostWithLine) continue;
      for (const [old, times] of files)
        shared.set(old, (shared.get(old) ?? 0) + Math.min(count, times) * Number(line.slice(0, line.indexOf(' '))));
    }
    for (const [old, length] of shared) {
      const similarity = length / Math.max(old.text!.length, file.text!.length, 1);
      if (similarity >= leastSimilarity) pairs.push({ from: old.path, to: file.path, similarity });
    }
  }
  const isNamesake = ({ from, to }: Pair) => (nameOf(from) === nameOf(to) ? 1 : 0);
  return pairs.sort((a, b) => b.similarity - a.similarity || isNamesake(b) - isNamesake(a));
}

/** The number of times that a file has each line, by the line's length and hash. */
function linesOf({ text = '' }: OneSidedFile): Map<string, number> {
  const lines = new Map<string, number>();
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const key = `${line.length} ${textHash(line)}`;
    lines.set(key, (lines.get(key) ?? 0) + 1);
  }
  return lines;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
