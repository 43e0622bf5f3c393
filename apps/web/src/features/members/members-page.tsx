import { useParams } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { QueryOf } from '../../api/contracts';
import { useList, useOperation } from '../../api/queries';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { Empty, Failure, Loading } from '../../ui/states';
import { OrganizationBar } from '../organizations/organization-bar';
import { InviteDialog } from './invite-dialog';
import { InviteLinks } from './invite-links';
import { MemberRow } from './member-row';
import { roles } from './roles';

type RoleFilter = QueryOf<'listMembersInOrganizationById'>['role'];

/** The members of an organization, and the ways in which others become members. */
export default function MembersPage() {
  const { organizationId } = useParams({ from: '/o/$organizationId/members' });
  const [search, setSearch] = useState('');
  const [role, setRole] = useState('');
  const [isInviting, setInviting] = useState(false);
  const organization = useOperation('getOrganizationById', { params: { organizationId } });
  const members = useList('listMembersInOrganizationById', {
    params: { organizationId },
    query: { search: search || undefined, role: (role || undefined) as RoleFilter },
  });
  const canManage = organization.data?.permissions.admin ?? false;
  return (
    <>
      <OrganizationBar organizationId={organizationId} crumbs={[{ label: 'Members' }]} />
      <div className="content">
        <div className="content-head">
          <h1>Members</h1>
          {canManage && (
            <Button look="primary" onClick={() => setInviting(true)}>
              <UserPlus aria-hidden="true" /> Invite
            </Button>
          )}
        </div>
        <div className="row">
          <input
            className="input flexible"
            type="search"
            aria-label="Search members"
            placeholder="Search by name or e-mail address"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <select
            className="input fitting"
            aria-label="Show members with the role"
            value={role}
            onChange={(event) => setRole(event.target.value)}
          >
            <option value="">All roles</option>
            {[...roles, { value: 'guest', label: 'Guest' }].map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div className="section">
          {members.error && <Failure error={members.error} />}
          {members.isPending && <Loading />}
          {!members.isPending && members.items.length === 0 && !members.error && (
            <Empty title="No member matches">
              <p>Look for another name, or for all roles.</p>
            </Empty>
          )}
          {members.items.length > 0 && (
            <ul className="list">
              {members.items.map((member) => (
                <MemberRow key={member.id} organizationId={organizationId} member={member} canManage={canManage} />
              ))}
            </ul>
          )}
          <LoadMore list={members} />
        </div>
        {organization.data && <InviteLinks organization={organization.data} />}
      </div>
      {isInviting && <InviteDialog organizationId={organizationId} onClose={() => setInviting(false)} />}
    </>
  );
}
