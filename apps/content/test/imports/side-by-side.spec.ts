import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportRun } from '@bindery/contracts';
import {
  createServiceOrganization,
  ended,
  importFiles,
  type ServiceOrganization,
  until,
  upload,
  zipOf,
} from '@bindery/testing';
import { Client } from 'pg';

const page = { 'README.md': '# One\n' };
/** Bytes of an upload from which an import is large. */
const large = 4 * 1024 * 1024 + 1;

let world: ServiceOrganization;
let sql: Client;
let busy: string[] = [];

beforeAll(async () => {
  world = await createServiceOrganization('content');
  sql = new Client({ connectionString: world.platform.adminUrl });
  await sql.connect();
});
afterEach(async () => {
  await sql.query(`delete from content.job where id = any($1)`, [busy]);
  busy = [];
});
afterAll(async () => {
  await sql.end();
  await world.close();
});

/** An import that another process is at, for as long as the test. */
async function atWork(organization: string, isLarge: boolean): Promise<void> {
  const id = randomUUID();
  busy.push(id);
  await sql.query(
    `insert into content.job (id, kind, organization_id, input, state, worker, attempts, lease_until)
     values ($1, 'import', $2, $3, 'running', 'another', 1, now() + interval '1 hour')`,
    [id, organization, JSON.stringify(isLarge ? { large: true } : {})],
  );
}

async function startLarge(): Promise<ImportRun> {
  const key = await upload(world, await zipOf({ ...page, 'bytes.bin': randomBytes(large) }));
  return world.api.expect<ImportRun>('startImport', {
    token: world.admin.token,
    params: { organizationId: world.organization },
    body: { source: { type: 'file', files: [key] }, target: { title: 'Large' } },
  });
}

const stays = async (run: ImportRun, status: ImportRun['status']) => {
  // Workers look for jobs every second.
  await sleep(2_500);
  const params = { organizationId: world.organization, importRunId: run.id };
  expect((await world.api.expect<ImportRun>('getImport', { token: world.admin.token, params })).status).toBe(status);
};

it('does a small import while large ones are at work, and has a further large one wait', async () => {
  for (const _ of [1, 2]) await atWork(world.organization, true);
  const waiting = await startLarge();
  expect((await importFiles(world, page)).status).toBe('completed');
  await stays(waiting, 'pending');
  await sql.query(`update content.job set state = 'cancelled' where id = $1`, [busy[0]]);
  expect((await ended(world, waiting.id)).status).toBe('completed');
});

it('keeps to the bound of an organization, and goes on with those of others', async () => {
  for (const _ of [1, 2, 3]) await atWork(world.organization, false);
  const key = await upload(world, await zipOf(page));
  const run = await world.api.expect<ImportRun>('startImport', {
    token: world.admin.token,
    params: { organizationId: world.organization },
    body: { source: { type: 'file', files: [key] }, target: { title: 'Waits' } },
  });
  const other = { ...world, organization: world.other, admin: world.otherAdmin };
  expect((await importFiles(other, page)).status).toBe('completed');
  await stays(run, 'pending');
  await sql.query(`update content.job set state = 'cancelled' where id = any($1)`, [busy]);
  await until(async () => (await ended(world, run.id)).status === 'completed');
});
