import { useNavigate } from '@tanstack/react-router';
import { MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client';
import { IconButton } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu';
import { useNotices } from '../../ui/notices';
import { CreatePageDialog } from './create-page-dialog';
import { pagePath, type PagePlace } from './page-links';
import { indented, outdented, type PageInTree, type PagePosition } from './page-position';
import { PageSettingsDialog } from './page-settings-dialog';
import { usePageChanges } from './use-page-changes';

interface PageMenuProps {
  place: PagePlace & { changeRequestId: string };
  position: PageInTree;
}

/** What can be done with a page of a change request. */
export function PageMenu({ place, position }: PageMenuProps) {
  const { page, parent, index, siblings } = position;
  const [opened, setOpened] = useState<'create' | 'settings' | 'delete'>();
  const close = () => setOpened(undefined);
  const changes = usePageChanges(place);
  const notices = useNotices();
  const navigate = useNavigate();
  const change = (one: object) => changes.mutate([one as never], { onError: (error) => notices.error(error) });
  const into = parent?.page.id ?? null;
  const move = (to: PagePosition | undefined) => to && change({ operation: 'update_page', page: page.id, ...to });
  const duplicate = async () => {
    const markdown = await readMarkdown(place, page.id);
    const title = `${page.title} (copy)`;
    change({ operation: 'insert_page', title, ...(into && { into }), at: index + 1, document: { markdown } });
  };
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
        <MenuItem onSelect={() => setOpened('create')}>New page below</MenuItem>
        <MenuItem onSelect={() => setOpened('settings')}>Settings</MenuItem>
        {page.type === 'document' && (
          <MenuItem onSelect={() => void duplicate().catch((error: unknown) => notices.error(error as Error))}>
            Duplicate
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem disabled={index === 0} onSelect={() => move({ into, at: index - 1 })}>
          Move up
        </MenuItem>
        <MenuItem disabled={index === siblings.length - 1} onSelect={() => move({ into, at: index + 1 })}>
          Move down
        </MenuItem>
        <MenuItem disabled={!indented(position)} onSelect={() => move(indented(position))}>
          Move below the page before
        </MenuItem>
        <MenuItem disabled={!parent} onSelect={() => move(outdented(position))}>
          Move up a level
        </MenuItem>
        <MenuItem onSelect={() => change({ operation: 'update_page', page: page.id, hidden: !isHidden })}>
          {isHidden ? 'Show in the navigation' : 'Hide from the navigation'}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={() => setOpened('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {opened === 'create' && <CreatePageDialog place={place} parent={page.id} onClose={close} />}
      {opened === 'settings' && <PageSettingsDialog page={page} place={place} onClose={close} />}
      <ConfirmDialog
        title={`Delete “${page.title}”?`}
        description="It is deleted in this change request, with the pages below it. The main content keeps it until the change request is merged."
        action="Delete"
        isOpen={opened === 'delete'}
        isBusy={changes.isPending}
        onClose={close}
        onConfirm={() =>
          changes.mutate([{ operation: 'delete_page', page: page.id } as never], {
            onSuccess: () => {
              close();
              void navigate({ to: pagePath(place) });
            },
            onError: (error) => {
              close();
              notices.error(error);
            },
          })
        }
      />
    </>
  );
}

/** The Markdown of a page, without its front matter, which names what each page has of its own. */
async function readMarkdown({ spaceId, changeRequestId }: PageMenuProps['place'], pageId: string): Promise<string> {
  const params = { spaceId, changeRequestId, pageId };
  const page = await call('getPageInChangeRequestById', { params, query: { format: 'markdown', metadata: false } });
  return 'markdown' in page ? (page.markdown ?? '') : '';
}
