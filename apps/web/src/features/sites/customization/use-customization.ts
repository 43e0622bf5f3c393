import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { call, callWithTag, type RequestError } from '../../../api/client';
import type { AnswerOf, BodyOf } from '../../../api/contracts';
import { overrideOf } from './override';

export type Customization = AnswerOf<'getSiteCustomizationById'>;
type TaggedCustomization = { answer: Customization; tag: string | null };

/** A site, or one of its site-spaces. */
export interface CustomizationPlace {
  organizationId: string;
  siteId: string;
  siteSpaceId?: string;
}

const name = 'customization';
const keyOf = (place: CustomizationPlace) => [name, place];

/** The customization of a site or of a site-space, which shows it whole: what it does not override is that of its site. */
export function useCustomization(place: CustomizationPlace): UseQueryResult<TaggedCustomization, RequestError> {
  const { siteSpaceId, ...params } = place;
  return useQuery<TaggedCustomization, RequestError>({
    queryKey: keyOf(place),
    queryFn: ({ signal }) =>
      siteSpaceId === undefined
        ? callWithTag('getSiteCustomizationById', { params, signal })
        : callWithTag('getSiteSpaceCustomizationById', { params: { ...params, siteSpaceId }, signal }),
    // Values that are being edited are not replaced by those that another user saved.
    refetchOnWindowFocus: false,
    // Its version is that of the site, which other screens change.
    staleTime: 0,
  });
}

/** Saves a customization over the version that was read. */
export function useSaveCustomization(
  place: CustomizationPlace,
  read: TaggedCustomization | undefined,
  ofSite: Customization | undefined,
) {
  const { siteSpaceId, ...params } = place;
  const renew = useRenewLooks();
  return useMutation<TaggedCustomization, RequestError, Customization>({
    mutationFn: (body) => {
      const ifMatch = read?.tag ?? undefined;
      return siteSpaceId === undefined
        ? callWithTag('updateSiteCustomizationById', {
            params,
            body: body as BodyOf<'updateSiteCustomizationById'>,
            ifMatch,
          })
        : callWithTag('overrideSiteSpaceCustomizationById', {
            params: { ...params, siteSpaceId },
            body: overrideOf(ofSite!, read!.answer, body),
            ifMatch,
          });
    },
    onSuccess: () => renew(),
    onError: ({ code }) => (code === 412 ? renew() : undefined),
  });
}

/** Lets a site-space look like its site again. */
export function useDropCustomization(params: Required<CustomizationPlace>) {
  const renew = useRenewLooks();
  return useMutation<unknown, RequestError, void>({
    mutationFn: () => call('deleteSiteSpaceCustomizationById', { params }),
    onSuccess: () => renew(),
  });
}

/** The customizations of a site and of its site-spaces rest on each other, and have one version. */
function useRenewLooks(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([name, 'getSiteById', 'listSites'].map((key) => client.invalidateQueries({ queryKey: [key] })));
}
