/**
 * A copy of a JSON value without characters that Postgres cannot store in text: NUL and unpaired surrogates become U+FFFD.
 * The same value where there is nothing to replace.
 */
export function wellFormed<T>(value: T): T {
  return isWellFormed(JSON.stringify(value) ?? '') ? value : (cleaned(value) as T);
}

/** JSON text of `wellFormed(value)`. */
export function wellFormedJson(value: unknown): string {
  const json = JSON.stringify(value);
  return isWellFormed(json) ? json : JSON.stringify(cleaned(value));
}

/** JSON.stringify escapes exactly these characters in this way; a text with such an escape in it is copied needlessly. */
const isWellFormed = (json: string): boolean => !/\\u(?:0000|d[89a-f])/.test(json);

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD').toWellFormed();
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [cleaned(name), cleaned(member)]));
}

/** At most so many UTF-16 code units, without splitting a character. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
