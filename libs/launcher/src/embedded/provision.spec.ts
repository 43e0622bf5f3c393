import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from './postgres-server';
import { provision, serviceDatabase } from './provision';
import { generateSecrets } from './secrets';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-provision-'));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true }));

async function query(url: string, sql: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

it('provisions as an administrator who is no superuser, any number of times', async () => {
  const options = {
    dataFolder: join(folder, 'managed'),
    password: 'secret',
    logFile: join(folder, 'managed.log'),
    durable: false,
  };
  const server = await startPostgres(options);
  await query(server.url, `CREATE ROLE manager LOGIN CREATEDB CREATEROLE PASSWORD 'm'`);
  const manager = Object.assign(new URL(server.url), { username: 'manager', password: 'm' }).href;
  await provision(manager, 'bindery', generateSecrets().roles);
  // As installations have it from before sessions were held to limits by their roles.
  await query(manager, 'ALTER ROLE bindery_sites RESET ALL');
  const passwords = generateSecrets().roles;
  await Promise.all([provision(manager, 'bindery', passwords), provision(manager, 'bindery', passwords)]);
  const { databaseUrl, migrationDatabaseUrl } = serviceDatabase(manager, 'bindery', 'sites', passwords);
  await query(migrationDatabaseUrl, 'CREATE TABLE site (id int)');
  await query(databaseUrl, 'INSERT INTO site VALUES (1)');
  const settings = `SELECT current_setting('statement_timeout') AS limit, current_setting('search_path') AS path`;
  expect(await query(databaseUrl, settings)).toEqual([{ limit: '7s', path: 'sites, public' }]);
  expect(await query(migrationDatabaseUrl, settings)).toEqual([{ limit: '0', path: 'sites, public' }]);
  await server.stop();
});
