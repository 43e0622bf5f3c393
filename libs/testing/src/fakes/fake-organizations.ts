import { organizationPermissions } from '@bindery/authorization';
import { newId } from '@bindery/persistence';
import {
  knownOrganizations,
  memberRemoved,
  members,
  type NewEvent,
  notFound,
  organizationCards,
  organizationDeleted,
  organizations,
  requires,
  type Organization,
  type Principal,
} from '@bindery/contracts';
import { fakeBatch, fakeOperation, type Fake } from './fakes';
import { testPublicUrl } from '../environment/test-environment';

/** Runs a statement in identity's schema. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Publishes an event of identity. */
export type Publish = (event: NewEvent) => Promise<void>;

const week = 7 * 24 * 60 * 60 * 1000;

/** The organizations of identity. Of their settings, merge rules alone can be changed. */
export const fakeOrganizations = (query: Query, publish: Publish): Fake[] => [
  fakeBatch(knownOrganizations, (ids, principal) => {
    const known = ids.filter((id) => principal.organizations[id]);
    return organizationsOf(query, known, principal);
  }),
  fakeBatch(organizationCards, (ids, principal) => organizationsOf(query, ids, principal)),
  fakeOperation(organizations.getOrganizationById, ({ params, principal }) =>
    organizationOf(query, params.organizationId, principal),
  ),
  fakeOperation(organizations.getSubdomain, async ({ params: { subdomain } }) => {
    const [found] = await query<{ id: string }>('select id from organization where hostname = $1', [subdomain]);
    if (!found) throw notFound('Subdomain');
    const target = { type: 'organization' as const, organization: found.id };
    return { object: 'subdomain' as const, subdomain, target, isActive: true };
  }),
  fakeOperation(organizations.createOrganization, async ({ body: { title }, principal }) => {
    const id = newId();
    await query(`insert into organization (id, title, type) values ($1, $2, 'business')`, [id, title]);
    await query(`insert into membership (organization_id, user_id, role) values ($1, $2, 'admin')`, [
      id,
      principal.user,
    ]);
    const own = { ...principal.organizations, [id]: { role: 'admin' as const, teams: {} } };
    return organizationOf(query, id, { ...principal, organizations: own });
  }),
  fakeOperation(members.removeMemberFromOrganizationById, async ({ params, principal }) => {
    const { organizationId: organization, userId: user } = params;
    requires((await organizationOf(query, organization, principal)).permissions.admin);
    await query('delete from membership where organization_id = $1 and user_id = $2', [organization, user]);
    await publish(memberRemoved({ organization, aggregate: user, version: 2, payload: { user, role: null } }));
  }),
  fakeOperation(organizations.updateOrganizationById, async ({ params: { organizationId: id }, body, principal }) => {
    requires((await organizationOf(query, id, principal)).permissions.admin);
    const { mergeRules, ...others } = body;
    if (!mergeRules || Object.keys(others).length > 0) throw new Error('The fake changes merge rules alone');
    await query('update organization set merge_rules = $2, version = version + 1 where id = $1', [
      id,
      JSON.stringify(mergeRules),
    ]);
    return organizationOf(query, id, principal);
  }),
  fakeOperation(organizations.deleteOrganizationById, async ({ params: { organizationId: id }, principal }) => {
    requires((await organizationOf(query, id, principal)).permissions.admin);
    await query('update organization set deleted_at = now() where id = $1', [id]);
    const payload = { purgeAfter: new Date(Date.now() + week).toISOString() };
    await publish(organizationDeleted({ organization: id, aggregate: id, version: 2, payload }));
  }),
];

/** Throws 404 for one that the caller is not in. */
async function organizationOf(query: Query, id: string, principal: Principal): Promise<Organization> {
  const found = principal.organizations[id] && (await organizationsOf(query, [id], principal))[id];
  if (!found) throw notFound('Organization');
  return found;
}

type OrganizationRow = Pick<Organization, 'id' | 'title' | 'type' | 'mergeRules' | 'ai' | 'agents' | 'sso'> & {
  createdAt: Date;
};

async function organizationsOf(
  query: Query,
  ids: string[],
  { organizations: own }: Principal,
): Promise<Record<string, Organization>> {
  const rows = await query<OrganizationRow>(
    `select id, title, type, merge_rules as "mergeRules", ai, agents, sso, created_at as "createdAt"
     from organization where id = any($1) and deleted_at is null`,
    [ids],
  );
  return Object.fromEntries(
    rows.map(({ id, title, type, createdAt, ...settings }): [string, Organization] => {
      const stranger = { ...organizationCards.missing!(id), title, type, createdAt: createdAt.toISOString() };
      const urls = { location: `${testPublicUrl}/v1/orgs/${id}`, app: `${testPublicUrl}/app/o/${id}` };
      const { role, teams } = own[id] ?? {};
      if (role === undefined) return [id, { ...stranger, urls }];
      const permissions = organizationPermissions(role, teams);
      return [id, { ...stranger, ...settings, urls, inviteLinks: true, permissions }];
    }),
  );
}
