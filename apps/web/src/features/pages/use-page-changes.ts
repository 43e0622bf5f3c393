import { useQueryClient } from '@tanstack/react-query';
import { useChange, type Change } from '../../api/use-change';
import { useRepeatableCall } from '../../api/use-repeatable-call';
import { editContent, type ContentChange, type EditedContent } from './edit-content';
import { readContentAgain } from './read-content-again';
import type { ContentPlace } from './use-pages';

/** Changes pages of a change request, or of the space itself: all of the changes or none. */
export function usePageChanges(place: ContentPlace): Change<EditedContent, ContentChange[]> {
  const client = useQueryClient();
  const send = useRepeatableCall();
  return useChange(
    (changes) => editContent(place, changes, {}, send),
    () => readContentAgain(client, place.spaceId),
  );
}
