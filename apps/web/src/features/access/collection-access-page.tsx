import { useParams } from '@tanstack/react-router';
import { useAction, useList, useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { useNotices } from '../../ui/notices';
import { Failure } from '../../ui/states';
import { AccessScreen } from './access-screen';

const changed = [
  'listPermissionsAggregateInCollection',
  'listTeamPermissionsInCollection',
  'listUserPermissionsInCollection',
] as const;

/** The access to a collection, with its reasons. */
export default function CollectionAccessPage() {
  const { organizationId, collectionId } = useParams({ from: '/o/$organizationId/c/$collectionId/access' });
  const params = { collectionId };
  const collection = useOperation('getCollectionById', { params });
  const effective = useList('listPermissionsAggregateInCollection', { params });
  const teams = useList('listTeamPermissionsInCollection', { params });
  const invite = useAction('inviteToCollection', changed);
  const removeUser = useAction('removeUserFromCollection', changed);
  const removeTeam = useAction('removeTeamFromCollection', changed);
  const update = useAction('updateCollectionById', ['getCollectionById', ...changed]);
  const notices = useNotices();
  const title = collection.data?.title ?? '…';
  return (
    <>
      <Bar crumbs={[{ label: title, to: `/o/${organizationId}/c/${collectionId}` }, { label: 'Access' }]} />
      <div className="content">
        <div className="content-head">
          <h1>Access</h1>
        </div>
        {collection.error && <Failure error={collection.error} />}
        <AccessScreen
          organizationId={organizationId}
          noun="collection"
          target={collectionId}
          defaultLevel={collection.data?.defaultLevel}
          canInherit={collection.data?.parent !== undefined}
          canManage={collection.data?.permissions.admin ?? false}
          effective={effective}
          teams={teams}
          error={invite.error ?? removeUser.error ?? removeTeam.error}
          onInvite={(body) => invite.mutate({ params, body }, notices.outcome('The role is given.'))}
          onRemoveUser={(userId) =>
            removeUser.mutate({ params: { collectionId, userId } }, notices.outcome('The role is removed.'))
          }
          onRemoveTeam={(teamId) =>
            removeTeam.mutate({ params: { collectionId, teamId } }, notices.outcome('The role is removed.'))
          }
          onDefaultLevel={(defaultLevel) =>
            update.mutate({ params, body: { defaultLevel } }, notices.outcome('The access of members is changed.'))
          }
        />
      </div>
    </>
  );
}
