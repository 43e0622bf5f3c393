import { useParams } from '@tanstack/react-router';
import { Ellipsis, Users } from 'lucide-react';
import { useState } from 'react';
import { useAction, useList } from '../../api/queries';
import { Button, IconButton } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { LoadMore } from '../../ui/load-more';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu';
import { useNotices } from '../../ui/notices';
import { Empty, Failure, Loading } from '../../ui/states';
import { OrganizationBar } from '../organizations/organization-bar';
import { useOrganizationPermissions } from '../organizations/use-organization-permissions';
import { RenameTeamDialog } from './rename-team-dialog';
import { TeamMembers } from './team-members';

export default function TeamsPage() {
  const { organizationId } = useParams({ from: '/o/$organizationId/teams' });
  const teams = useList('listTeamsInOrganizationById', { params: { organizationId } });
  const { admin } = useOrganizationPermissions(organizationId);
  const create = useAction('createOrganizationTeam', ['listTeamsInOrganizationById']);
  const remove = useAction('removeTeamFromOrganizationById', ['listTeamsInOrganizationById']);
  const [title, setTitle] = useState('');
  const [open, setOpen] = useState<string>();
  const [renaming, setRenaming] = useState<{ id: string; title: string }>();
  const [removing, setRemoving] = useState<{ id: string; title: string }>();
  const notices = useNotices();
  return (
    <>
      <OrganizationBar organizationId={organizationId} crumbs={[{ label: 'Teams' }]} />
      <div className="content">
        <div className="content-head">
          <h1>Teams</h1>
        </div>
        {admin && (
          <form
            className="row"
            onSubmit={(event) => {
              event.preventDefault();
              create.mutate({ params: { organizationId }, body: { title } }, { onSuccess: () => setTitle('') });
            }}
          >
            <input
              className="input"
              style={{ flex: 1 }}
              aria-label="Name of the new team"
              placeholder="Name of the new team"
              required
              maxLength={64}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
            <Button look="primary" type="submit" disabled={create.isPending}>
              Create team
            </Button>
          </form>
        )}
        <div className="section">
          {(teams.error ?? create.error) && <Failure error={(teams.error ?? create.error)!} />}
          {teams.isPending && <Loading />}
          {!teams.isPending && teams.items.length === 0 && (
            <Empty icon={<Users aria-hidden="true" />} title="There are no teams yet">
              <p>A team gives its members access to spaces and sites in one go.</p>
            </Empty>
          )}
          {teams.items.length > 0 && (
            <ul className="list">
              {teams.items.map((team) => (
                <li key={team.id} style={{ flexWrap: 'wrap' }}>
                  <div className="grow">
                    <div className="title">{team.title}</div>
                    <div className="meta">
                      {team.members} {team.members === 1 ? 'member' : 'members'}
                    </div>
                  </div>
                  <Button
                    small
                    aria-expanded={open === team.id}
                    onClick={() => setOpen(open === team.id ? undefined : team.id)}
                  >
                    Members
                  </Button>
                  {team.permissions.admin && (
                    <Menu
                      trigger={
                        <IconButton label={`Actions for ${team.title}`}>
                          <Ellipsis size={16} />
                        </IconButton>
                      }
                    >
                      <MenuItem onSelect={() => setRenaming(team)}>Rename</MenuItem>
                      <MenuSeparator />
                      <MenuItem danger onSelect={() => setRemoving(team)}>
                        Delete
                      </MenuItem>
                    </Menu>
                  )}
                  {open === team.id && (
                    <TeamMembers organizationId={organizationId} teamId={team.id} canManage={team.permissions.admin} />
                  )}
                </li>
              ))}
            </ul>
          )}
          <LoadMore list={teams} />
        </div>
      </div>
      {renaming && (
        <RenameTeamDialog organizationId={organizationId} team={renaming} onClose={() => setRenaming(undefined)} />
      )}
      <ConfirmDialog
        title={`Delete “${removing?.title ?? ''}”?`}
        description="Its members lose the access that they have through the team. They stay members of the organization."
        action="Delete"
        isOpen={removing !== undefined}
        isBusy={remove.isPending}
        onClose={() => setRemoving(undefined)}
        onConfirm={() =>
          remove.mutate(
            { params: { organizationId, teamId: removing!.id } },
            { onSettled: () => setRemoving(undefined), onError: (error) => notices.error(error) },
          )
        }
      />
    </>
  );
}
