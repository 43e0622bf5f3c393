export interface ValueStore<V> {
  /** Reads the value that is stored now, with the `ETag` of what holds it. */
  read(): Promise<{ value: V; tag: string | null }>;
  /** Stores a value over a version; answers what is stored then. */
  write(value: V, ifMatch: string | undefined): Promise<V>;
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Stores `next`, unless another user has saved a value since `begun` was read. Answers what is stored then, and whether that is
 * `next`. Where `next` is stored already, an attempt before has arrived and its answer was lost: it is stored again.
 */
export async function replaceValue<V>(
  begun: V,
  next: V,
  { read, write }: ValueStore<V>,
): Promise<{ stored: V; isSaved: boolean }> {
  const { value, tag } = await read();
  if (!isSame(value, begun) && !isSame(value, next)) return { stored: value, isSaved: false };
  return { stored: await write(next, tag ?? undefined), isSaved: true };
}
