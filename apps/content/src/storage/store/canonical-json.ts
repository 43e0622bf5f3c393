import { hash } from 'node:crypto';

/** Hexadecimal digits kept of a SHA-256: 128 bits are enough, as hashes are compared within one organization only. */
const HASH_DIGITS = 32;

/**
 * The canonical JSON text of a value: members sorted by UTF-16 code units, no white space, absent members left out
 * (the member order and number form of RFC 8785). Two values that are the same in JSON have the same text.
 * Throws a TypeError for values that JSON cannot represent: NaN, infinities, functions, symbols, bigints and cycles that
 * overflow the stack.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`JSON cannot hold the number ${value}`);
      return JSON.stringify(value);
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value as Record<string, unknown>);
    default:
      throw new TypeError(`JSON cannot hold a ${typeof value}`);
  }
}

/** The content hash of a JSON value: the first 128 bits of the SHA-256 of its canonical text, as 32 hex digits. */
export function contentHash(value: unknown): string {
  return textHash(canonicalJson(value));
}

/** The first 128 bits of the SHA-256 of a text in UTF-8, as 32 hex digits. */
export function textHash(text: string): string {
  return hash('sha256', text).slice(0, HASH_DIGITS);
}

function canonicalArray(values: readonly unknown[]): string {
  let text = '[';
  for (let index = 0; index < values.length; index++) {
    if (index > 0) text += ',';
    text += canonicalJson(values[index] ?? null);
  }
  return `${text}]`;
}

function canonicalObject(value: Record<string, unknown>): string {
  let text = '{';
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined) continue;
    if (text.length > 1) text += ',';
    text += `${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `${text}}`;
}

/**
 * A value with the members of its objects in the order that Postgres returns: jsonb sorts names by their length
 * in bytes, then by their bytes. A frozen value came from Postgres and stays.
 */
export function inStoredOrder<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return value.map(inStoredOrder) as T;
  const members = Object.entries(value).map(([name, member]) => ({
    name: Buffer.from(name),
    member: inStoredOrder(member),
  }));
  members.sort(({ name: one }, { name: other }) => one.length - other.length || one.compare(other));
  return Object.fromEntries(members.map(({ name, member }) => [name.toString(), member])) as T;
}
