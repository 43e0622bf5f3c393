import type { TestDatabase } from '@bindery/testing';
import { alterRole, emptySites, openSites } from './unprovisioned';

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
