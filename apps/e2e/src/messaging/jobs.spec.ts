import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import {
  GivenUpJobHandler,
  JobEntity,
  JobInputError,
  JobLostError,
  JobQueue,
  JobsModule,
  JobsTable1700000000500,
  JobHandler,
  type JobContext,
  type JobKind,
} from '@bindery/jobs';
import { Database, uuidv7 } from '@bindery/persistence';
import type { RunningService } from '@bindery/service';
import { until } from '@bindery/testing';
import { workbench, type Workbench } from './workbench';

const copy: JobKind<{ file: string }, { done: number }, { copied: string }> = { name: 'copy', attempts: 2 };
const bounds = { perProcess: 3, largePerProcess: 2, perOrganization: 2, largePerOrganization: 1 };
const shared: JobKind<{ name: string; large?: boolean }, object, null> = {
  name: 'shared',
  attempts: 1,
  sideBySide: bounds,
};
const kept: JobKind<object, object, null> = { name: 'kept', attempts: 1, isKept: true };
/** Long enough for a busy machine to renew a lease, and to end a job at a shutdown. */
const times = { lease: 3_000, heartbeat: 300, poll: 50, grace: 3_000 };
type Work = (input: { file: string }, context: JobContext<{ done: number }>) => Promise<{ copied: string }>;

/** Jobs that run side by side, and those that may end. */
const atWork = new Set<string>();
const finishing = new Set<string>();

/** The files of jobs that were given up. */
const givenUp: string[] = [];

let bench: Workbench;
let sql: Client;

/** A replica of a service whose jobs do as `work` says. */
async function replica(work: Work): Promise<RunningService> {
  @Injectable()
  class Copier {
    @JobHandler(copy)
    copy(input: { file: string }, context: JobContext<{ done: number }>) {
      return work(input, context);
    }

    @GivenUpJobHandler(copy)
    giveUp({ file }: { file: string }): Promise<void> {
      givenUp.push(file);
      return Promise.resolve();
    }

    @JobHandler(shared)
    async share({ name }: { name: string }, _context: JobContext<object>): Promise<null> {
      atWork.add(name);
      while (!finishing.has(name)) await sleep(10);
      atWork.delete(name);
      return null;
    }

    @JobHandler(kept)
    keep(_input: object, _context: JobContext<object>): Promise<null> {
      return Promise.resolve(null);
    }
  }
  return bench.start({
    name: 'ai-jobs',
    entities: [JobEntity],
    migrations: [JobsTable1700000000500],
    imports: [JobsModule.forRoot(times)],
    providers: [Copier],
  });
}

const add = (service: RunningService, more: { key?: string; file?: string } = {}) =>
  service.app.get(JobQueue).add(copy, { organizationId: 'org', input: { file: more.file ?? 'a' }, key: more.key });

async function jobs(): Promise<Record<string, unknown>[]> {
  return (await sql.query<Record<string, unknown>>(`select * from job order by created_at, id`)).rows;
}
const ended = (count = 1) => until(async () => (await jobs()).filter((job) => job.ended_at !== null).length === count);

const forever = (context: JobContext<{ done: number }>) =>
  (async () => {
    for (let done = 1; ; done++) {
      await sleep(20);
      await context.report({ done });
    }
  })();

beforeAll(async () => {
  bench = await workbench();
});
afterAll(() => bench.close());

let running: RunningService[] = [];
const started = async (work: Work) => {
  const service = await replica(work);
  running.push(service);
  sql ??= await bench.sql('ai-jobs');
  return service;
};
afterEach(async () => {
  await Promise.all(running.map((service) => service.close()));
  running = [];
  await sql.query('delete from job');
});

it('does a job and keeps its progress and result', async () => {
  const service = await started(async ({ file }, context) => {
    await context.report({ done: 1 });
    return { copied: `${file}${context.attempt}` };
  });
  const id = await add(service);
  await ended();
  expect(await service.app.get(JobQueue).find(copy, 'org', id!)).toMatchObject({
    state: 'completed',
    result: { copied: 'a1' },
    progress: { done: 1 },
    error: null,
  });
  expect(await service.app.get(JobQueue).find(copy, 'another', id!)).toBeNull();
});

