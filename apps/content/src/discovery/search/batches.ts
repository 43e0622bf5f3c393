/** Pages that an engine gets at once. */
export const batchPages = 100;

export function* batches<T>(items: readonly T[], size: number): Iterable<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
