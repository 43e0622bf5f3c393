import { GitMerge, MoreHorizontal } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { Button, IconButton } from '../../ui/button';
import { Menu, MenuItem } from '../../ui/menu';
import { useNotices } from '../../ui/notices';
import { readContentAgain } from '../pages/read-content-again';
import { isOpenRequest } from './is-open-request';
import { MergeDialog } from './merge-dialog';

interface ChangeRequestActionsProps {
  request: AnswerOf<'getChangeRequestById'>;
  permissions?: AnswerOf<'getSpaceById'>['permissions'];
}

const changes = [
  'getChangeRequestById',
  'listChangeRequestsForSpace',
  'listChangeRequestsForOrganization',
  'getSpaceById',
  'getChangeRequestChanges',
] as const;

export function ChangeRequestActions({ request, permissions }: ChangeRequestActionsProps) {
  const [isMerging, setMerging] = useState(false);
  const client = useQueryClient();
  const notices = useNotices();
  const updateFromMain = useAction('updateChangeRequest', changes);
  const update = useAction('updateChangeRequestById', changes);
  const params = { spaceId: request.space, changeRequestId: request.id };
  const setStatus = (status: 'open' | 'draft' | 'archived') =>
    update.mutate({ params, body: { status } }, { onError: (error) => notices.error(error) });
  return (
    <>
      {isOpenRequest(request) && request.outdated && permissions?.edit && (
        <Button
          small
          disabled={updateFromMain.isPending}
          onClick={() =>
            updateFromMain.mutate(
              { params },
              {
                onSuccess: ({ result }) => {
                  void readContentAgain(client, request.space);
                  notices.success(
                    result === 'update'
                      ? 'It now has the latest content of main.'
                      : 'Main changed the same places. Decide below which version stays.',
                  );
                },
                onError: (error) => notices.error(error),
              },
            )
          }
        >
          Update from main
        </Button>
      )}
      {isOpenRequest(request) && permissions?.merge && (
        <Button small look="primary" onClick={() => setMerging(true)}>
          <GitMerge aria-hidden="true" /> Merge
        </Button>
      )}
      {permissions?.edit && request.status !== 'merged' && (
        <Menu
          trigger={
            <IconButton label="More actions">
              <MoreHorizontal size={17} />
            </IconButton>
          }
        >
          {request.status !== 'open' && <MenuItem onSelect={() => setStatus('open')}>Mark as open</MenuItem>}
          {request.status !== 'draft' && <MenuItem onSelect={() => setStatus('draft')}>Mark as draft</MenuItem>}
          {request.status !== 'archived' && <MenuItem onSelect={() => setStatus('archived')}>Archive</MenuItem>}
        </Menu>
      )}
      <MergeDialog request={request} changes={changes} isOpen={isMerging} onClose={() => setMerging(false)} />
    </>
  );
}
