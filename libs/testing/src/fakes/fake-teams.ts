import { teamPermissions } from '@bindery/authorization';
import {
  composed,
  spaceViewerKey,
  teamCards,
  teamDeleted,
  teams,
  type OrganizationTeam,
  type Principal,
} from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { fakeBatch, fakeOperation, type Fake } from './fakes';
import type { Publish, Query } from './fake-organizations';

/** The teams of identity. Every caller may change them. */
export const fakeTeams = (query: Query, publish: Publish): Fake[] => [
  fakeBatch(teamCards, (ids, principal) => teamsOf(query, ids, principal)),
  fakeOperation(teams.createOrganizationTeam, async ({ params: { organizationId }, body, principal }) => {
    const id = await createTeam(query, organizationId, body.title, body.members ?? []);
    return (await teamsOf(query, [id], principal))[id]!;
  }),
  fakeOperation(teams.removeTeamFromOrganizationById, async ({ params: { organizationId, teamId: id } }) => {
    await query('delete from team where organization_id = $1 and id = $2', [organizationId, id]);
    await publish(teamDeleted({ organization: organizationId, aggregate: id, version: 2, payload: { team: id } }));
  }),
];

async function teamsOf(query: Query, ids: string[], { organizations: own }: Principal) {
  const rows = await query<{ id: string; organization: string; title: string; members: number; createdAt: Date }>(
    `select id, organization_id as organization, title, created_at as "createdAt",
       (select count(*)::integer from team_membership m where m.team_id = team.id) as members
     from team where id = any($1) and organization_id = any($2)`,
    [ids, Object.keys(own)],
  );
  return Object.fromEntries(
    rows.map(({ id, organization, title, members, createdAt }): [string, OrganizationTeam] => {
      const { role, teams } = own[organization]!;
      const spaces = composed<number>(spaceViewerKey({ type: 'team', organization, subject: id }));
      const permissions = teamPermissions(role, teams[id]);
      return [id, { object: 'team', id, title, members, spaces, createdAt: createdAt.toISOString(), permissions }];
    }),
  );
}

async function createTeam(query: Query, organization: string, title: string, members: string[]): Promise<string> {
  const id = newId();
  await query('insert into team (id, organization_id, title) values ($1, $2, $3)', [id, organization, title]);
  await query(
    `insert into team_membership (team_id, organization_id, user_id, role) select $1, $2, unnest($3::text[]), 'member'`,
    [id, organization, members],
  );
  return id;
}
