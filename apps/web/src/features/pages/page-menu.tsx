import { useParams } from '@tanstack/react-router';
import { MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { RevisionPage } from '../../api/contracts';
import { useNavigateFromHere } from '../../app/use-navigate-from-here';
import { IconButton } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu';
import { useNotices } from '../../ui/notices';
import CreatePageDialog from './create-page-dialog';
import { PageSettingsDialog } from './page-settings-dialog';
import { useDuplicatePage } from './use-duplicate-page';
import { pagePath, type PagePlace } from './page-links';
import { holdsPages } from './page-moves';
import { usePageChanges } from './use-page-changes';

interface PageMenuProps {
  page: RevisionPage;
  place: PagePlace;
  /** The page above, and the place among its pages. */
  parent?: string;
  index: number;
  siblings: number;
}

/** The actions for a page that is edited. */
export default function PageMenu({ page, place, parent, index, siblings }: PageMenuProps) {
  const [isDeleting, setDeleting] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const [isSetting, setSetting] = useState(false);
  const copies = useDuplicatePage(place);
  const changes = usePageChanges(place);
  const notices = useNotices();
  const navigate = useNavigateFromHere();
  const { _splat: openPath = '' } = useParams({ strict: false });
  const isOpen = 'path' in page && `${openPath}/`.startsWith(`${page.path}/`);
  const move = (at: number) =>
    changes.mutate([{ operation: 'update_page', page: page.id, into: parent ?? null, at }], {
      onError: (error) => notices.error(error),
    });
  const isHidden = 'hidden' in page && page.hidden === true;
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${page.title}`} className="row-action">
            <MoreHorizontal size={15} />
          </IconButton>
        }
      >
        {holdsPages(page) && <MenuItem onSelect={() => setCreating(true)}>New page below</MenuItem>}
        <MenuItem onSelect={() => setSetting(true)}>Settings</MenuItem>
        {page.type === 'document' && (
          <MenuItem disabled={copies.isPending} onSelect={() => void copies.duplicate(page, parent, index + 1)}>
            Duplicate
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem disabled={index === 0} onSelect={() => move(index - 1)}>
          Move up
        </MenuItem>
        <MenuItem disabled={index === siblings - 1} onSelect={() => move(index + 1)}>
          Move down
        </MenuItem>
        {page.type !== 'computed' && (
          <MenuItem
            onSelect={() =>
              changes.mutate([{ operation: 'update_page', page: page.id, hidden: !isHidden }], {
                onError: (error) => notices.error(error),
              })
            }
          >
            {isHidden ? 'Show in the navigation' : 'Hide from the navigation'}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem danger onSelect={() => setDeleting(true)}>
          Delete
        </MenuItem>
      </Menu>
      {isSetting && <PageSettingsDialog page={page} place={place} onClose={() => setSetting(false)} />}
      {isCreating && <CreatePageDialog place={place} parent={page.id} onClose={() => setCreating(false)} />}
      <ConfirmDialog
        title={`Delete “${page.title}”?`}
        description={
          place.isLive
            ? 'It is deleted with the pages below it, and readers see it no longer. History keeps it.'
            : 'It is deleted in this change request, with the pages below it. The main content keeps it until the change request is merged.'
        }
        action="Delete"
        isOpen={isDeleting}
        isBusy={changes.isPending}
        onClose={() => setDeleting(false)}
        onConfirm={() =>
          changes.mutate([{ operation: 'delete_page', page: page.id }], {
            onSuccess: () => {
              setDeleting(false);
              if (isOpen) void navigate({ to: pagePath(place) });
            },
            onError: (error) => {
              setDeleting(false);
              notices.error(error);
            },
          })
        }
      />
    </>
  );
}
