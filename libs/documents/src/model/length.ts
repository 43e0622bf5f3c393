/** Lengths are a number of pixels, or `{ value, unit }`; in Markdown `375` or `50%`. */
export function readLength(source: string): number | { unit: string; value: number } | undefined {
  const match = /^(\d+(?:\.\d+)?)([a-z%]*)$/.exec(source.trim());
  if (!match) return undefined;
  const value = Number(match[1]);
  return match[2] ? { unit: match[2], value } : value;
}

export function formatLength(length: unknown): string | undefined {
  if (typeof length === 'number') return String(length);
  if (typeof length !== 'object' || length === null || !('value' in length) || !('unit' in length)) return undefined;
  return `${String(length.value)}${String(length.unit)}`;
}
