import { useState } from 'react';
import type { RequestError } from '../../api/client';
import type { BodyOf, ItemOf, Space } from '../../api/contracts';
import type { ListResult } from '../../api/queries';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { ConfirmSelect } from '../../ui/confirm-select';
import { LoadMore } from '../../ui/load-more';
import { Failure, Loading } from '../../ui/states';
import { roles, type Role } from '../members/roles';
import { InviteForm } from './invite-form';
import { nameOfRole, reasonOf } from './reasons';

type Effective = ItemOf<'listPermissionsAggregateInSpace'>;
type TeamPermission = ItemOf<'listTeamPermissionsInSpace'>;
export type Invitation = BodyOf<'inviteToSpace'>;
type Level = Space['defaultLevel'];

interface AccessScreenProps {
  organizationId: string;
  noun: 'space' | 'collection' | 'site';
  /** The id of the space, collection or site. */
  target: string;
  defaultLevel?: Level;
  /** Whether it lies in a collection, whose access it can take over. */
  canInherit?: boolean;
  canManage: boolean;
  effective: ListResult<Effective>;
  teams: ListResult<TeamPermission>;
  error: RequestError | null;
  onInvite(body: Invitation): void;
  onRemoveUser(id: string): void;
  onRemoveTeam(id: string): void;
  /** Absent where members have no access of their own. */
  onDefaultLevel?(level: Level): void;
}

const noAccess = '';

/** A user or a team whose role is to be removed. */
interface Removal {
  kind: 'user' | 'team';
  id: string;
  name: string;
}

/** The access to a space, collection or site: all who have it, why, and ways to change that. */
export function AccessScreen(props: AccessScreenProps) {
  const { noun, target, effective, teams, canManage, error } = props;
  const [removing, setRemoving] = useState<Removal>();
  const titles = new Map(teams.items.map(({ team }) => [team.id, team.title]));
  return (
    <>
      {canManage && props.onDefaultLevel && (
        <ConfirmSelect
          look="field"
          label={`All members of the organization may, on this ${noun}`}
          options={[
            ...(props.canInherit ? [{ value: 'inherit' as const, label: 'do what the collection lets them' }] : []),
            { value: noAccess, label: 'see nothing, unless they are named below' },
            ...roles.map(({ value, label }) => ({ value, label: `act as ${label}` })),
          ]}
          value={props.defaultLevel ?? noAccess}
          onConfirm={(level) => props.onDefaultLevel!(level === noAccess ? null : level)}
        />
      )}
      {canManage && <InviteForm organizationId={props.organizationId} onInvite={props.onInvite} />}
      {error && <Failure error={error} />}
      {teams.items.length > 0 && (
        <section className="section" aria-label="Teams">
          <h2>Teams</h2>
          <ul className="list">
            {teams.items.map(({ team, permission }) => (
              <li key={team.id}>
                <div className="grow">
                  <div className="title">{team.title}</div>
                  <div className="meta">
                    {team.members} {team.members === 1 ? 'member' : 'members'}
                  </div>
                </div>
                {canManage ? (
                  <GivenRole
                    name={team.title}
                    role={permission}
                    onChange={(role) => props.onInvite({ teams: [team.id], role })}
                    onRemove={() => setRemoving({ kind: 'team', id: team.id, name: team.title })}
                  />
                ) : (
                  <span className="badge">{nameOfRole(permission)}</span>
                )}
              </li>
            ))}
          </ul>
          <LoadMore list={teams} />
        </section>
      )}
      <section className="section" aria-label="Who can see this">
        <h2>Who can see this, and why</h2>
        {effective.error && <Failure error={effective.error} />}
        {effective.isPending && <Loading />}
        {effective.items.length > 0 && (
          <ul className="list">
            {effective.items.map(({ user, permission, sources }) => (
              <li key={user.id}>
                <Avatar name={user.displayName} photoURL={user.photoURL} />
                <div className="grow">
                  <div className="title">{user.displayName}</div>
                  <div className="meta">{sources.map((source) => reasonOf(source, target, titles)).join('; ')}</div>
                </div>
                <span className="badge">{nameOfRole(permission)}</span>
                {canManage && givenHere(sources, target) && (
                  <GivenRole
                    name={user.displayName}
                    role={givenHere(sources, target)!}
                    onChange={(role) => props.onInvite({ users: [user.id], role })}
                    onRemove={() => setRemoving({ kind: 'user', id: user.id, name: user.displayName })}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        <LoadMore list={effective} />
      </section>
      <ConfirmDialog
        title={`Remove the role of ${removing?.name ?? ''}?`}
        description={`${removing?.kind === 'team' ? 'Its members lose' : 'They lose'} the role that was given on this ${noun} itself. Roles that they have otherwise stay.`}
        action="Remove"
        isOpen={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => {
          if (removing!.kind === 'team') props.onRemoveTeam(removing!.id);
          else props.onRemoveUser(removing!.id);
          setRemoving(undefined);
        }}
      />
    </>
  );
}

/** The role that a user was given on the target itself; undefined where it was none. */
const givenHere = (sources: Effective['sources'], target: string): Role | undefined =>
  sources.find((source) => source.type === 'user' && source.target === target)?.role;

interface GivenRoleProps {
  name: string;
  role: Role;
  onChange(role: Role): void;
  onRemove(): void;
}

/** A role that was given here, with ways to change it and to take it away. */
function GivenRole({ name, role, onChange, onRemove }: GivenRoleProps) {
  return (
    <div className="row">
      <ConfirmSelect label={`Role given to ${name}`} options={roles} value={role} onConfirm={onChange} />
      <Button small look="ghost" aria-label={`Remove the role of ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
}