it('adds a job only with the transaction of its cause', async () => {
  const service = await started(() => Promise.resolve({ copied: '' }));
  const undone = service.app.get(Database).transaction(async () => {
    await add(service);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await jobs()).toEqual([]);
});

it('keeps the lease of a long job by its heartbeat', async () => {
  const seen: number[] = [];
  const work: Work = async (_, { attempt }) => {
    seen.push(attempt);
    await sleep(1.5 * times.lease);
    return { copied: 'once' };
  };
  const [first] = [await started(work), await started(work)];
  await add(first);
  await ended();
  expect(seen).toEqual([1]);
});

it('hands a job over when its worker is gone without a word', async () => {
  const service = await started(async (_, { attempt }) => ({ copied: `attempt ${attempt}` }));
  await sql.query(
    `insert into job (id, kind, organization_id, input, state, worker, attempts, lease_until)
     values ('1', 'copy', 'org', '{}', 'running', 'dead', 1, now() + interval '300 ms')`,
  );
  await ended();
  const [job] = await jobs();
  expect(job).toMatchObject({ state: 'completed', result: { copied: 'attempt 2' } });
  expect((job!.ended_at as Date).getTime() - (job!.created_at as Date).getTime()).toBeGreaterThanOrEqual(300);
  expect(service.name).toBe('ai-jobs');
});

it('gives a job up whose workers die again and again, and tells its handler', async () => {
  await started(() => Promise.resolve({ copied: '' }));
  await sql.query(
    `insert into job (id, kind, organization_id, input, state, worker, attempts, lease_until)
     values ('1', 'copy', 'org', '{"file": "deadly"}', 'running', 'dead', 2, now())`,
  );
  await ended();
  expect((await jobs())[0]).toMatchObject({ state: 'failed', error: 'Given up after 2 attempts' });
  expect(givenUp).toEqual(['deadly']);
});

it('ends the work of a cancelled job at its next report', async () => {
  let outcome: unknown;
  const service = await started((_, context) =>
    forever(context).catch((error: unknown) => {
      outcome = error;
      throw error;
    }),
  );
  const id = await add(service);
  await until(async () => ((await jobs())[0]?.progress as { done?: number }).done! > 0);
  expect(await service.app.get(JobQueue).cancel(id!)).toBe(true);
  await until(() => outcome !== undefined);
  expect(outcome).toBeInstanceOf(JobLostError);
  expect((await jobs())[0]).toMatchObject({ state: 'cancelled' });
  expect(await service.app.get(JobQueue).cancel(id!)).toBe(false);
});

it('signals the end to work that does not report', async () => {
  let aborted = false;
  const service = await started(
    (_, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          aborted = true;
          reject(new Error('The download was cut short'));
        }),
      ),
  );
  const id = await add(service);
  await until(async () => (await jobs())[0]?.state === 'running');
  await service.app.get(JobQueue).cancel(id!);
  await until(() => aborted);
  await sleep(50);
  expect((await jobs())[0]).toMatchObject({ state: 'cancelled', error: null });
});

it('completes a job together with its last effect', async () => {
  const service = await started(async (_, { complete }) => complete(async () => ({ copied: 'atomic' })));
  await add(service);
  await ended();
  expect((await jobs())[0]).toMatchObject({ state: 'completed', result: { copied: 'atomic' } });
});

it('undoes the last effect of a job that was cancelled meanwhile', async () => {
  const service: RunningService = await started(async (_, { id, complete }) =>
    complete(async () => {
      await service.app
        .get(Database)
        .run(`insert into outbox (id, subject, envelope) values ($1, 'effect', '{}')`, [uuidv7()]);
      await sql.query(`update job set state = 'cancelled' where id = $1`, [id]);
      return { copied: 'never' };
    }),
  );
  await add(service);
  await until(async () => (await jobs())[0]?.state === 'cancelled');
  await sleep(100);
  expect((await sql.query(`select from outbox where subject = 'effect'`)).rowCount).toBe(0);
});

it('tries a failed job again, as often as its kind says', async () => {
  const attempts: number[] = [];
  const service = await started(async (_, { attempt }) => {
    attempts.push(attempt);
    throw new Error('secret detail');
  });
  await add(service);
  await ended();
  expect(attempts).toEqual([1, 2]);
  const [job] = await jobs();
  expect(job).toMatchObject({ state: 'failed' });
  expect(job!.error).not.toContain('secret');
});

