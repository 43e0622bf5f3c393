import { canonicalJson } from '../../storage/store/canonical-json';

/** A value in the base and on each side; absent where it does not exist. */
export interface Versions<T> {
  base?: T | undefined;
  main?: T | undefined;
  draft?: T | undefined;
}

interface Decision<T> {
  value: T | undefined;
  /** Both sides changed it; the draft's value is returned. */
  conflict: boolean;
}

const absent = ' absent';
const text = (value: unknown): string => (value === undefined ? absent : canonicalJson(value));

export const isSame = (one: unknown, other: unknown): boolean => one === other || text(one) === text(other);

/** The changed value; where both sides changed it, the draft's. */
export function decide<T>({ base, main, draft }: Versions<T>): Decision<T> {
  if (isSame(main, draft) || isSame(base, draft)) return { value: main, conflict: false };
  return { value: draft, conflict: !isSame(base, main) };
}

type Fields = Readonly<Record<string, unknown>>;

/** Decides field by field; `conflicts` are the names of those that both sides changed. */
export function decideFields(
  { base = {}, main = {}, draft = {} }: Versions<Fields>,
  names: Iterable<string> = new Set([...Object.keys(base), ...Object.keys(main), ...Object.keys(draft)]),
): { values: Record<string, unknown>; conflicts: string[] } {
  const values: Record<string, unknown> = {};
  const conflicts: string[] = [];
  for (const name of names) {
    const { value, conflict } = decide({ base: base[name], main: main[name], draft: draft[name] });
    if (value !== undefined) values[name] = value;
    if (conflict) conflicts.push(name);
  }
  return { values, conflicts: conflicts.sort() };
}
