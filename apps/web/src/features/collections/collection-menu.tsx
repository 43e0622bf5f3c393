import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { Collection } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { useNavigateFromHere } from '../../app/use-navigate-from-here';
import { IconButton } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu';
import { useNotices } from '../../ui/notices';
import { AddSpacesDialog } from './add-spaces-dialog';
import { CollectionSettingsDialog } from './collection-settings-dialog';
import { CreateCollectionDialog } from './create-collection-dialog';
import { MoveDialog } from './move-dialog';

/** The actions for a collection that the user may do. */
export function CollectionMenu({ organizationId, collection }: { organizationId: string; collection: Collection }) {
  const [asking, setAsking] = useState<'edit' | 'spaces' | 'collection' | 'move' | 'delete'>();
  const move = useAction('moveCollection', ['getCollectionById', 'listCollectionsInOrganizationById']);
  const remove = useAction('deleteCollectionById', [
    'listSpacesInOrganizationById',
    'listCollectionsInOrganizationById',
  ]);
  const client = useQueryClient();
  const navigate = useNavigateFromHere();
  const notices = useNotices();
  const { id, parent, permissions } = collection;
  const title = collection.title || 'Untitled';
  const params = { collectionId: id };
  const close = () => setAsking(undefined);
  const leave = async () => {
    await (parent
      ? navigate({ to: '/o/$organizationId/c/$collectionId', params: { organizationId, collectionId: parent } })
      : navigate({ to: '/o/$organizationId', params: { organizationId } }));
    // Not before: the lists of the collection itself are gone.
    await client.invalidateQueries({ queryKey: ['list', 'listSpacesInCollectionById'] });
  };
  if (!permissions.admin && !permissions.create) return null;
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${title}`}>
            <Ellipsis size={16} />
          </IconButton>
        }
      >
        {permissions.create && (
          <>
            <MenuItem onSelect={() => setAsking('spaces')}>Put spaces here…</MenuItem>
            <MenuItem onSelect={() => setAsking('collection')}>New collection here</MenuItem>
          </>
        )}
        {permissions.admin && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => setAsking('edit')}>Edit title and description</MenuItem>
            <MenuItem onSelect={() => setAsking('move')}>Move to…</MenuItem>
            <MenuSeparator />
            <MenuItem danger onSelect={() => setAsking('delete')}>
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
      {asking === 'spaces' && (
        <AddSpacesDialog organizationId={organizationId} collection={collection} onClose={close} />
      )}
      {asking === 'collection' && (
        <CreateCollectionDialog organizationId={organizationId} parent={id} onClose={close} />
      )}
      {asking === 'edit' && <CollectionSettingsDialog collection={collection} onClose={close} />}
      {asking === 'move' && (
        <MoveDialog
          organizationId={organizationId}
          title={title}
          parent={parent}
          moved={id}
          isBusy={move.isPending}
          error={move.error}
          onMove={(target) =>
            move.mutate(
              { params, body: { parent: target } },
              {
                onSuccess: () => {
                  close();
                  notices.success('The collection is moved.');
                },
              },
            )
          }
          onClose={close}
        />
      )}
      <ConfirmDialog
        title={`Delete “${title}”?`}
        description="Only the collection is deleted. Its spaces and collections move to the one above, and keep the roles that were given on them."
        action="Delete"
        isOpen={asking === 'delete'}
        isBusy={remove.isPending}
        onClose={close}
        onConfirm={() =>
          remove.mutate(
            { params },
            {
              onSuccess: () => {
                notices.success('The collection is deleted.');
                void leave();
              },
              onError: notices.error,
              onSettled: close,
            },
          )
        }
      />
    </>
  );
}