it('ends a job at once whose input is at fault, and says why', async () => {
  const service = await started(() => Promise.reject(new JobInputError('There is no such file')));
  await add(service);
  await ended();
  expect((await jobs())[0]).toMatchObject({ state: 'failed', attempts: 1, error: 'There is no such file' });
});

it('lets one job wait under a key, also while another of the key runs, and runs them one after the other', async () => {
  const active: string[] = [];
  const together = new Set<string>();
  const work: Work = async ({ file }) => {
    for (const other of active) together.add([file, other].sort().join());
    active.push(file);
    await (file === 'first' ? until(() => together.has('first,other')) : sleep(150));
    active.splice(active.indexOf(file), 1);
    return { copied: '' };
  };
  const service = await started(work);
  await started(work);
  expect(await add(service, { key: 'space', file: 'first' })).toBeDefined();
  await until(async () => (await jobs())[0]?.state === 'running');
  expect(await add(service, { key: 'space', file: 'second' })).toBeDefined();
  expect(await add(service, { key: 'space', file: 'third' })).toBeUndefined();
  expect(await add(service, { key: 'other', file: 'other' })).toBeDefined();
  await ended(3);
  expect([...together]).not.toContain('first,second');
});

it('runs a waiting job after the commit of a transaction that needs it as well', async () => {
  const causes: number[] = [];
  const service = await started(async () => {
    causes.push((await sql.query(`select from job where id = 'cause'`)).rowCount!);
    return { copied: '' };
  });
  const database = service.app.get(Database);
  // The job that waits is not due before the other one of its key has ended.
  await sql.query(
    `insert into job (id, kind, organization_id, key, input, state, worker, lease_until) values
       ('running', 'copy', 'org', 'space', '{}', 'running', 'elsewhere', now() + interval '1 hour'),
       ('waiting', 'copy', 'org', 'space', '{}', 'pending', null, null)`,
  );
  await database.transaction(async () => {
    await database.run(
      `insert into job (id, kind, organization_id, input, state, ended_at) values ('cause', 'copy', 'org', '{}', 'completed', now())`,
    );
    expect(await add(service, { key: 'space' })).toBeUndefined();
    await sql.query(`update job set state = 'completed', ended_at = now() where id = 'running'`);
    const { rowCount } = await sql.query(`select from job where id = 'waiting' for update skip locked`);
    expect(rowCount).toBe(0);
  });
  await ended(3);
  expect(causes).toEqual([1]);
  expect(await jobs()).toHaveLength(3);
});

it('tries a failed job again before the one that waits under its key', async () => {
  const begun: string[] = [];
  const isEnded = async (file: string) =>
    (await jobs()).some((job) => (job.input as { file: string }).file === file && job.ended_at !== null);
  const work: Work = async ({ file }, { attempt }) => {
    begun.push(`${file} ${attempt}`);
    if (file === 'second') expect(await isEnded('first')).toBe(true);
    else if (attempt === 1) {
      await until(async () => (await jobs()).length === 2);
      throw new Error('not yet');
    }
    return { copied: '' };
  };
  const service = await started(work);
  await started(work);
  await add(service, { key: 'space', file: 'first' });
  await until(async () => (await jobs())[0]?.state === 'running');
  await add(service, { key: 'space', file: 'second' });
  await ended(2);
  expect(begun).toEqual(['first 1', 'first 2', 'second 1']);
  expect((await jobs()).map(({ key, state }) => [key, state])).toEqual([
    ['space', 'completed'],
    ['space', 'completed'],
  ]);
});

it('keeps the key of a job that waits for its next attempt', async () => {
  const service = await started(async (_, { attempt }) => {
    if (attempt === 1) throw new Error('not yet');
    return { copied: '' };
  });
  await add(service, { key: 'space' });
  await until(async () => (await jobs())[0]?.error !== null);
  await sql.query(`update job set run_after = now() + interval '1 hour'`);
  expect(await add(service, { key: 'space' })).toBeUndefined();
  await sql.query(`update job set run_after = now()`);
  await ended();
  expect((await jobs())[0]).toMatchObject({ state: 'completed', key: 'space' });
});

