import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { natsBinary } from './nats-binary';
import { startNats } from './nats-server';
import { startPostgres } from './postgres-server';
import { isAlive } from './processes';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-left-'));
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

it('starts Postgres on data that a killed run still serves, stops that server and keeps the data', async () => {
  const options = {
    dataFolder: join(folder, 'postgres'),
    password: 'it’s "secret"',
    logFile: join(folder, 'postgres.log'),
    durable: false,
  };
  const left = await startPostgres(options);
  await query(left.url, 'CREATE TABLE kept AS SELECT 1 AS one');
  const server = await startPostgres(options);
  expect(isAlive(left.pid)).toBe(false);
  expect(await query(server.url, 'SELECT * FROM kept')).toEqual([{ one: 1 }]);

  expect(await server.stop()).toBe(true);

  // A process id that now belongs to another program: it must be left alone, and Postgres must start all the same.
  const pidFile = join(options.dataFolder, 'postmaster.pid');
  await writeFile(pidFile, `${process.pid}\n${options.dataFolder}\n`);
  const again = await startPostgres(options);
  expect(await again.stop()).toBe(true);
});

it('starts NATS on a folder that a killed run still serves and stops that server', async () => {
  const binary = await natsBinary(join(__dirname, '../../../../.bindery/bin'));
  const options = {
    binary,
    folder: join(folder, 'nats'),
    logFile: join(folder, 'nats.log'),
    accounts: { A: [{ user: 'a', password: 'b' }] },
  };
  const left = await startNats(options);
  const server = await startNats(options);
  expect(isAlive(left.pid)).toBe(false);
  expect(server.pid).toBe(Number(await readFile(join(options.folder, 'nats.pid'), 'utf8')));
  expect(await server.stop()).toBe(true);
  await expect(server.exited).resolves.toMatch(/^ended|^was ended/);
});

it('says why a server does not start', async () => {
  const options = { folder: join(folder, 'bad'), logFile: join(folder, 'bad.log'), accounts: {} };
  await expect(startNats({ ...options, binary: join(folder, 'missing') })).rejects.toThrow(/could not be started/);
});
