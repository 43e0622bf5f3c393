/** @isolated for the events that it declares */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { connect, headers, type JetStreamManager, type MsgHdrs, type NatsConnection } from 'nats';
import type { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { event, type EventEnvelope } from '@bindery/contracts';
import { Consumes, ConsumesTogether, freshEvents, Nats, Outbox, signEvent } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import type { RunningService } from '@bindery/service';
import { keyringOf, until } from '@bindery/testing';
import { workbench, type Workbench } from './workbench';

const noted = event<{ n: number }>('content', 'thing.noted');
const counted = event<{ n: number }>('content', 'thing.counted');
const listed = event<{ n: number }>('content', 'thing.listed');
const seen = event<{ n: number }>('content', 'thing.seen');
const stream = 'EVENTS_CONTENT';
const durable = 'sites_notes_content';

class Effects1700000009000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table effect (n integer not null)');
  }
  async down(): Promise<void> {}
}

/** Extra work in the consumer besides its effect. */
let meanwhile: (n: number) => void | Promise<void> = () => undefined;

@Injectable()
class Notes {
  constructor(private readonly db: Database) {}

  @Consumes(noted, 'notes', { retryAfter: [20, 20] })
  async note({ payload }: EventEnvelope<{ n: number }>): Promise<void> {
    await this.db.run('insert into effect values ($1)', [payload.n]);
    await meanwhile(payload.n);
  }

  @Consumes(counted, 'counts', { retryAfter: [20, 20], batchSize: 32 })
  count(told: EventEnvelope<{ n: number }>): Promise<void> {
    return this.note(told);
  }

  @Consumes(seen, 'sights', { retryAfter: [20, 20], batchSize: 32, writesRarely: true })
  async look({ payload }: EventEnvelope<{ n: number }>): Promise<void> {
    await meanwhile(payload.n);
    await this.db.run('insert into effect values ($1)', [payload.n]);
  }

  @ConsumesTogether(listed, 'lists', { retryAfter: [20, 20], linger: 50 })
  async list(events: EventEnvelope<{ n: number }>[], consumer: string): Promise<void> {
    for (const { payload } of events) await meanwhile(payload.n);
    await this.db.run(
      `with ${freshEvents('$1', '$2')}
       insert into effect select n from unnest($2::uuid[], $3::integer[]) as new (id, n) join fresh using (id)`,
      [consumer, events.map(({ id }) => id), events.map(({ payload }) => payload.n)],
    );
  }
}

let bench: Workbench;
let admin: NatsConnection;
let jsm: JetStreamManager;
let sql: Client;
let content: RunningService;
let running: RunningService[] = [];

const startContent = async () => {
  const service = await bench.start({ name: 'content' });
  running.push(service);
  return service;
};
const startSites = async (hasStreams = true) => {
  const definition = { name: 'sites' as const, migrations: [Effects1700000009000], providers: [Notes] };
  const service = await bench.start(definition, {}, { hasStreams });
  running.push(service);
  return service;
};
const add = (n: number, service = content, type = noted) =>
  service.app
    .get(Database)
    .transaction(() =>
      service.app.get(Outbox).add(type({ organization: null, aggregate: `thing${n}`, version: 1, payload: { n } })),
    );
const addAll = async (from: number, to: number, service = content, type = noted) => {
  for (let n = from; n <= to; n++) await add(n, service, type);
};
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const effects = async () => (await sql.query<{ n: number }>('select n from effect order by n')).rows.map(({ n }) => n);
/** The headers of a message that is stored, without the id by which the stream would know it. */
const repeated = (header: MsgHdrs): MsgHdrs => {
  const copy = headers();
  copy.set('Bnd-Signature', header.get('Bnd-Signature'));
  return copy;
};
/** An event that was on its way to a stopped consumer is sent again after half a minute. */
const settled = (count: number) => until(async () => (await effects()).length >= count);

beforeAll(async () => {
  bench = await workbench();
  admin = await connect(bench.admin);
  jsm = await admin.jetstreamManager();
});
beforeEach(async () => {
  content = await startContent();
});
afterEach(async () => {
  meanwhile = () => undefined;
  await Promise.all(running.map((service) => service.close()));
  running = [];
  for (const schema of ['content', 'sites'])
    for (const table of ['outbox', 'inbox', 'dead_letter', 'outbox_stream'])
      await sql.query(`delete from ${schema}.${table}`);
  await sql.query('delete from effect');
  for await (const { config } of jsm.streams.list()) await jsm.streams.delete(config.name);
});
afterAll(async () => {
  await admin.close();
  await bench.close();
});

