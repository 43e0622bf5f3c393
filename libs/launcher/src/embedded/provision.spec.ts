import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { EmbeddedServer } from './embedded-server';
import { startPostgres } from './postgres-server';
import { provision, serviceDatabase } from './provision';
import { generateSecrets, type Secrets } from './secrets';

let folder: string;
let server: EmbeddedServer;
/** The URL of an administrator who is no superuser. */
let manager: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-provision-'));
  await chmod(folder, 0o755);
  const options = { dataFolder: join(folder, 'managed'), password: 'secret', logFile: join(folder, 'managed.log') };
  server = await startPostgres({ ...options, durable: false });
  await query(server.url, `CREATE ROLE manager LOGIN CREATEDB CREATEROLE PASSWORD 'm'`);
  manager = Object.assign(new URL(server.url), { username: 'manager', password: 'm' }).href;
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true });
});

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
});

it('refuses a server that another installation uses, unless told to take it over', async () => {
  const [first, second] = [generateSecrets(), generateSecrets()];
  const answers = ({ roles }: Secrets) =>
    query(serviceDatabase(manager, 'bindery', 'sites', roles).databaseUrl, 'SELECT 1');
  const start = (secrets: Secrets, takesOver = false) =>
    provision(manager, 'bindery', secrets.roles, { id: secrets.installation, takesOver });
  // As release 0.1.0 has provisioned it: without a mark.
  await provision(manager, 'bindery', first.roles);
  await expect(start(second)).rejects.toThrow(
    /^DATABASE_URL names 127.0.0.1:\d+, which another installation of Bindery uses/,
  );
  await start(first);
  await start(first);
  await expect(start(second)).rejects.toThrow(`another installation of Bindery (${first.installation}) uses`);
  // The cluster has its passwords from settings, and need not know the id.
  await expect(provision(manager, 'bindery', second.roles)).rejects.toThrow(/--take-over/);
  await answers(first);
  // Passwords that are replaced are no other installation.
  const renewed = { ...generateSecrets(), installation: first.installation };
  await start(renewed);
  await answers(renewed);
  await start(second, true);
  await answers(second);
  await expect(start(renewed)).rejects.toThrow(second.installation);
});
