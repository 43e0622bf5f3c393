import type { ItemOf } from '../../api/contracts';
import { useAction, useList, useOperation } from '../../api/queries';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { ConfirmSelect } from '../../ui/confirm-select';
import { LoadMore } from '../../ui/load-more';
import { useNotices } from '../../ui/notices';
import { Failure } from '../../ui/states';
import { MemberSearch, useMemberChoice } from '../members/member-search';

type Role = ItemOf<'listTeamMembersInOrganizationById'>['team']['role'];
const teamRoles: readonly { value: Role; label: string }[] = [
  { value: 'member', label: 'Member' },
  { value: 'owner', label: 'Owner: manages the members' },
];

interface TeamMembersProps {
  organizationId: string;
  teamId: string;
  canManage: boolean;
}

/** The members of a team, and a way to add others of the organization. Every member may leave it. */
export function TeamMembers({ organizationId, teamId, canManage }: TeamMembersProps) {
  const changed = ['listTeamMembersInOrganizationById', 'listTeamsInOrganizationById'] as const;
  const members = useList('listTeamMembersInOrganizationById', { params: { organizationId, teamId } });
  const all = useMemberChoice(organizationId);
  const self = useOperation('getAuthenticatedUser');
  const put = useAction('addMemberToOrganizationTeamById', changed);
  const remove = useAction('deleteMemberFromOrganizationTeamById', changed);
  const notices = useNotices();
  /** Without a role, a member who is in the team already keeps that of now: not all members may be loaded here. */
  const add = (userId: string, role?: Role) =>
    put.mutateAsync({ params: { organizationId, teamId, userId }, body: { role } });
  const takeOut = (userId: string, name: string, role: Role) => {
    const undo = () => {
      add(userId, role).then(() => notices.success(`${name} is in the team again.`), notices.error);
    };
    remove.mutateAsync({ params: { organizationId, teamId, userId } }).then(() => {
      if (canManage) notices.undoable(`${name} is taken out of the team.`, undo);
      else notices.success('You have left the team.');
    }, notices.error);
  };
  const inside = new Set(members.items.map(({ organization: { user } }) => user.id));
  const others = all.items.filter(({ user }) => !inside.has(user.id));
  const error = members.error ?? put.error;
  return (
    <div className="stack" style={{ flexBasis: '100%' }}>
      {error && <Failure error={error} />}
      {members.items.map(({ organization: { user }, team }) => (
        <div key={user.id} className="row">
          <Avatar name={user.displayName} photoURL={user.photoURL} />
          <span className="grow">{user.displayName}</span>
          {canManage ? (
            <ConfirmSelect
              label={`Role of ${user.displayName} in the team`}
              options={teamRoles}
              value={team.role}
              isBusy={put.isPending}
              onConfirm={(role) => void add(user.id, role).catch(() => undefined)}
            />
          ) : (
            team.role === 'owner' && <span className="badge">Owner</span>
          )}
          {canManage && (
            <Button
              small
              look="ghost"
              aria-label={`Remove ${user.displayName} from the team`}
              onClick={() => takeOut(user.id, user.displayName, team.role)}
            >
              Remove
            </Button>
          )}
          {!canManage && user.id === self.data?.id && (
            <Button small look="ghost" onClick={() => takeOut(user.id, user.displayName, team.role)}>
              Leave the team
            </Button>
          )}
        </div>
      ))}
      <LoadMore list={members} />
      {canManage && <MemberSearch members={all} />}
      {canManage && others.length > 0 && (
        <ConfirmSelect
          look="wide"
          label="Add a member"
          action="Add"
          options={[
            { value: '', label: 'Add a member…' },
            ...others.map(({ user }) => ({ value: user.id, label: user.displayName })),
          ]}
          value=""
          isBusy={put.isPending}
          onConfirm={(id) => void add(id).catch(() => undefined)}
        />
      )}
    </div>
  );
}
