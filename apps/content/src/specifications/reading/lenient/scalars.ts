/** Kinds of single values. */
export type ScalarKind = 'text' | 'flag' | 'number';

/** The name of each kind in messages. */
export const scalarNames: Record<ScalarKind, string> = { text: 'text', flag: 'true or false', number: 'a number' };

export const isScalar = (value: unknown, kind: ScalarKind): boolean =>
  typeof value === { text: 'string', flag: 'boolean', number: 'number' }[kind];

/** The value converted to another kind; undefined where that is not possible. */
export function scalarOf(value: unknown, kind: ScalarKind): unknown {
  if (kind === 'text') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
  if (kind === 'flag') return typeof value === 'string' ? flags[value.trim().toLowerCase()] : undefined;
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined;
}

const flags: Record<string, boolean | undefined> = { true: true, yes: true, false: false, no: false };
