import type { OrganizationMember } from '../../api/contracts';
import { useAction, useOperation } from '../../api/queries';
import { Avatar } from '../../ui/avatar';
import { ConfirmSelect } from '../../ui/confirm-select';
import { useNotices } from '../../ui/notices';
import { Time } from '../../ui/time';
import { nameOfRole } from '../access/reasons';
import { MemberMenu } from './member-menu';
import { guest, roles, type Role } from './roles';

interface MemberRowProps {
  organizationId: string;
  member: OrganizationMember;
  canManage: boolean;
}

/** One member, with the role in the organization. */
export function MemberRow({ organizationId, member, canManage }: MemberRowProps) {
  const update = useAction('updateMemberInOrganizationById', ['listMembersInOrganizationById']);
  const self = useOperation('getAuthenticatedUser');
  const notices = useNotices();
  const { role, user, lastSeenAt, disabled, sso } = member;
  const setRole = (given: Role | '') =>
    update.mutate(
      { params: { organizationId, userId: user.id }, body: { role: given === guest.value ? null : given } },
      notices.outcome('The role is changed.'),
    );
  return (
    <li>
      <Avatar name={user.displayName} photoURL={user.photoURL} />
      <div className="grow">
        <div className="title">{user.displayName}</div>
        <div className="meta">
          {user.email}
          {lastSeenAt && (
            <>
              , here <Time at={lastSeenAt} />
            </>
          )}
        </div>
      </div>
      {disabled && <span className="badge danger">Disabled</span>}
      {sso && <span className="badge">Single sign-on</span>}
      {canManage ? (
        <ConfirmSelect
          label={`Role of ${user.displayName}`}
          options={[...roles, guest]}
          value={role ?? guest.value}
          isBusy={update.isPending}
          onConfirm={setRole}
        />
      ) : (
        <span className="badge">{role ? nameOfRole(role) : 'Guest'}</span>
      )}
      {(canManage || self.data?.id === user.id) && (
        <MemberMenu organizationId={organizationId} member={member} canManage={canManage} />
      )}
    </li>
  );
}
