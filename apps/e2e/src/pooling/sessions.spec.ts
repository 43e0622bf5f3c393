import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestDatabase, until } from '@bindery/testing';
import { Client } from 'pg';
import { alterRole, createTable, emptySites, openSites } from './unprovisioned';

let database: TestDatabase;
beforeAll(async () => (database = await emptySites()));
afterEach(() => alterRole(database, 'reset all'));
afterAll(() => database.drop());

const open = () => openSites(database.databaseUrl);

it('has every session held to the limits of its role, in the schema of its service', async () => {
  const { db, close } = await open();
  const settings = ['search_path', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const rows = await db.query('select current_setting(name) as value from unnest($1::text[]) as name', [settings]);
  expect(rows).toEqual([{ value: 'sites, public' }, { value: '7s' }, { value: '2s' }, { value: '10s' }]);
  await close();
});

it.each([
  ['statement_timeout = 0', "set statement_timeout = '7s'"],
  ['lock_timeout = 0', "set lock_timeout = '2s'"],
  ['idle_in_transaction_session_timeout = 0', "set idle_in_transaction_session_timeout = '10s'"],
  ['search_path = public', 'set search_path = sites, public'],
])('refuses a session of a role with %s, and says what to do', async (setting, remedy) => {
  await alterRole(database, `set ${setting}`);
  await expect(open()).rejects.toThrow(`alter role bindery_sites ${remedy}`);
  await alterRole(database, 'reset all');
  await (await open()).close();
});

it('takes a limit of another length', async () => {
  await alterRole(database, `set statement_timeout = '3s'`);
  await (await open()).close();
});

it('names the setting of a server that takes connections and does not answer, and says what to do', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  await expect(openSites(`postgres://sites:word@127.0.0.1:${port}/bindery`, 1, 200)).rejects.toThrow(
    `DATABASE_URL names 127.0.0.1:${port}, which does not answer: set the URL of a server that can be reached from here`,
  );
  silent.close();
});

describe('a session whose check takes longer than its caller waits for it', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is kept, and nothing is done on it for the caller, who got an error', async () => {
    const { db, close } = await openSites(database.databaseUrl, 2, 2_000);
    await createTable(database, 'told (what text)');
    const { query } = Client.prototype;
    jest.spyOn(Client.prototype, 'query').mockImplementation(async function (this: Client, ...args: unknown[]) {
      if (String(args[0]).startsWith('begin; select')) await sleep(2_500);
      return query.apply(this, args as never);
    } as never);
    const insert = () => db.run(`insert into told values ('once')`);
    // The first has the session that is there; for the others, which wait for it too, another one is begun.
    const outcomes = await Promise.allSettled([db.transaction(() => sleep(2_300)), db.transaction(insert), insert()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    await until(() => db.pool.totalCount === 2 && db.pool.idleCount === 2);
    expect(await db.query('select from told')).toEqual([]);
    await close();
  });
});

it('rolls back open transactions when it closes, and no other caller commits them', async () => {
  const { db, close } = await open();
  await createTable(database, 'half (what text)');
  let goOn!: () => void;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  let begun = false;
  const half = db.transaction(async () => {
    await db.run(`insert into half values ('first')`);
    begun = true;
    await held;
    await db.run(`insert into half values ('second')`);
  });
  await until(() => begun);
  // Waits for the only connection.
  const other = db.transaction(() => db.run(`insert into half values ('other')`));
  const outcomes = Promise.allSettled([half, other]);
  await close();
  goOn();
  expect((await outcomes)[0]!.status).toBe('rejected');
  const again = await open();
  const left = await again.db.query<{ what: string }>('select what from half');
  expect(left).toEqual((await outcomes)[1]!.status === 'fulfilled' ? [{ what: 'other' }] : []);
  await again.close();
});
