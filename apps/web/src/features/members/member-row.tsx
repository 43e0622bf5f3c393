import type { OrganizationMember } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { Avatar } from '../../ui/avatar';
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
  const notices = useNotices();
  const { role, user, lastSeenAt, disabled, sso } = member;
  const setRole = (value: string) =>
    update.mutate(
      { params: { organizationId, userId: user.id }, body: { role: value === guest.value ? null : (value as Role) } },
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
        <select
          className="input fitting"
          aria-label={`Role of ${user.displayName}`}
          value={role ?? guest.value}
          onChange={(event) => setRole(event.target.value)}
        >
          {[...roles, guest].map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <span className="badge">{role ? nameOfRole(role) : 'Guest'}</span>
      )}
      {canManage && <MemberMenu organizationId={organizationId} member={member} />}
    </li>
  );
}
