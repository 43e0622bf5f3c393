import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RequestError } from './client';
import type { OperationName } from './contracts';
import { readAgain } from './queries';
import { useChange } from './use-change';

interface SavedValueOptions<V> {
  /** The value with which the form begins. */
  value: V;
  /** Reads the value that is stored now, with the `ETag` of what holds it. */
  read(): Promise<{ value: V; tag: string | null }>;
  /** Stores a value over a version; answers what is stored then. */
  write(value: V, ifMatch: string | undefined): Promise<V>;
  /** The operations whose answers are read again afterwards. */
  changes: readonly OperationName[];
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Saves a value that is replaced as a whole, unless another user has saved one since the form began. The values are compared, because
 * the version of an organization or a site changes with all its other fields.
 */
export function useSavedValue<V>({ value, read, write, changes }: SavedValueOptions<V>) {
  const client = useQueryClient();
  const [begun, setBegun] = useState({ stored: value, shown: value });
  const change = async (next: V) => {
    const now = await read();
    if (!isSame(now.value, begun.stored)) {
      setBegun({ stored: now.value, shown: now.value });
      throw new RequestError(
        412,
        'Another user changed this in the meantime. Save again to overwrite it with yours, or reload the page.',
      );
    }
    setBegun({ stored: await write(next, now.tag ?? undefined), shown: next });
  };
  const save = useChange<void, V>(change, () => readAgain(client, changes));
  return { save, isChanged: (next: V) => !isSame(next, begun.shown) };
}
