import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestError } from '../../api/client';
import { editContent, type ContentChange, type EditedContent } from './edit-content';
import type { ContentPlace } from './use-pages';

/** Changes pages of a change request, or of the space itself: all of the changes or none. */
export function usePageChanges(place: ContentPlace) {
  const { spaceId } = place;
  const client = useQueryClient();
  return useMutation<EditedContent, RequestError, ContentChange[]>({
    mutationFn: (changes) => editContent(place, changes),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['pages', spaceId] }),
        client.invalidateQueries({ queryKey: ['page', spaceId] }),
        client.invalidateQueries({ queryKey: ['getChangeRequestChanges'] }),
        client.invalidateQueries({ queryKey: ['getChangeRequestById'] }),
      ]),
  });
}
