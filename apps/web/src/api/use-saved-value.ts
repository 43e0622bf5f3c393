import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RequestError } from './client';
import type { OperationName } from './contracts';
import { readAgain } from './queries';
import { isSame, replaceValue, type ValueStore } from './replace-value';
import { useChange } from './use-change';

interface SavedValueOptions<V> extends ValueStore<V> {
  /** The value with which the form begins. */
  value: V;
  /** The operations whose answers are read again afterwards. */
  changes: readonly OperationName[];
}

/**
 * Saves a value that is replaced as a whole, unless another user has saved one since the form began. The values are compared, because
 * the version of an organization or a site changes with all its other fields.
 */
export function useSavedValue<V>({ value, read, write, changes }: SavedValueOptions<V>) {
  const client = useQueryClient();
  const [begun, setBegun] = useState({ stored: value, shown: value });
  const change = async (next: V) => {
    const { stored, isSaved } = await replaceValue(begun.stored, next, { read, write });
    setBegun({ stored, shown: isSaved ? next : stored });
    if (!isSaved)
      throw new RequestError(
        412,
        'Another user changed this in the meantime. Save again to overwrite it with yours, or reload the page.',
      );
  };
  const save = useChange<void, V>(change, () => readAgain(client, changes));
  return { save, isChanged: (next: V) => !isSame(next, begun.shown) };
}
