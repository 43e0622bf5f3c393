import type { PoolClient } from 'pg';
import { Database } from '@bindery/persistence';
import { sql, SpaceClient, until } from '@bindery/testing';
import { startIsolatedDiscussionWorld, type IsolatedDiscussionWorld } from '../change-requests/discussion-world';

let world: IsolatedDiscussionWorld;
let admin: SpaceClient;
let page: string;

beforeAll(async () => {
  world = await startIsolatedDiscussionWorld();
  admin = new SpaceClient(world, world.admin);
  page = world.pages.Guide!.id;
});
afterAll(() => world.close());

interface Plans {
  statement: string;
  generic: number;
  custom: number;
}

type Service = 'content' | 'change-requests';

/** Every session of a service's pool. The service gets none before they are released. */
function sessionsOf(service: Service): Promise<PoolClient[]> {
  const { pool } = world.platform.services[service].app.get(Database);
  // A session that the pool closes takes its counts with it.
  pool.options.idleTimeoutMillis = 0;
  return Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
}

/** How often each prepared statement of a service was run by a plan of its own and by the one for all values, over all its sessions. */
async function plansOf(service: Service): Promise<Map<string, Plans>> {
  const clients = await sessionsOf(service);
  const plans = new Map<string, Plans>();
  for (const client of clients) {
    const { rows } = await client.query<Plans>(
      `select statement, generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements`,
    );
    for (const { statement, generic, custom } of rows) {
      const sum = plans.get(statement) ?? { statement, generic: 0, custom: 0 };
      plans.set(statement, { statement, generic: sum.generic + generic, custom: sum.custom + custom });
    }
    client.release();
  }
  return plans;
}

const requests = 40;
/** Postgres looks at the values five times in each session before it decides. */
const undecided = 5 * 4;

/** The plans of the statements that ran for each request. */
async function during(service: Service, request: () => Promise<unknown>): Promise<Plans[]> {
  const before = await plansOf(service);
  for (let at = 0; at < requests; at++) await request();
  return [...(await plansOf(service)).values()]
    .map(({ statement, generic, custom }) => {
      const known = before.get(statement) ?? { generic: 0, custom: 0 };
      return { statement, generic: generic - known.generic, custom: custom - known.custom };
    })
    .filter(
      ({ statement, generic, custom }) => generic + custom >= requests && !/\b(?:job|outbox|inbox)\b/.test(statement),
    );
}

const reads: [string, Service, string, () => Promise<unknown>][] = [
  ['a space', 'content', 'default_level', () => admin.expect('getSpaceById')],
  ['what is counted of it', 'change-requests', 'space_activity', () => admin.expect('getSpaceById')],
  ['a page', 'content', 'reusable_contents', () => admin.expect('getPageById', { pageId: page })],
  ['access to what is commented on', 'content', 'merge_rules', () => admin.expect('listCommentsInSpace')],
];

/** Fills the tables with as much as many organizations have. */
async function grow(): Promise<void> {
  const copied = (table: string, condition: string, changed: string) =>
    sql(
      world,
      `insert into content.${table} select (jsonb_populate_record(o, jsonb_build_object(${changed}))).*
       from content.${table} o, generate_series(1, 20000) n where ${condition}`,
      [world.space],
    );
  await copied('space', 'o.id = $1', `'id', 'many' || n, 'organization_id', 'many' || n % 500`);
  await sql(world, `alter table content.revision disable trigger user`, []);
  await sql(world, `alter table content.branch disable trigger user`, []);
  const head = `(select head from content.branch where space_id = $1 and id = 'main')`;
  await copied('revision', `o.id = ${head}`, `'id', 'many' || n, 'space_id', 'many' || n`);
  await copied(
    'branch',
    `o.space_id = $1 and o.id = 'main'`,
    `'space_id', 'many' || n, 'head', 'many' || n, 'base', 'many' || n`,
  );
  await sql(world, `alter table content.revision enable trigger user`, []);
  await sql(world, `alter table content.branch enable trigger user`, []);
  await sql(
    world,
    `insert into change_requests.space_activity select 'many' || n, 0, n from generate_series(1, 20000) n`,
    [],
  );
  await sql(
    world,
    `insert into content.access_grant (target_id, target_type, subject_id, subject_type, organization_id, role)
     select 'many' || n, 'space', 'user' || n % 1000, 'user', 'many' || n % 500, 'read' from generate_series(1, 20000) n`,
    [],
  );
  await sql(world, 'analyze', []);
  // Sessions go on comparing with what statements cost them while the tables were small. New ones have only what is there now.
  for (const service of ['content', 'change-requests'] as const)
    for (const client of await sessionsOf(service)) client.release(true);
}

it.each(reads)('keeps its plan for %s in a small database', async (_, service, mark, read) => {
  for (let at = 0; at < undecided; at++) await read();
  const plans = (await during(service, read)).filter(({ statement }) => statement.includes(mark));
  expect(plans.length).toBeGreaterThan(0);
  for (const { custom, generic } of plans) {
    expect(custom).toBeLessThanOrEqual(undecided);
    expect(generic).toBeGreaterThanOrEqual(requests - undecided);
  }
});

it('looks for events of an earlier stream without a look at all others', async () => {
  await sql(
    world,
    `insert into content.outbox (id, subject, envelope, created_at, published_at)
     select gen_random_uuid(), 'content.test', '{}', now(), now() from generate_series(1, 20000)`,
    [],
  );
  await sql(world, 'analyze content.outbox', []);
  const check = async () => [...(await plansOf('content')).keys()].find((statement) => statement.includes('as stale'));
  await until(async () => (await check()) !== undefined);
  const { pool } = world.platform.services.content.app.get(Database);
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${await check()}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Scan using outbox_published on outbox o\b/);
});

it('keeps them in a large one, and looks everything up by keys', async () => {
  await grow();
  for (const [name, service, mark, read] of reads) {
    for (let at = 0; at < undecided; at++) await read();
    const plans = (await during(service, read)).filter(({ statement }) => statement.includes(mark));
    expect([name, plans.length]).not.toEqual([name, 0]);
    const { pool } = world.platform.services[service].app.get(Database);
    for (const { statement, custom, generic } of plans) {
      expect([name, custom <= undecided, generic >= requests - undecided]).toEqual([name, true, true]);
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${statement}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toMatch(/Seq Scan on (?:space|branch|revision|access_grant|space_activity)\b/);
    }
  }
});