it('gives the job back on shutdown, so that another replica has it at once', async () => {
  let lostWith: unknown;
  const first = await started((_, context) =>
    forever(context).catch((error: unknown) => {
      lostWith = error;
      throw error;
    }),
  );
  await add(first);
  await until(async () => (await jobs())[0]?.state === 'running');
  await started(async (_, { attempt }) => ({ copied: `attempt ${attempt}` }));
  await first.close();
  await ended();
  expect(lostWith).toBeInstanceOf(JobLostError);
  // A lease that had run out would have counted as an attempt.
  expect((await jobs())[0]).toMatchObject({ state: 'completed', result: { copied: 'attempt 1' } });
});

it('does not let work that never reports hold up the shutdown', async () => {
  const service = await started(() => sleep(600_000, { copied: '' }, { ref: false }));
  await add(service);
  await until(async () => (await jobs())[0]?.state === 'running');
  await service.close();
  expect((await jobs())[0]!.state).not.toBe('completed');
});

it('removes jobs a week after they ended, unless the API shows their kind', async () => {
  const work = async () => ({ copied: '' });
  await (await started(work)).close();
  await sql.query(
    `insert into job (id, kind, organization_id, state, input, ended_at)
     select id, kind, 'org', state, '{}', now() - days * interval '1 day' from (values
       ('old', 'copy', 'completed', 8), ('failed', 'copy', 'failed', 8), ('fresh', 'copy', 'completed', 6), ('kept', 'kept', 'completed', 8)
     ) as j (id, kind, state, days)`,
  );
  await started(work);
  await until(async () => (await jobs()).length === 2);
  expect((await jobs()).map(({ id }) => id).sort()).toEqual(['fresh', 'kept']);
});

describe('jobs that run side by side', () => {
  const nothing: Work = () => Promise.resolve({ copied: '' });
  const give = (service: RunningService, organizationId: string, name: string, large = false) =>
    service.app.get(JobQueue).add(shared, { organizationId, input: { name, ...(large && { large }) } });
  const working = async (...names: string[]) => {
    await until(() => atWork.size === names.length && names.every((name) => atWork.has(name)));
    // A job that should not begin has had time to.
    await sleep(4 * times.poll);
    expect([...atWork].sort()).toEqual(names.sort());
  };
  const finish = (...names: string[]) => names.forEach((name) => finishing.add(name));
  beforeEach(() => [atWork, finishing].forEach((names) => names.clear()));

  it('keep to the bound of an organization in all processes, and leave places to others', async () => {
    const [one] = [await started(nothing), await started(nothing)];
    for (const name of ['a1', 'a2', 'a3', 'a4']) await give(one, 'a', name);
    await working('a1', 'a2');
    await give(one, 'b', 'b1');
    await working('a1', 'a2', 'b1');
    finish('a1');
    await working('a2', 'a3', 'b1');
    finish('a2', 'a3', 'a4', 'b1');
    await ended(5);
  });

  it('take turns between organizations when there is one place', async () => {
    const service = await started(nothing);
    for (const name of ['a1', 'a2']) await give(service, 'a', name);
    await give(service, 'c', 'c1');
    await working('a1', 'a2', 'c1');
    for (const [organization, name] of [
      ['a', 'a3'],
      ['b', 'b1'],
    ] as const)
      await give(service, organization, name);
    finish('c1');
    // One of "a" has waited longer, and two of them are at work.
    await working('a1', 'a2', 'b1');
    finish('a1', 'a2', 'a3', 'b1');
    await ended(5);
  });

  it('let large ones have their places wherever small ones are at work', async () => {
    const service = await started(nothing);
    await give(service, 'a', 's1');
    await working('s1');
    await give(service, 'a', 'l1', true);
    await give(service, 'b', 'l2', true);
    await working('l1', 'l2', 's1');
    finish('l1', 'l2', 's1');
    await ended(3);
  });

  it('let a small one go before large ones that wait', async () => {
    const service = await started(nothing);
    for (const name of ['l1', 'l2']) await give(service, 'a', name, true);
    await working('l1');
    await give(service, 'b', 'l3', true);
    await working('l1', 'l3');
    await give(service, 'a', 's1');
    await working('l1', 'l3', 's1');
    finish('s1');
    await give(service, 'c', 'l4', true);
    // The third place is for small ones alone.
    await working('l1', 'l3');
    finish('l1', 'l2', 'l3', 'l4');
    await ended(5);
  });
});
