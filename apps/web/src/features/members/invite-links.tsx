import { useState } from 'react';
import { base } from '../../api/client';
import type { ItemOf, Organization } from '../../api/contracts';
import { useAction, useList } from '../../api/queries';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { ConfirmSelect } from '../../ui/confirm-select';
import { CopyButton } from '../../ui/copy-button';
import { LoadMore } from '../../ui/load-more';
import { useNotices } from '../../ui/notices';
import { Failure } from '../../ui/states';
import { guest, roles, type Role } from './roles';

type Link = ItemOf<'listOrganizationInviteLinks'>;
const changed = ['listOrganizationInviteLinks'] as const;

/** Links that let everybody in who has them. */
export function InviteLinks({ organization }: { organization: Organization }) {
  const params = { organizationId: organization.id };
  const isAdmin = organization.permissions.admin;
  const links = useList('listOrganizationInviteLinks', { params, enabled: isAdmin && organization.inviteLinks });
  const create = useAction('createOrganizationInvite', changed);
  const revoke = useAction('deleteOrganizationInviteById', changed);
  const update = useAction('updateOrganizationInviteById', changed);
  const [role, setRole] = useState<Role>('read');
  const [revoking, setRevoking] = useState<Link>();
  const notices = useNotices();
  if (!isAdmin) return null;
  const error = links.error ?? create.error;
  const setRoleOf = (link: Link, chosen: Role | '') => {
    const given = chosen === guest.value ? null : chosen;
    const body = link.space || link.collection ? { level: given } : { role: given };
    update.mutate(
      { params: { ...params, inviteId: link.id }, body },
      notices.outcome('The role is changed. Users who joined with the link keep their role.'),
    );
  };
  return (
    <section className="section" aria-label="Invite links">
      <h2>Invite links</h2>
      {!organization.inviteLinks && (
        <p className="muted">Invite links are switched off in the settings of the organization.</p>
      )}
      {error && <Failure error={error} />}
      {links.items.length > 0 && (
        <ul className="list">
          {links.items.map((link, index) => (
            <li key={link.id}>
              <div className="grow">
                <div className="title">{placeOf(link)}</div>
                <div className="meta">{addressOf(organization.id, link)}</div>
              </div>
              <ConfirmSelect
                label={`Role by the link ${index + 1}`}
                options={[...roles, guest]}
                value={roleOf(link) ?? guest.value}
                isBusy={update.isPending}
                onConfirm={(chosen) => setRoleOf(link, chosen)}
              />
              <CopyButton text={addressOf(organization.id, link)} label={`Copy the link: ${placeOf(link)}`} />
              <Button small look="ghost" onClick={() => setRevoking(link)}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={links} />
      {organization.inviteLinks && (
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate({ params, body: { role } }, notices.outcome('The link is created. Copy it and send it.'));
          }}
        >
          <select
            className="input fitting"
            aria-label="Role of users who join with the link"
            value={role}
            onChange={(event) => setRole(event.target.value as Role)}
          >
            {roles.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Button type="submit" disabled={create.isPending}>
            Make a link
          </Button>
        </form>
      )}
      <ConfirmDialog
        title="Revoke the invite link?"
        description="Nobody can join with it any more. Users who joined with it stay."
        action="Revoke"
        isOpen={revoking !== undefined}
        isBusy={revoke.isPending}
        onClose={() => setRevoking(undefined)}
        onConfirm={() =>
          revoke.mutate(
            { params: { ...params, inviteId: revoking!.id } },
            { ...notices.outcome('The link is revoked.'), onSettled: () => setRevoking(undefined) },
          )
        }
      />
    </section>
  );
}

const roleOf = ({ level, role }: Link) => level ?? role;

function placeOf(link: Link): string {
  const { space, collection } = link;
  const name = roles.find(({ value }) => value === roleOf(link))?.label ?? guest.label;
  const content = space ?? collection;
  return content ? `${name} of ${content.title}` : name;
}

/** The screen of the app that accepts it. */
const addressOf = (organizationId: string, { id }: Link): string =>
  `${location.origin}${base}/app/join/${organizationId}/${id}`;
