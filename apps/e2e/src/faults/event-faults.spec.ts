import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { BenchPlatform } from '@bindery/bench';
import { Progress } from '@bindery/launcher';
import type { ApiClient } from '@bindery/command-line';
import { seededRandom } from '@bindery/testing';
import { eventually, pidOf, within, type Victim } from './kill';

const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);
const count = long ? 10_000 : 200;
const victims: (Victim | 'runtime')[] = long
  ? ['runtime', 'integrations', 'runtime', 'nats', 'integrations', 'postgres', 'runtime', 'integrations']
  : ['runtime', 'integrations'];
const name = 'counted';

jest.setTimeout(4 * within);

const random = seededRandom(seed);
let platform: BenchPlatform;
let api: ApiClient;
let database: Client;

beforeAll(async () => {
  platform = await BenchPlatform.start(new Progress({ write: () => true }));
  api = platform.api;
  database = await connect();
});
afterAll(async () => {
  await database.end().catch(() => undefined);
  await platform.stop();
});

/** Connections end when Postgres is killed. */
async function connect(): Promise<Client> {
  const client = new Client({ connectionString: platform.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function query<T extends object>(text: string): Promise<T[]> {
  try {
    return (await database.query<T>(text)).rows;
  } catch {
    await sleep(200);
    database = await connect().catch(() => database);
    return query(text);
  }
}

/** The processes in which scripts run now. */
async function runtimePids(): Promise<number[]> {
  const service = await pidOf(platform, 'integrations');
  const root = join(tmpdir(), `bindery-runtime-${process.getuid?.() ?? 0}`);
  const own = (await readdir(root)).filter((folder) => folder.startsWith(`${service}-`));
  const found = own.map((folder) => readFile(join(root, folder, 'pid'), 'utf8').then(Number, () => 0));
  return (await Promise.all(found)).filter((pid) => pid > 0);
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Queues a task, again and again until the platform takes it. */
async function queue(number: number): Promise<void> {
  const { baseUrl, token } = platform.developer;
  await eventually(async () => {
    const answer = await fetch(`${baseUrl}/v1/integrations/${name}/tasks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ task: { number } }),
    }).catch(() => undefined);
    if (answer && answer.status < 500 && answer.status !== 204) throw new Error(`Refused with ${answer.status}`);
    return answer?.status === 204 ? true : undefined;
  });
}

async function kill(victim: Victim | 'runtime'): Promise<void> {
  const runtimes = await runtimePids();
  if (victim === 'runtime') return runtimes.forEach((pid) => process.kill(pid, 'SIGKILL'));
  process.kill(await pidOf(platform, victim), 'SIGKILL');
  if (victim !== 'integrations') return;
  // The script processes of a killed service end.
  await eventually(() => Promise.resolve(runtimes.some(isAlive) ? undefined : true));
  // Ends the leases of the killed process now, so that its events are taken up.
  await query(`update integrations.event set lease_until = now() where lease_until is not null`);
}

it(`kill -9 of ${victims.join(', ')} while ${count} events are delivered loses none of them`, async () => {
  const { organization } = platform.developer;
  const script = `export default { async fetch(request) {
    const { eventId, task } = JSON.parse((await request.formData()).get('event'));
    console.log('task ' + (task && task.number) + ' ' + eventId);
    return new Response('OK');
  } };`;
  const manifest = { title: 'Counted', description: 'Counts', scopes: [], organization, script };
  await api.post(`/integrations/${name}`, manifest);
  await queue(0);
  let queued = 1;
  const clients = Array.from({ length: 5 }, async () => {
    while (queued < count) await queue(queued++);
  });
  for (const [index, victim] of victims.entries()) {
    const after = Math.floor(((index + random()) * count) / victims.length);
    await eventually(() => Promise.resolve(queued >= Math.min(after, count) ? true : undefined));
    await kill(victim);
    console.log(`seed ${seed}: ${victim} killed after ${queued} of ${count} events`);
  }
  await Promise.all(clients);
  await eventually(async () => {
    // Further attempts wait for seconds to hours: as if they had passed.
    await query(`update integrations.event set due_at = now() where state = 'retrying' and lease_until is null`);
    const open = await query(`select from integrations.event where state <> 'success' limit 1`);
    return open.length === 0 ? true : undefined;
  });
  const outcomes = await query<{ id: string; message: string }>(
    `select e.id, l.message from integrations.event e join integrations.event_log l on l.event_id = e.id`,
  );
  const delivered = outcomes.filter(({ message }) => message === 'The integration answered 200');
  const told = outcomes.flatMap(({ id, message }) => {
    const [, number, eventId] = /^task (\d+) (\w+)$/.exec(message) ?? [];
    return number === undefined ? [] : [{ id, number, eventId }];
  });
  // A client without an answer repeats its request: there may be more events than tasks.
  expect(new Set(delivered.map(({ id }) => id)).size).toBeGreaterThanOrEqual(count);
  expect(
    await query(`select from integrations.event e where state = 'success'
    and not exists (select from integrations.event_log l where l.event_id = e.id)`),
  ).toEqual([]);
  // A killed process loses console lines that it did not pass on; each stored line names its event, also at a second delivery.
  expect(told.filter(({ id, eventId }) => id !== eventId)).toEqual([]);
  expect(new Set(told.map(({ number }) => number)).size).toBeGreaterThan(count / 2);
});
