import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { call, type RequestError, type RequestOf } from './client';
import type { AnswerOf, ItemOf, ListName, OperationName } from './contracts';
import { useChange, type Change } from './use-change';
import { useRepeatableCall } from './use-repeatable-call';

type Reading<N extends OperationName> = Pick<RequestOf<N>, 'params' | 'query'> & { enabled?: boolean };

const keyOf = (name: string, { params, query }: { params?: unknown; query?: unknown }) => [
  name,
  params ?? {},
  query ?? {},
];

/** Reads an operation, and keeps the answer for those who ask for the same. */
export function useOperation<N extends OperationName>(
  name: N,
  { enabled, ...request }: Reading<N> = {},
): UseQueryResult<AnswerOf<N>, RequestError> {
  return useQuery<AnswerOf<N>, RequestError>({
    queryKey: keyOf(name, request),
    queryFn: ({ signal }) => call(name, { ...request, signal }),
    enabled,
  });
}

export interface ListResult<T> {
  items: T[];
  isPending: boolean;
  error: RequestError | null;
  hasMore: boolean;
  loadMore(): void;
  isLoadingMore: boolean;
}

/** Reads a list page by page, and again every `refetchInterval` ms where that is given. */
export function useList<N extends ListName>(
  name: N,
  { enabled, refetchInterval, ...request }: Reading<N> & { refetchInterval?: number } = {},
): ListResult<ItemOf<N>> {
  const list = useInfiniteQuery({
    queryKey: ['list', ...keyOf(name, request)],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(name, { ...request, query: { ...request.query, page: pageParam } as RequestOf<N>['query'], signal }),
    getNextPageParam: (last) => (last as { next?: { page: string } }).next?.page,
    enabled,
    refetchInterval,
  });
  return {
    items: (list.data?.pages ?? []).flatMap((page) => (page as { items: ItemOf<N>[] }).items),
    isPending: list.isPending,
    error: list.error as RequestError | null,
    hasMore: list.hasNextPage,
    loadMore: () => void list.fetchNextPage(),
    isLoadingMore: list.isFetchingNextPage,
  };
}

/** Calls an operation that changes something. Afterwards it reads the answers of the named operations again. */
export function useAction<N extends OperationName>(
  name: N,
  changes: readonly OperationName[] = [],
): Change<AnswerOf<N>, RequestOf<N>> {
  const client = useQueryClient();
  const send = useRepeatableCall();
  return useChange<AnswerOf<N>, RequestOf<N>>(
    (request) => send(name, request),
    () => readAgain(client, changes),
  );
}

/** Reads the answers of operations again, and ends when those that are shown have been read. */
export const readAgain = (client: QueryClient, names: readonly OperationName[]): Promise<unknown> =>
  Promise.all(
    names.flatMap((name) => [
      client.invalidateQueries({ queryKey: [name] }),
      client.invalidateQueries({ queryKey: ['list', name] }),
    ]),
  );
