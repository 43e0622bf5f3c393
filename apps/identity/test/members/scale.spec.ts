import type { Page } from '@bindery/contracts';
import type { Database } from '@bindery/persistence';
import { createServiceOrganization, type ServiceOrganization, sql } from '@bindery/testing';
import { MemberRepository, type MemberFilter } from '../../src/members/member.repository';
import { TeamRepository } from '../../src/teams/team.repository';

const many = { members: 10_000, teams: 1_000 };
const few = 100;

let world: ServiceOrganization;
let large: string;
let small: string;

beforeAll(async () => {
  world = await createServiceOrganization('identity');
  large = await organizationWith('Large', many.members, many.teams);
  small = await organizationWith('Small', few, few);
  // Tables of a platform hold many organizations; what is small is read as a whole, rightly.
  await organizationWith('Further', few, 20 * many.teams);
  await sql(world, 'vacuum analyze identity.membership');
  for (const table of ['"user"', 'team', 'team_membership']) await sql(world, `vacuum analyze identity.${table}`);
});
afterAll(() => world.close());

/** An organization of the administrator's with so many further members, each in one of so many teams. */
async function organizationWith(title: string, members: number, teams: number): Promise<string> {
  const id = await world.records.organization(title);
  await sql(world, `insert into identity.membership (organization_id, user_id, role) values ($1, $2, 'admin')`, [
    id,
    world.admin.id,
  ]);
  await sql(
    world,
    `with made as (
       insert into identity."user" (id, display_name, email, email_verified_at)
       select $1 || 'u' || n, 'Person ' || md5(n::text), md5(n::text) || '@' || lower($1) || '.example.com', now()
       from generate_series(1, $2) n returning id)
     insert into identity.membership (organization_id, user_id, role, joined_at, last_seen_at)
     select $1, id, (array['read', 'edit', 'comment', null])[1 + abs(hashtext(id)) % 4], now() - random() * interval '1 year',
       now() - random() * interval '1 year' from made`,
    [id, members - 1],
  );
  await sql(
    world,
    `insert into identity.team (id, organization_id, title) select $1 || 't' || n, $1, 'Team ' || md5(n::text)
     from generate_series(1, $2) n`,
    [id, teams],
  );
  await sql(
    world,
    `insert into identity.team_membership (team_id, organization_id, user_id, role)
     select $1 || 't' || (1 + n % $3), $1, $1 || 'u' || n, 'member' from generate_series(1, $2) n`,
    [id, members - 1, teams],
  );
  return id;
}

const page = (operation: string, organizationId: string, query: object = {}) =>
  world.api.expect<Page<object>>(operation, {
    token: world.admin.token,
    params: { organizationId },
    query: { limit: 100, ...query },
  });

/** The middle of the times, in milliseconds, that a page takes in each organization, asked in turns. */
async function compare(operation: string, query: object = {}): Promise<{ large: number; small: number }> {
  const times: Record<'large' | 'small', number[]> = { large: [], small: [] };
  for (let round = 0; round < 45; round++) {
    for (const [name, organization] of [
      ['large', large],
      ['small', small],
    ] as const) {
      const started = performance.now();
      await page(operation, organization, query);
      // The first rounds warm connections, plans and the code itself.
      if (round >= 15) times[name].push(performance.now() - started);
    }
  }
  const middle = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1]!;
  return { large: middle(times.large), small: middle(times.small) };
}

it.each([
  ['listMembersInOrganizationById', {}, many.members],
  ['listMembersInOrganizationById', { sort: 'lastSeenAt', order: 'asc' }, undefined],
  ['listTeamsInOrganizationById', {}, many.teams],
] as const)('a page of 100 of %s %j is compared among many and few', async (operation, query, count) => {
  const { large: among, small: alone } = await compare(operation, query);
  const ratio = among / alone;
  process.stdout.write(
    `${operation} ${JSON.stringify(query)}: ${among.toFixed(1)} ms among many, ${alone.toFixed(1)} ms among ${few}: ${ratio.toFixed(2)}x\n`,
  );
  if (count) expect((await page(operation, large, query)).count).toBe(count);
});

interface Line {
  'QUERY PLAN': string;
}

/** As Postgres plans it for these values, and as it does once for all values. */
const explainOf = (text: string, generic = false): string => `explain ${generic ? '(generic_plan)' : ''} ${text}`;

/** The statement that a list runs. */
function recorded(list: (db: Database) => unknown): { text: string; values: unknown[] } {
  const statements: { text: string; values: unknown[] }[] = [];
  const recorder = {
    query: (text: string, values: unknown[]) => {
      statements.push({ text, values });
      return Promise.resolve([]);
    },
  };
  void list(recorder as unknown as Database);
  return statements[0]!;
}

describe('a filter of', () => {
  const everything: MemberFilter = { order: 'desc', sort: 'joinedAt' };

  it.each([
    [
      'members by joining',
      'membership_joined',
      (db) => new MemberRepository(db).list(large, everything, undefined, 101),
    ],
    [
      'members by being seen',
      'membership_seen',
      (db) => new MemberRepository(db).list(large, { ...everything, sort: 'lastSeenAt' }, undefined, 101),
    ],
    [
      'members by role',
      'membership_role_joined',
      (db) => new MemberRepository(db).list(large, { ...everything, role: 'guest' }, undefined, 101),
    ],
    [
      'members by text',
      'user_search',
      (db) => new MemberRepository(db).list(large, { ...everything, search: '0123abc' }, undefined, 101),
    ],
    ['teams', 'team_title', (db) => new TeamRepository(db).list(large, {}, undefined, 101)],
    ['teams by title', 'team_search', (db) => new TeamRepository(db).list(large, { title: '0123abc' }, undefined, 101)],
    [
      'teams by owner',
      'team_membership_user',
      (db) => new TeamRepository(db).list(large, { owner: `${large}u1` }, undefined, 101),
    ],
  ] satisfies [string, string, (db: Database) => unknown][])('%s is found in %s', async (_, index, list) => {
    const { text, values } = recorded(list);
    for (const explain of [
      () => sql<Line>(world, explainOf(text), values),
      () => sql<Line>(world, explainOf(text, true)),
    ]) {
      const plan = (await explain()).map((line) => line['QUERY PLAN']).join('\n');
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/Seq Scan on (membership|team|"?user"?)\b/);
    }
  });

  it('text finds the same through the API', async () => {
    const { items, count } = await page('listMembersInOrganizationById', large, { search: 'C4CA4238' });
    expect({ items: items.length, count }).toEqual({ items: 1, count: 1 });
    expect((await page('listTeamsInOrganizationById', large, { title: 'C4CA4238' })).count).toBe(1);
  });
});
