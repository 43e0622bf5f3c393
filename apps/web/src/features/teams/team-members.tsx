import { useAction, useList } from '../../api/queries';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/states';

/** The members of a team, and a way to add others of the organization. */
export function TeamMembers({ organizationId, teamId }: { organizationId: string; teamId: string }) {
  const changed = ['listTeamMembersInOrganizationById', 'listTeamsInOrganizationById'] as const;
  const members = useList('listTeamMembersInOrganizationById', { params: { organizationId, teamId } });
  const all = useList('listMembersInOrganizationById', { params: { organizationId } });
  const add = useAction('addMemberToOrganizationTeamById', changed);
  const remove = useAction('deleteMemberFromOrganizationTeamById', changed);
  const inside = new Set(members.items.map(({ organization: { user } }) => user.id));
  const others = all.items.filter(({ user }) => !inside.has(user.id));
  const error = members.error ?? add.error ?? remove.error;
  return (
    <div className="stack" style={{ flexBasis: '100%' }}>
      {error && <Failure error={error} />}
      {members.items.map(({ organization: { user }, team }) => (
        <div key={user.id} className="row">
          <Avatar name={user.displayName} photoURL={user.photoURL} />
          <span className="grow">{user.displayName}</span>
          <select
            className="input fitting"
            aria-label={`Role of ${user.displayName} in the team`}
            value={team.role}
            onChange={(event) =>
              add.mutate({
                params: { organizationId, teamId, userId: user.id },
                body: { role: event.target.value as typeof team.role },
              })
            }
          >
            <option value="member">Member</option>
            <option value="owner">Owner: manages the members</option>
          </select>
          <Button
            small
            look="ghost"
            onClick={() => remove.mutate({ params: { organizationId, teamId, userId: user.id } })}
          >
            Remove
          </Button>
        </div>
      ))}
      {others.length > 0 && (
        <select
          className="input"
          aria-label="Add a member"
          value=""
          onChange={(event) =>
            add.mutate({
              params: { organizationId, teamId, userId: event.target.value },
              body: { role: 'member' } as never,
            })
          }
        >
          <option value="">Add a member…</option>
          {others.map(({ user }) => (
            <option key={user.id} value={user.id}>
              {user.displayName}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
