import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callWithTag, type RequestError } from '../../../api/client';
import type { AnswerOf, BodyOf } from '../../../api/contracts';

type Params = { organizationId: string; siteId: string };
export type Look = AnswerOf<'getSiteCustomizationById'>;

/** The look of a site, and a way to save it. It is saved whole, so only over the version that was read. */
export function useLook(params: Params) {
  const client = useQueryClient();
  const queryKey = ['getSiteCustomizationById', params];
  const look = useQuery<{ answer: Look; tag: string | null }, RequestError>({
    queryKey,
    queryFn: ({ signal }) => callWithTag('getSiteCustomizationById', { params, signal }),
    // What is being edited is not replaced by what somebody else saved.
    refetchOnWindowFocus: false,
  });
  const save = useMutation<{ answer: Look; tag: string | null }, RequestError, Look>({
    mutationFn: (body) =>
      callWithTag('updateSiteCustomizationById', {
        params,
        body: body as BodyOf<'updateSiteCustomizationById'>,
        ifMatch: look.data?.tag ?? undefined,
      }),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      return Promise.all(['getSiteById', 'listSites'].map((name) => client.invalidateQueries({ queryKey: [name] })));
    },
  });
  return { look, save };
}
