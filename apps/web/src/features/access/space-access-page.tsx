import { useParams } from '@tanstack/react-router';
import { useAction, useList, useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { useNotices } from '../../ui/notices';
import { Failure } from '../../ui/states';
import { AccessScreen } from './access-screen';

const changed = [
  'listPermissionsAggregateInSpace',
  'listTeamPermissionsInSpace',
  'listUserPermissionsInSpace',
] as const;

/** The access to a space, with its reasons. */
export default function SpaceAccessPage() {
  const { organizationId, spaceId } = useParams({ from: '/o/$organizationId/s/$spaceId/~/access' });
  const params = { spaceId };
  const space = useOperation('getSpaceById', { params });
  const effective = useList('listPermissionsAggregateInSpace', { params });
  const teams = useList('listTeamPermissionsInSpace', { params });
  const invite = useAction('inviteToSpace', changed);
  const removeUser = useAction('removeUserFromSpace', changed);
  const removeTeam = useAction('removeTeamFromSpace', changed);
  const update = useAction('updateSpaceById', ['getSpaceById', ...changed]);
  const notices = useNotices();
  const title = space.data?.title || 'Untitled';
  return (
    <>
      <Bar crumbs={[{ label: title, to: `/o/${organizationId}/s/${spaceId}` }, { label: 'Access' }]} />
      <div className="content">
        <div className="content-head">
          <h1>Access</h1>
        </div>
        {space.error && <Failure error={space.error} />}
        <AccessScreen
          organizationId={organizationId}
          noun="space"
          target={spaceId}
          defaultLevel={space.data?.defaultLevel}
          canInherit={space.data?.parent !== undefined}
          canManage={space.data?.permissions.admin ?? false}
          effective={effective}
          teams={teams}
          error={invite.error ?? removeUser.error ?? removeTeam.error}
          onInvite={(body) => invite.mutate({ params, body }, notices.outcome('The role is given.'))}
          onRemoveUser={(userId) =>
            removeUser.mutate({ params: { spaceId, userId } }, notices.outcome('The role is removed.'))
          }
          onRemoveTeam={(teamId) =>
            removeTeam.mutate({ params: { spaceId, teamId } }, notices.outcome('The role is removed.'))
          }
          onDefaultLevel={(defaultLevel) =>
            update.mutate({ params, body: { defaultLevel } }, notices.outcome('The access of members is changed.'))
          }
        />
      </div>
    </>
  );
}
