/**
 * A copy of a JSON value without what Postgres cannot hold in text: NUL and halves of surrogate pairs become U+FFFD.
 * The value itself where there is nothing to replace.
 */
export function wellFormed<T>(value: T): T {
  return isClean(value) ? value : (cleaned(value) as T);
}

function isClean(value: unknown): boolean {
  // JSON.stringify escapes exactly these two kinds so; a backslash in the text itself only costs a needless copy.
  return !/\\u(0000|d[89a-f])/i.test(JSON.stringify(value) ?? '');
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD').toWellFormed();
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [cleaned(name), cleaned(member)]));
}

/** At most so many UTF-16 code units, never half of a character. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
