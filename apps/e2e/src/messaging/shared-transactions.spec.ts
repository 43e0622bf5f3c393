import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Database, NotShared } from '@bindery/persistence';
import { workbench, type Workbench } from './workbench';

class Marks1700000009000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table mark (name text primary key, transaction bigint not null, count integer not null default 1)',
    );
  }
  async down(): Promise<void> {}
}

let bench: Workbench;
let db: Database;

beforeAll(async () => {
  bench = await workbench();
  const { app } = await bench.start({ name: 'sites', migrations: [Marks1700000009000] });
  db = app.get(Database);
});
beforeEach(async () => {
  await db.run('delete from mark');
});
afterAll(() => bench.close());

const shared = {
  run: <T>(key: string, work: () => Promise<T>, isFollowed = false) => db.transaction(work, { key, isFollowed }),
};

const store = async (names: string[]): Promise<void> => {
  await db.run(`insert into mark (name, transaction) select unnest($1::text[]), txid_current()`, [names]);
};
const marks = () => db.query<{ name: string; transaction: string; count: number }>('select * from mark order by name');
const names = async () => (await marks()).map(({ name }) => name);

/** Keeps the first transaction open until all others wait, so that these share the next one. */
async function meanwhile<T>(begin: () => Promise<T>[]): Promise<PromiseSettledResult<T>[]> {
  let letGo: () => void = () => undefined;
  let first: Promise<void> | undefined;
  await new Promise<void>((begun) => {
    first = shared.run('first', () => {
      begun();
      return new Promise<void>((resolve) => (letGo = resolve));
    });
  });
  const others = begin();
  letGo();
  await first;
  return Promise.allSettled(others);
}

const mark = (name: string, work: () => Promise<void> = () => Promise.resolve()) =>
  shared.run(name, async () => {
    db.bufferInsert(store, name);
    await work();
    return name;
  });

it('stores what several gathered in one transaction, and answers each', async () => {
  const settled = await meanwhile(() => ['a', 'b', 'c'].map((name) => mark(name)));
  expect(settled).toEqual(['a', 'b', 'c'].map((value) => ({ status: 'fulfilled', value })));
  expect(await names()).toEqual(['a', 'b', 'c']);
  expect(new Set((await marks()).map(({ transaction }) => transaction)).size).toBe(1);
});

