import { useQuery } from '@tanstack/react-query';
import { call, type RequestError } from '../../../api/client';
import type { BodyOf } from '../../../api/contracts';
import { rowsOf, type Row } from './rows';

type Question = BodyOf<'aggregateSiteEvents'>;
export type Range = 'last7Days' | 'last30Days' | 'last3Months' | 'lastYear';

export interface Aggregate {
  rows: Row[];
  isPending: boolean;
  error: RequestError | null;
}

/** Counts what readers did, as rows that have a value for each column that was asked for. */
export function useAggregate(params: { organizationId: string; siteId: string }, body: Question): Aggregate {
  const { data, isPending, error } = useQuery<Row[], RequestError>({
    queryKey: ['aggregateSiteEvents', params, body],
    queryFn: async ({ signal }) => rowsOf((await call('aggregateSiteEvents', { params, body, signal })).columns),
  });
  return { rows: data ?? [], isPending, error };
}