const sites = async () => {
  const service = await startSites();
  sql ??= await bench.sql('sites');
  return service;
};

it('brings every event of a committed change to its consumer, and none of another', async () => {
  await sites();
  await expect(content.app.get(Outbox).add(noted({} as never))).rejects.toThrow('must be added in the transaction');
  const undone = content.app.get(Database).transaction(async () => {
    await add(99);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await addAll(1, 20);
  await settled(20);
  expect(await effects()).toEqual(upTo(20));
  await until(async () => (await sql.query('select from content.outbox where published_at is null')).rowCount === 0);
});

it('refuses an event that would be too long for a message', async () => {
  const long = { organization: null, aggregate: 'a', version: 1, payload: { n: 1, text: 'x'.repeat(300_000) } };
  const adding = content.app.get(Database).transaction(() => content.app.get(Outbox).add(noted(long)));
  await expect(adding).rejects.toThrow('longer than');
});

it('keeps events until there is a consumer', async () => {
  await addAll(1, 5);
  await until(async () => (await jsm.streams.info(stream)).state.messages === 5);
  await sites();
  await settled(5);
  expect(await effects()).toEqual(upTo(5));
});

it('has an event take effect once that is delivered twice', async () => {
  await sites();
  await add(1);
  await settled(1);
  const { data, header } = await jsm.streams.getMessage(stream, { seq: 1 });
  await admin.jetstream().publish(noted.subject, data, { headers: repeated(header) });
  await add(2);
  await settled(2);
  expect(await effects()).toEqual([1, 2]);
});

it('takes no event that its service has not signed, nor one of another type', async () => {
  await sites();
  await add(1);
  await settled(1);
  const told = (await jsm.streams.getMessage(stream, { seq: 1 })).json<EventEnvelope<{ n: number }>>();
  const forged = (n: number) => JSON.stringify({ ...told, id: randomUUID(), payload: { n } });
  const publish = (json: string, headers?: MsgHdrs) => admin.jetstream().publish(noted.subject, json, { headers });
  await publish(forged(11));
  await publish(forged(12), signEvent(keyringOf('sites'), noted.subject, forged(12)));
  await publish(forged(13), signEvent(keyringOf('content'), noted.subject, forged(14)));
  await publish(forged(15), signEvent(keyringOf('content'), counted.subject, forged(15)));
  await add(2);
  await settled(2);
  expect(await effects()).toEqual([1, 2]);
  // They are put aside, and hold up nothing.
  await until(async () => (await jsm.consumers.info(stream, durable)).num_ack_pending === 0);
  expect(await letters()).toEqual([]);
});

it('has an event take effect once when its process dies before the acknowledgement', async () => {
  const service = await sites();
  // Closes the connection when the effect is in the database and the stream knows nothing of it.
  meanwhile = () => service.app.get(Database).afterCommit(() => void service.app.get(Nats).connection.close());
  await add(1);
  await settled(1);
  await service.close();
  meanwhile = () => undefined;
  expect((await jsm.consumers.info(stream, durable)).num_ack_pending).toBe(1);
  await jsm.consumers.delete(stream, durable);
  await sites();
  await add(2);
  await settled(2);
  expect(await effects()).toEqual([1, 2]);
});

describe('a stream', () => {
  it('may be deleted under load and emptied, and nothing is lost or doubled', async () => {
    await sites();
    const load = (async () => {
      for (const n of upTo(600)) {
        await add(n);
        await sleep(2);
      }
    })();
    await settled(50);
    await jsm.streams.delete(stream);
    await settled(200);
    await jsm.streams.delete(stream);
    await load;
    await settled(600);
    expect(await effects()).toEqual(upTo(600));
    await jsm.streams.purge(stream);
    await until(async () => (await jsm.streams.info(stream)).state.messages === 600);
    await add(601);
    await settled(601);
    expect(await effects()).toEqual(upTo(601));
  });

  it('is filled again from the outbox before a new consumer reads it', async () => {
    await addAll(1, 30);
    await until(async () => (await jsm.streams.info(stream)).state.messages === 30);
    await jsm.streams.delete(stream);
    await sites();
    await settled(30);
    expect(await effects()).toEqual(upTo(30));
  });

  it('gets the last events again that NATS lost in a power cut', async () => {
    await addAll(1, 5);
    await until(async () => (await jsm.streams.info(stream)).state.messages === 5);
    await content.close();
    sql ??= await bench.sql('sites');
    // Long ago, and the stream no longer knows the ids of what it lost.
    await sql.query(`update content.outbox set published_at = published_at - interval '1 hour'`);
    await sql.query(`update content.outbox_stream set republish_before = republish_before - interval '2 hours'`);
    for (const seq of [4, 5]) await jsm.streams.deleteMessage(stream, seq);
    running = [await startContent()];
    await sites();
    await settled(5);
    expect(await effects()).toEqual(upTo(5));
  });

  it('gets an event once from several replicas of its service', async () => {
    const second = await startContent();
    await sites();
    await Promise.all([addAll(1, 150), addAll(151, 300, second)]);
    await settled(300);
    expect(await effects()).toEqual(upTo(300));
    expect((await jsm.streams.info(stream)).state.messages).toBe(300);
  });
});

describe('a consumer', () => {
  it('is made anew when it was deleted', async () => {
    await sites();
    await add(1);
    await settled(1);
    await jsm.consumers.delete(stream, durable);
    await add(2);
    await settled(2);
    expect(await effects()).toEqual([1, 2]);
  });

  it('has a lag only where it can be read: 0 would hide that nothing is consumed', async () => {
    const lags = async ({ metrics }: RunningService) =>
      /^bindery_consumer_lag\{.*"sites_notes_content".*\} (\d+)$/m.exec(await metrics.registry.metrics())?.[1];
    expect(await lags(await startSites(false))).toBeUndefined();
    await sites();
    await until(async () => (await lags(running.at(-1)!)) === '0');
  });

  it('is shared by the replicas of its service', async () => {
    await sites();
    await sites();
    await addAll(1, 100);
    await settled(100);
    expect(await effects()).toEqual(upTo(100));
  });

  it('hands what waits to another replica when it stops', async () => {
    const first = await sites();
    let stop = () => {};
    const stopping = new Promise<void>((resolve) => (stop = resolve));
    meanwhile = (n) => (n > 3 ? stopping.then(() => sleep(50)) : undefined);
    await addAll(1, 30);
    await settled(3);
    const closed = first.close();
    stop();
    await closed;
    expect((await effects()).length).toBeLessThan(20);
    meanwhile = () => undefined;
    await sites();
    await settled(30);
    expect(await effects()).toEqual(upTo(30));
  });

  it('stops, with and without a stream', async () => {
    await content.close();
    for await (const { config } of jsm.streams.list()) await jsm.streams.delete(config.name);
    await (await startSites(false)).close();
    await startContent();
    await (await sites()).close();
  });
});

const letters = async () =>
  (await sql.query<{ error: string; consumer: string; envelope: EventEnvelope }>('select * from dead_letter')).rows;

describe.each([
  ['in one transaction', counted, 'sites_counts_content'],
  ['by one call', listed, 'sites_lists_content'],
] as const)('a consumer that takes several events at once, %s', (_, type, consumer) => {
  const waiting = async (count: number) => {
    await addAll(1, count, content, type);
    await until(async () => (await jsm.streams.info(stream)).state.messages === count);
  };
  const transactions = async () =>
    (await sql.query<{ count: number }>('select count(distinct xmin::text)::integer as count from effect')).rows[0]!
      .count;

  it('has those that wait take effect in fewer transactions', async () => {
    await waiting(40);
    await sites();
    await settled(40);
    expect(await effects()).toEqual(upTo(40));
    expect(await transactions()).toBeLessThan(40);
  });

  it('undoes all of them when one fails, and then sets aside that one alone', async () => {
    meanwhile = (n) => {
      if (n === 7) throw new Error('Number seven is broken');
    };
    await waiting(20);
    await sites();
    await until(async () => (await letters()).length === 1);
    await settled(19);
    expect(await effects()).toEqual(upTo(20).filter((n) => n !== 7));
    expect((await letters())[0]).toMatchObject({ consumer });
  });

  it('gives back what waits when it stops, and nothing takes effect twice', async () => {
    await waiting(60);
    let stopping: Promise<void> | undefined;
    const first = bench.start({ name: 'sites', migrations: [Effects1700000009000], providers: [Notes] });
    // Its consumers may be at work before it says that it has started.
    meanwhile = (n) => {
      if (n === 5) stopping ??= first.then((service) => service.close());
    };
    await first;
    sql ??= await bench.sql('sites');
    await until(() => stopping !== undefined);
    await stopping;
    await sites();
    await settled(60);
    expect(await effects()).toEqual(upTo(60));
  });
});

it('sets aside that one of several events alone that fails before it writes', async () => {
  meanwhile = (n) => {
    if (n === 7) throw new Error('Number seven is broken');
  };
  await addAll(1, 20, content, seen);
  await until(async () => (await jsm.streams.info(stream)).state.messages === 20);
  await sites();
  await until(async () => (await letters()).length === 1 && new Set(await effects()).size >= 19);
  expect(new Set(await effects())).toEqual(new Set(upTo(20).filter((n) => n !== 7)));
});

describe('dead letters', () => {
  it('hold what failed on every attempt, and what comes after is not held up', async () => {
    const attempts: number[] = [];
    await sites();
    meanwhile = (n) => {
      attempts.push(n);
      if (n === 1) throw new Error('Number one is broken');
    };
    await addAll(1, 2);
    await until(async () => (await letters()).length === 1);
    await settled(1);
    expect(await effects()).toEqual([2]);
    expect(attempts.filter((n) => n === 1)).toHaveLength(3);
    expect((await letters())[0]).toMatchObject({ consumer: durable, error: 'Error: Number one is broken' });
    await until(async () => (await jsm.consumers.info(stream, durable)).num_ack_pending === 0);
  });

  it('are tried again when an operator says so, and stay when they fail again', async () => {
    await sites();
    meanwhile = () => Promise.reject(new Error('broken'));
    await add(1);
    await until(async () => (await letters()).length === 1);
    meanwhile = () => Promise.reject(new Error('still broken'));
    await sql.query('update dead_letter set retry_at = now()');
    await until(async () => (await letters())[0]?.error === 'Error: still broken');
    meanwhile = () => undefined;
    expect(await effects()).toEqual([]);
    await sql.query('update dead_letter set retry_at = now()');
    await until(async () => (await letters()).length === 0);
    expect(await effects()).toEqual([1]);
  });

  it('are tried again by one process at a time', async () => {
    await sites();
    await sites();
    meanwhile = () => Promise.reject(new Error('broken'));
    await add(1, content, listed);
    await until(async () => (await letters()).length === 1);
    let attempts = 0;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    meanwhile = () => {
      attempts += 1;
      return ended;
    };
    // Times that a process looked for a letter during the attempt: only the other one does.
    let looks = 0;
    const { query } = Database.prototype;
    const queries = jest.spyOn(Database.prototype, 'query').mockImplementation(async function (
      this: Database,
      ...args
    ) {
      const rows = await query.apply(this, args);
      if (attempts > 0 && args[0].includes('retry_at <= now()')) looks += 1;
      return rows as never;
    });
    await sql.query('update dead_letter set retry_at = now()');
    await until(() => looks > 0);
    end();
    await until(async () => (await letters()).length === 0);
    queries.mockRestore();
    expect({ attempts, effects: await effects() }).toEqual({ attempts: 1, effects: [1] });
  });

  it('hold an event that no attempt ever finished, such as one that kills its process', async () => {
    await (await sites()).close();
    await add(1);
    const consumer = await admin.jetstream().consumers.get(stream, durable);
    for (let attempt = 1; attempt <= 3; attempt++) (await consumer.next())!.nak();
    meanwhile = () => Promise.reject(new Error('It was tried once more'));
    await sites();
    await until(async () => (await letters()).length === 1);
    expect((await letters())[0]!.error).toBe('Error: No attempt came to an end');
  });

  it('hold nothing that came while the database was away', async () => {
    await sites();
    await addAll(1, 1);
    await settled(1);
    const { database } = (await sql.query<{ database: string }>('select current_database() as database')).rows[0]!;
    await sql.query(`grant connect on database ${database} to bindery_content`);
    await sql.query(`revoke connect on database ${database} from public`);
    await sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'bindery_sites'`,
    );
    await addAll(2, 6);
    await until(async () => (await jsm.streams.info(stream)).state.messages === 6);
    // Long enough for all attempts of all of them, were they made.
    await sleep(1_500);
    await sql.query(`grant connect on database ${database} to public`);
    await settled(6);
    expect(await effects()).toEqual(upTo(6));
    expect(await letters()).toEqual([]);
  });
});
