import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call, type RequestError } from '../../api/client';

/** The files of the newest version of a specification. */
export function useSpecificationContent(
  organizationId: string,
  specSlug: string | undefined,
): UseQueryResult<unknown, RequestError> {
  return useQuery<unknown, RequestError>({
    queryKey: ['content of a specification', organizationId, specSlug ?? ''],
    enabled: specSlug !== undefined && organizationId !== '',
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const params = { organizationId, specSlug: specSlug! };
      return (await call('getLatestOpenAPISpecVersionContent', { params, signal })).filesystem;
    },
  });
}
