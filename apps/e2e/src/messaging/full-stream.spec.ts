/** @isolated for the events that it declares */
import { Injectable } from '@nestjs/common';
import { connect, DiscardPolicy, type JetStreamManager, type NatsConnection } from 'nats';
import type { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { event, type EventEnvelope } from '@bindery/contracts';
import { Consumes, Outbox } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import type { RunningService } from '@bindery/service';
import { until } from '@bindery/testing';
import { workbench, type Workbench } from './workbench';

interface Thing {
  n: number;
  text: string;
}
const noted = event<Thing>('content', 'thing.noted');
const counted = event<Thing>('content', 'thing.counted');
const stream = 'EVENTS_CONTENT';
const streamBytes = 1024 ** 2;
const text = 'x'.repeat(64 * 1024);
/** Three times what the stream can hold. */
const many = 48;

class Effects1700000009000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table effect (type text not null, n integer not null)');
  }
  async down(): Promise<void> {}
}

/** Ends when the consumer of `counted` may go on. */
let counting: Promise<void> | undefined;

@Injectable()
class Notes {
  constructor(private readonly db: Database) {}

  @Consumes(noted, 'notes')
  async note({ type, payload }: EventEnvelope<Thing>): Promise<void> {
    await this.db.run('insert into effect values ($1, $2)', [type, payload.n]);
  }

  @Consumes(counted, 'counts')
  async count(told: EventEnvelope<Thing>): Promise<void> {
    await counting;
    await this.note(told);
  }
}

let bench: Workbench;
let admin: NatsConnection;
let jsm: JetStreamManager;
let sql: Client;
let content: RunningService;

const startSites = () =>
  bench.start({ name: 'sites', migrations: [Effects1700000009000], providers: [Notes] }, {}, { streamBytes });
const add = (kind: typeof noted, n: number) =>
  content.app
    .get(Database)
    .transaction(() =>
      content.app
        .get(Outbox)
        .add(kind({ organization: null, aggregate: `thing${n}`, version: 1, payload: { n, text } })),
    );
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const effectsOf = async (type: string) =>
  (await sql.query<{ n: number }>('select n from effect where type = $1 order by n', [type])).rows.map(({ n }) => n);
const unpublished = async () => (await sql.query('select from content.outbox where published_at is null')).rowCount!;

beforeAll(async () => {
  bench = await workbench();
  admin = await connect(bench.admin);
  jsm = await admin.jetstreamManager();
  content = await bench.start({ name: 'content' }, {}, { streamBytes });
  await startSites();
  sql = await bench.sql('sites');
});
afterEach(async () => {
  await sql.query('delete from effect');
});
afterAll(async () => {
  await admin.close();
  await bench.close();
});

it('has room again for new events once all consumers have acknowledged the old ones', async () => {
  for (const n of upTo(many)) await add(noted, n);
  await until(async () => (await effectsOf(noted.type)).length === many);
  expect(await effectsOf(noted.type)).toEqual(upTo(many));
  // The relay would take an empty stream for one that lost its events.
  expect((await jsm.streams.info(stream)).state.messages).toBeGreaterThan(0);
});

it('keeps the events that one consumer has not acknowledged, and nothing is lost while it is full', async () => {
  let goOn = () => {};
  counting = new Promise((resolve) => (goOn = resolve));
  await add(counted, 1);
  await add(counted, 2);
  for (const n of upTo(many)) await add(noted, n);
  await until(async () => {
    const { state } = await jsm.streams.info(stream);
    return state.bytes > streamBytes - 2 * text.length && (await unpublished()) > 0;
  });
  expect(await effectsOf(counted.type)).toEqual([]);
  goOn();
  await until(async () => (await effectsOf(noted.type)).length === many);
  expect(await effectsOf(noted.type)).toEqual(upTo(many));
  await until(async () => (await effectsOf(counted.type)).length === 2);
});

it('gives a stream of an earlier version its size', async () => {
  await jsm.streams.delete('EVENTS_IDENTITY').catch(() => undefined);
  const earlier = { name: 'EVENTS_IDENTITY', subjects: ['event.identity.>'], discard: DiscardPolicy.New };
  await jsm.streams.add({ ...earlier, max_bytes: streamBytes / 2 });
  await until(async () => (await jsm.streams.info('EVENTS_IDENTITY')).config.max_bytes === streamBytes);
});
