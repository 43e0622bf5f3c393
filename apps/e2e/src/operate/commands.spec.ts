/** @isolated for the events that it declares */
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { connect } from 'nats';
import type { Client } from 'pg';
import { event, type EventEnvelope } from '@bindery/contracts';
import { JobEntity, JobQueue, JobsModule, JobsTable1700000000500, type JobKind } from '@bindery/jobs';
import { Consumes, Outbox } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { operate, type OperatorRow, type RunningService, type ServiceDefinition } from '@bindery/service';
import { until } from '@bindery/testing';
import { workbench, type Workbench } from '../messaging/workbench';

const noted = event<{ n: number }>('content', 'thing.noted');
const copy: JobKind<object, object, null> = { name: 'copy', attempts: 1 };

/** The effect of the consumer on an event. */
let consume: (n: number) => void = () => undefined;
let delivered: number[] = [];

@Injectable()
class Notes {
  @Consumes(noted, 'notes', { retryAfter: [] })
  async note({ payload }: EventEnvelope<{ n: number }>): Promise<void> {
    consume(payload.n);
    delivered.push(payload.n);
  }
}

const content: ServiceDefinition = {
  name: 'content',
  entities: [JobEntity],
  migrations: [JobsTable1700000000500],
  imports: [JobsModule.forRoot()],
};
const sites: ServiceDefinition = { name: 'sites', entities: [], migrations: [], providers: [Notes] };

let bench: Workbench;
let service: RunningService;
let sql: Client;

/** Runs a command as its program does, and answers its rows. */
async function command(definition: ServiceDefinition, line: string): Promise<OperatorRow[]> {
  const { report } = await operate(definition, line.split(' '), bench.program(definition.name));
  return report.rows;
}

const add = (n: number) =>
  service.app
    .get(Database)
    .transaction(() =>
      service.app.get(Outbox).add(noted({ organization: 'org', aggregate: `thing${n}`, version: 1, payload: { n } })),
    );

beforeAll(async () => {
  bench = await workbench();
  service = await bench.start(content);
  await bench.start(sites);
  sql = await bench.sql('sites');
});
beforeEach(() => {
  consume = () => undefined;
  delivered = [];
});
afterAll(() => bench.close());

it('lists dead letters, and delivers them once more when the cause is gone', async () => {
  consume = (n) => {
    if (n < 3) throw new Error(`Cannot note ${n}`);
  };
  for (const n of [1, 2, 3]) await add(n);
  await until(async () => (await command(sites, 'dead-letters list')).length === 2);
  const [first, second] = await command(sites, 'dead-letters list --consumer sites_notes_content');
  expect(first).toMatchObject({
    type: noted.type,
    organization: 'org',
    error: 'Error: Cannot note 1',
    retrying: false,
  });
  expect(await command(sites, 'dead-letters list --consumer other')).toEqual([]);

  consume = () => undefined;
  expect(await command(sites, `dead-letters replay ${String(second!.event)}`)).toEqual([{ events: 1 }]);
  await until(() => delivered.includes(2));
  await until(async () => (await command(sites, 'dead-letters list')).length === 1);
  expect(delivered).not.toContain(1);
  expect(await command(sites, 'dead-letters replay')).toEqual([{ events: 1 }]);
  await until(async () => (await command(sites, 'dead-letters list')).length === 0);
  expect(delivered.sort()).toEqual([1, 2, 3]);
});

it('publishes the outbox again, to consumers that have not had it', async () => {
  await add(11);
  await until(() => delivered.includes(11));
  expect((await command(content, 'outbox replay'))[0]!.events).toBeGreaterThanOrEqual(1);
  await until(async () => (await messages()) > (await events()));
  expect(delivered).toEqual([11]);
  // As if the consumer had never had it.
  await sql.query('delete from inbox');
  await command(content, 'outbox replay');
  await until(() => delivered.filter((n) => n === 11).length === 2);
});

it('publishes the outbox again from a time on', async () => {
  const published = async () =>
    (
      await sql.query<{ n: number; at: Date | null }>(
        `select (envelope -> 'payload' ->> 'n')::integer as n, published_at as at from content.outbox
         where envelope -> 'payload' ->> 'n' in ('21', '22') order by 1`,
      )
    ).rows.map(({ at }) => at?.getTime());
  await add(21);
  await until(() => delivered.includes(21));
  const { rows } = await sql.query<{ since: Date }>(`select clock_timestamp() + interval '1 ms' as since`);
  // Both clocks are read in whole milliseconds.
  await sleep(5);
  await add(22);
  await until(() => delivered.includes(22));
  // The relay records what it has published after the stream has it.
  await until(async () => (await published()).every((at) => at !== undefined));
  const before = await published();
  const since = rows[0]!.since.toISOString();
  expect(await command(content, `outbox replay --since ${since}`)).toEqual([{ events: 1, since }]);
  await until(async () => ((await published())[1] ?? 0) > before[1]!);
  expect((await published())[0]).toBe(before[0]);
  await expect(command(content, 'outbox replay --since yesterday')).rejects.toThrow('--since must be a time');
});

async function messages(): Promise<number> {
  const admin = await connect(bench.admin);
  const { streams } = await admin.jetstreamManager();
  const { state } = await streams.info('EVENTS_CONTENT');
  await admin.close();
  return state.messages;
}

const events = async () => (await sql.query('select from content.outbox')).rowCount ?? 0;

it('lists jobs that have not ended or have failed, and cancels one', async () => {
  const queue = service.app.get(JobQueue);
  const waiting = await queue.add(copy, { organizationId: 'org', input: {} });
  const failed = await queue.add(copy, { organizationId: 'org', input: {} });
  const done = await queue.add(copy, { organizationId: 'org', input: {} });
  await sql.query(
    `update content.job set state = case id when $1 then 'failed' else 'completed' end, error = 'No disk', ended_at = now()
     where id in ($1, $2)`,
    [failed, done],
  );
  const ids = async (line: string) => (await command(content, line)).map(({ id }) => id).sort();
  expect(await ids('jobs list')).toEqual([waiting, failed].sort());
  expect(await ids('jobs list --state completed')).toEqual([done]);
  expect(await ids('jobs list --kind other')).toEqual([]);
  expect(await command(content, `jobs cancel ${waiting}`)).toEqual([{ id: waiting, state: 'cancelled' }]);
  expect(await ids('jobs list --state cancelled')).toEqual([waiting]);

  const again = await operate(content, ['jobs', 'cancel', waiting!], bench.program('content'));
  expect(again.report).toMatchObject({ rows: [], failed: true });
  // A service without long work has none.
  expect(await command(sites, 'jobs list')).toEqual([]);
});

it('refuses a command line that is wrong, with the right one', async () => {
  await expect(command(content, 'jobs')).rejects.toThrow(/jobs cancel <id>/);
  await expect(command(content, 'jobs cancel')).rejects.toThrow('jobs cancel <id>: the number of arguments is wrong');
  await expect(command(content, 'jobs list --status failed')).rejects.toThrow(/Unknown option '--status'/);
  await expect(command(content, 'jobs list --state broken')).rejects.toThrow('--state must be one of');
  await expect(command(content, 'dead-letters replay 1')).rejects.toThrow('1 is not the id of an event');
});
