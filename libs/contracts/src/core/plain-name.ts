/**
 * The name that a program gives itself, as one line of at most so many characters, without characters that change how text is
 * shown. Undefined if nothing is left.
 */
export function plainName(name: unknown, longest: number): string | undefined {
  if (typeof name !== 'string') return undefined;
  const text = name.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '').trim();
  return [...text].slice(0, longest).join('').trim() || undefined;
}
