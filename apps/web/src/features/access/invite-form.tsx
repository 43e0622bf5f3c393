import { useState } from 'react';
import { useList } from '../../api/queries';
import { Button } from '../../ui/button';
import { MemberSearch, useMemberChoice } from '../members/member-search';
import { roles, type Role } from '../members/roles';
import type { Invitation } from './access-screen';

interface InviteFormProps {
  organizationId: string;
  onInvite(body: Invitation): void;
}

/** Gives a member or a team a role. */
export function InviteForm({ organizationId, onInvite }: InviteFormProps) {
  const params = { organizationId };
  const members = useMemberChoice(organizationId);
  const teams = useList('listTeamsInOrganizationById', { params, query: { limit: 1000 } });
  const [chosen, setChosen] = useState('');
  const [role, setRole] = useState<Role>('read');
  return (
    <form
      className="row section-row"
      aria-label="Give access"
      onSubmit={(event) => {
        event.preventDefault();
        const [kind, id = ''] = chosen.split(':');
        onInvite(kind === 'team' ? { teams: [id], role } : { users: [id], role });
        setChosen('');
      }}
    >
      <MemberSearch members={members} onSearch={() => setChosen('')} />
      <select
        className="input flexible"
        aria-label="Member or team"
        required
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="">Give a member or a team a role…</option>
        <optgroup label="Teams">
          {teams.items.map(({ id, title }) => (
            <option key={id} value={`team:${id}`}>
              {title}
            </option>
          ))}
        </optgroup>
        <optgroup label="Members">
          {members.items.map(({ user }) => (
            <option key={user.id} value={`user:${user.id}`}>
              {user.displayName}
            </option>
          ))}
        </optgroup>
      </select>
      <select
        className="input"
        style={{ width: 'auto' }}
        aria-label="Role"
        value={role}
        onChange={(event) => setRole(event.target.value as Role)}
      >
        {roles.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Button type="submit">Give the role</Button>
    </form>
  );
}
