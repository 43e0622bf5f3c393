/**
 * The name that a program gives itself, on one line and without what could change how it is shown, with at most so many
 * characters; undefined where nothing is left.
 */
export function plainName(name: unknown, longest: number): string | undefined {
  if (typeof name !== 'string') return undefined;
  const text = name.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '').trim();
  return [...text].slice(0, longest).join('').trim() || undefined;
}
