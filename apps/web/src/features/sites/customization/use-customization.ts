import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { call, callWithTag, type RequestError } from '../../../api/client';
import type { AnswerOf, BodyOf } from '../../../api/contracts';
import { overrideOf } from './override';

export type Customization = AnswerOf<'getSiteCustomizationById'>;
type TaggedCustomization = { answer: Customization; tag: string | null };

/** A customization that is not saved yet, and the one with which its edit began. */
export interface CustomizationDraft {
  customization: Customization;
  begun: TaggedCustomization;
}

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

/**
 * Saves a customization over the version with which its edit began: a newer one may have been read since. `onOutdated` is given the
 * one of another user that is in the way.
 */
export function useSaveCustomization(
  place: CustomizationPlace,
  ofSite: Customization | undefined,
  onOutdated: (now: TaggedCustomization) => void,
) {
  const client = useQueryClient();
  const { siteSpaceId, ...params } = place;
  const renew = useRenewLooks();
  return useMutation<TaggedCustomization, RequestError, CustomizationDraft>({
    mutationFn: ({ customization: body, begun }) => {
      const ifMatch = begun.tag ?? undefined;
      return siteSpaceId === undefined
        ? callWithTag('updateSiteCustomizationById', {
            params,
            body: body as BodyOf<'updateSiteCustomizationById'>,
            ifMatch,
          })
        : callWithTag('overrideSiteSpaceCustomizationById', {
            params: { ...params, siteSpaceId },
            body: overrideOf(ofSite!, begun.answer, body),
            ifMatch,
          });
    },
    onSuccess: () => renew(),
    onError: async ({ code }) => {
      if (code !== 412) return;
      await renew();
      const now = client.getQueryData<TaggedCustomization>(keyOf(place));
      if (now) onOutdated(now);
    },
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
