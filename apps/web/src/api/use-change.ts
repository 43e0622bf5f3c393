import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { RequestError } from './client';

interface Callbacks<T> {
  onSuccess?(answer: T): unknown;
  onError?(error: RequestError): unknown;
  onSettled?(): unknown;
}

export type Change<T, V> = Omit<UseMutationResult<T, RequestError, V>, 'mutate'> & {
  mutate(given: V, callbacks?: Callbacks<T>): void;
};

/**
 * Changes something, and then does `after`. Unlike those of React Query, the callbacks of a call run also where the component is gone
 * by then, or has called again: without them nobody would learn that the change failed.
 */
export function useChange<T, V>(change: (given: V) => Promise<T>, after: () => Promise<unknown>): Change<T, V> {
  const mutation = useMutation<T, RequestError, V>({ mutationFn: change, onSuccess: after });
  const mutate = (given: V, { onSuccess, onError, onSettled }: Callbacks<T> = {}) => {
    mutation
      .mutateAsync(given)
      // Without `onError` the component shows the error of the change itself.
      .then(onSuccess, onError ?? (() => undefined))
      .finally(onSettled);
  };
  return { ...mutation, mutate };
}
