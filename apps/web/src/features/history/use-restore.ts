import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type RequestError } from '../../api/client';
import { useRepeatableCall } from '../../api/use-repeatable-call';
import { useNavigateFromHere } from '../../app/use-navigate-from-here';
import { useNotices } from '../../ui/notices';
import { pagePath } from '../pages/page-links';
import { restoringChanges } from './page-trees';

interface RestoreInput {
  revision: string;
  /** When the revision was made, as the change request names it. */
  date: string;
  /** The page to restore alone. */
  page?: { id: string; title: string };
}

/** Changes that one call takes. */
const atOnce = 50;

/** Opens a change request that makes a space, or one page of it, what it was in a revision, and goes there. */
export function useRestore({ organizationId, spaceId }: { organizationId: string; spaceId: string }) {
  const client = useQueryClient();
  const navigate = useNavigateFromHere();
  const notices = useNotices();
  const send = useRepeatableCall();
  return useMutation<string, RequestError, RestoreInput>({
    mutationFn: async ({ revision, date, page }) => {
      const changes = page
        ? [{ operation: 'revert_page' as const, page: page.id, revision }]
        : await changesOf(spaceId, revision);
      const subject = `Restore ${page ? `“${page.title}”` : 'the space'} as of ${date}`.slice(0, 100);
      const { id } = await send('createChangeRequest', { params: { spaceId }, body: { subject } });
      const params = { spaceId, changeRequestId: id };
      try {
        for (let at = 0; at < changes.length; at += atOnce) {
          const body = { changes: changes.slice(at, at + atOnce) } as never;
          await call('updateChangeRequestContent', { params, body });
        }
      } catch (error) {
        // Nobody merges half of the changes.
        await call('updateChangeRequestById', { params, body: { status: 'archived' } }).catch(() => undefined);
        throw error;
      }
      return id;
    },
    onSuccess: async (changeRequestId) => {
      await client.invalidateQueries({ queryKey: ['list', 'listChangeRequestsForSpace'] });
      await navigate({ to: pagePath({ organizationId, spaceId, changeRequestId }) });
    },
    onError: (error) => notices.error(error),
  });
}

async function changesOf(spaceId: string, revisionId: string) {
  // Computed pages come back with the page that they are computed for.
  const query = { computed: false };
  const [current, wanted] = await Promise.all([
    call('listPages', { params: { spaceId }, query }),
    call('listPagesInRevisionById', { params: { spaceId, revisionId }, query }),
  ]);
  return restoringChanges(current.pages, wanted.pages, revisionId);
}
