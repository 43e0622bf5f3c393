import { useParams } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useAction, useList, useOperation } from '../../api/queries';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { LoadMore } from '../../ui/load-more';
import { useNotices } from '../../ui/notices';
import { Failure, Loading } from '../../ui/states';
import { OrganizationBar } from '../organizations/organization-bar';
import { InviteDialog } from './invite-dialog';
import { InviteLinks } from './invite-links';
import { roles, type Role } from './roles';

export default function MembersPage() {
  const { organizationId } = useParams({ from: '/o/$organizationId/members' });
  const [search, setSearch] = useState('');
  const [isInviting, setInviting] = useState(false);
  const [removing, setRemoving] = useState<{ id: string; name: string }>();
  const organization = useOperation('getOrganizationById', { params: { organizationId } });
  const members = useList('listMembersInOrganizationById', {
    params: { organizationId },
    query: { search: search || undefined } as never,
  });
  const changed = ['listMembersInOrganizationById'] as const;
  const update = useAction('updateMemberInOrganizationById', changed);
  const remove = useAction('removeMemberFromOrganizationById', changed);
  const notices = useNotices();
  return (
    <>
      <OrganizationBar organizationId={organizationId} crumbs={[{ label: 'Members' }]} />
      <div className="content">
        <div className="content-head">
          <h1>Members</h1>
          <Button look="primary" onClick={() => setInviting(true)}>
            <UserPlus aria-hidden="true" /> Invite
          </Button>
        </div>
        <input
          className="input"
          type="search"
          aria-label="Search members"
          placeholder="Search by name or e-mail address"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <div className="section">
          {members.error && <Failure error={members.error} />}
          {members.isPending && <Loading />}
          <ul className="list">
            {members.items.map(({ id, role, user }) => (
              <li key={id}>
                <Avatar name={user.displayName} photoURL={user.photoURL} />
                <div className="grow">
                  <div className="title">{user.displayName}</div>
                  <div className="meta">{user.email}</div>
                </div>
                <select
                  className="input"
                  style={{ width: 'auto' }}
                  aria-label={`Role of ${user.displayName}`}
                  value={role ?? ''}
                  onChange={(event) =>
                    update.mutate(
                      {
                        params: { organizationId, userId: user.id },
                        body: { role: event.target.value as Role } as never,
                      },
                      {
                        onSuccess: () => notices.success('The role is changed.'),
                        onError: (error) => notices.error(error),
                      },
                    )
                  }
                >
                  {role === null && <option value="">No role</option>}
                  {roles.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
                <Button small look="ghost" onClick={() => setRemoving({ id: user.id, name: user.displayName })}>
                  Remove
                </Button>
              </li>
            ))}
          </ul>
          <LoadMore list={members} />
        </div>
        {organization.data && <InviteLinks organization={organization.data} />}
      </div>
      {isInviting && <InviteDialog organizationId={organizationId} onClose={() => setInviting(false)} />}
      <ConfirmDialog
        title={`Remove ${removing?.name ?? ''}?`}
        description="They lose their access to the organization at once. What they wrote stays."
        action="Remove"
        isOpen={removing !== undefined}
        isBusy={remove.isPending}
        onClose={() => setRemoving(undefined)}
        onConfirm={() =>
          remove.mutate(
            { params: { organizationId, userId: removing!.id } },
            { ...notices.outcome(`${removing!.name} is removed.`), onSettled: () => setRemoving(undefined) },
          )
        }
      />
    </>
  );
}