it('leaves out what one refuses, and nothing else', async () => {
  const done: string[] = [];
  const effect = (name: string) => async () => db.afterCommit(() => done.push(name));
  const [a, b, c] = await meanwhile(() => [
    mark('a', effect('a')),
    mark('b', async () => {
      await effect('b')();
      throw new Error('refused');
    }),
    mark('c', effect('c')),
  ]);
  expect([a!.status, b!.status, c!.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await names()).toEqual(['a', 'c']);
  expect(done).toEqual(['a', 'c']);
});

it.each([
  ['a statement fails', () => db.run('select 1 / 0')],
  ['a statement fails in silence', () => db.run('select 1 / 0').catch(() => undefined)],
  [
    'one refuses after it has written',
    async () => {
      await db.run(`insert into mark values ('written', 0)`);
      throw new Error('refused');
    },
  ],
  ['what one gathered cannot be stored', () => Promise.resolve(db.bufferInsert(store, null as never))],
])('does each by itself when %s', async (_, harm) => {
  let runs = 0;
  const settled = await meanwhile(() => [
    mark('a', async () => void runs++),
    mark('harmful', async () => {
      await harm();
    }),
    mark('c'),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(runs).toBe(2);
  const stored = await marks();
  expect(stored.map(({ name }) => name)).toEqual(['a', 'c']);
  expect(new Set(stored.map(({ transaction }) => transaction)).size).toBe(2);
});

it('commits nothing, and says so, when a statement of a transaction that is not shared fails in silence', async () => {
  const work = db.transaction(async () => {
    await store(['a']);
    await db.run('select 1 / 0').catch(() => undefined);
  });
  await expect(work).rejects.toThrow();
  expect(await names()).toEqual([]);
});

it('gives who does not want to share a transaction of his own', async () => {
  const alone = async () => {
    if (db.isShared) throw new NotShared();
  };
  const settled = await meanwhile(() => [mark('a'), mark('b', alone), mark('c')]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  const [a, b, c] = await marks();
  expect(a!.transaction).toBe(c!.transaction);
  expect(b!.transaction).not.toBe(a!.transaction);
});

it('delays only works of the same key while one runs by itself', async () => {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const done: string[] = [];
  const noted = (name: string, work: () => Promise<void> = () => Promise.resolve()) =>
    mark(name, async () => {
      db.afterCommit(() => done.push(name));
      await work();
    });
  const waiting = noted('a', async () => {
    if (db.isShared) throw new NotShared();
    await held;
  });
  await noted('b');
  const following = shared.run('a', () => Promise.resolve(done.push('after a')));
  await noted('c');
  letGo();
  await Promise.all([waiting, following]);
  expect(done).toEqual(['b', 'c', 'a', 'after a']);
});

it('has works with one key follow each other', async () => {
  await store(['counter']);
  const raise = () =>
    shared.run('counter', async () => {
      const [row] = await db.query<{ count: number }>(`select count from mark where name = 'counter'`);
      db.bufferInsert(async (counts: number[]) => {
        for (const count of counts) await db.run(`update mark set count = $1 where name = 'counter'`, [count]);
      }, row!.count + 1);
    });
  await meanwhile(() => Array.from({ length: 10 }, raise));
  expect((await marks())[0]!.count).toBe(11);
});

it('asks for many keys in one statement, and for one outside', async () => {
  await store(['a', 'b']);
  const calls: string[][] = [];
  const find = async (wanted: string[]) => {
    calls.push(wanted);
    const rows = await db.query<{ name: string }>('select name from mark where name = any($1)', [wanted]);
    return wanted.map((name) => rows.some((row) => row.name === name));
  };
  const ask = (name: string) => shared.run(name, () => db.loadBatched(find, name));
  const settled = await meanwhile(() => ['a', 'x', 'b'].map(ask));
  expect(settled.map((outcome) => outcome.status === 'fulfilled' && outcome.value)).toEqual([true, false, true]);
  expect(calls).toEqual([['a', 'x', 'b']]);
  expect(await db.loadBatched(find, 'b')).toBe(true);
});

it('does the work of each in his own name', async () => {
  const caller = new AsyncLocalStorage<string>();
  const found: (string | undefined)[] = [];
  const note = async () => {
    await db.query('select 1');
    found.push(caller.getStore());
  };
  await meanwhile(() => ['a', 'b'].map((name) => caller.run(name, () => mark(name, note))));
  expect(found.sort()).toEqual(['a', 'b']);
});

it('reports no success when its connection ends before the commit', async () => {
  const end = async () => {
    const [row] = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
    await db.pool.query('select pg_terminate_backend($1)', [row!.pid]);
    await db.query('select 1');
  };
  const settled = await meanwhile(() => [mark('a'), mark('b', end), mark('c')]);
  const kept = settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect(kept).toEqual(['a', 'c']);
  expect(await names()).toEqual(kept);
});

describe('works that follow each other in one transaction', () => {
  /** Adds a letter to what those before it left. */
  const follow = (letter: string, work: () => Promise<void> = () => Promise.resolve()) =>
    shared.run(
      'word',
      async () => {
        const word = (db.passedOn<string>('word') ?? '') + letter;
        db.bufferInsert(store, word);
        db.passOn('word', word);
        await work();
        return word;
      },
      true,
    );

  it('have what those before them left, but those that were refused', async () => {
    const settled = await meanwhile(() => [
      follow('a'),
      follow('b', () => Promise.reject(new Error('refused'))),
      follow('c'),
      follow('d'),
    ]);
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : 'refused'))).toEqual([
      'a',
      'refused',
      'ac',
      'acd',
    ]);
    expect(await names()).toEqual(['a', 'ac', 'acd']);
    expect(new Set((await marks()).map(({ transaction }) => transaction)).size).toBe(1);
  });

  it('begin with nothing left in the next transaction', async () => {
    await meanwhile(() => [follow('a')]);
    const settled = await meanwhile(() => [follow('b')]);
    expect(settled).toEqual([{ status: 'fulfilled', value: 'b' }]);
  });
});

describe('a transaction that begins when it writes', () => {
  const entered: string[] = [];
  const enter = (isFirst: boolean) => async () => {
    await db.run(`insert into mark (name, transaction) values ('receipt', txid_current())`);
    entered.push('entered');
    return isFirst;
  };
  beforeEach(() => entered.splice(0));

  it('does not begin for what only reads', async () => {
    await db.transactionOnWrite(enter(true), async () => {
      expect(db.inTransaction).toBe(true);
      expect(await names()).toEqual([]);
    });
    expect(entered).toEqual([]);
  });

  it('holds the entry and all that is written, also what is gathered', async () => {
    let told = 0;
    await db.transactionOnWrite(enter(true), async () => {
      db.afterCommit(() => (told += 1));
      await names();
      await db.run(`insert into mark (name, transaction) values ('own', txid_current())`);
      // From now on it reads what it has written.
      expect(await names()).toEqual(['own', 'receipt']);
      db.bufferInsert(store, 'gathered');
    });
    expect(await names()).toEqual(['gathered', 'own', 'receipt']);
    expect(new Set((await marks()).map(({ transaction }) => transaction)).size).toBe(1);
    expect(told).toBe(1);
  });

  it('begins for what is gathered alone, and for a lock', async () => {
    await db.transactionOnWrite(enter(true), () => {
      db.bufferInsert(store, 'gathered');
      return Promise.resolve();
    });
    expect(await names()).toEqual(['gathered', 'receipt']);
    await db.run('delete from mark');
    await db.transactionOnWrite(enter(true), async () => {
      await db.query('select name from mark for no key update');
    });
    expect(await names()).toEqual(['receipt']);
  });

  it('leaves nothing where the entry says so, or where it fails', async () => {
    await db.transactionOnWrite(enter(false), async () => {
      await db.run(`insert into mark (name, transaction) values ('own', txid_current())`);
    });
    const failing = db.transactionOnWrite(enter(true), async () => {
      await db.run(`insert into mark (name, transaction) values ('own', txid_current())`);
      throw new Error('failed');
    });
    await expect(failing).rejects.toThrow('failed');
    expect(entered).toHaveLength(2);
    expect(await names()).toEqual([]);
  });
});

describe('rows that are inserted with the commit', () => {
  const insertMarks = (added: string[]) => ({
    text: `insert into mark (name, transaction) select unnest($1::text[]), txid_current()`,
    values: [added],
  });
  const insertCopies = (added: string[]) => ({
    text: `insert into mark (name, transaction) select unnest($1::text[]), txid_current()`,
    values: [added.map((name) => `${name} again`)],
  });
  const add = (name: string, work: () => Promise<unknown> = () => Promise.resolve()) =>
    shared.run(name, async () => {
      db.insertAtCommit(insertMarks, name);
      db.insertAtCommit(insertCopies, name);
      await work();
      return name;
    });

  it('are those of one statement where nothing else is done, and of one transaction with what else is', async () => {
    const sent = jest.spyOn(Client.prototype, 'query');
    await add('a');
    const texts = sent.mock.calls.map(([given]) =>
      typeof given === 'string' ? given : (given as { text: string }).text,
    );
    sent.mockRestore();
    expect(texts.filter((text) => /mark|^start/i.test(text))).toEqual([
      expect.stringMatching(/^with part_0 as \(insert/),
    ]);
    await add('b', () => db.run(`insert into mark values ('written', txid_current())`));
    expect(await names()).toEqual(['a', 'a again', 'b', 'b again', 'written']);
    expect(new Set((await marks()).map(({ transaction }) => transaction)).size).toBe(2);
  });

  it('are not inserted where the work fails, and are by themselves where others are refused', async () => {
    const settled = await meanwhile(() => [
      add('a'),
      add(null as never),
      add('b', () => Promise.reject(new Error('no'))),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await names()).toEqual(['a', 'a again']);
  });

  it('undo what was written before them where they are refused', async () => {
    const work = db.transaction(async () => {
      await store(['written']);
      db.insertAtCommit(insertMarks, null as never);
    });
    await expect(work).rejects.toThrow('null value');
    expect(await names()).toEqual([]);
  });

  it('begin a transaction that begins when it writes', async () => {
    await db.transactionOnWrite(
      async () => (await db.run(`insert into mark values ('receipt', txid_current())`)) > 0,
      async () => db.insertAtCommit(insertMarks, 'a'),
    );
    expect(await names()).toEqual(['a', 'receipt']);
    expect(new Set((await marks()).map(({ transaction }) => transaction)).size).toBe(1);
  });
});
