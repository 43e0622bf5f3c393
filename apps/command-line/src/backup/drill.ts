import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openStorage } from '@bindery/storage';
import { Client } from 'pg';
import { type EmbeddedServer, startPostgres, loadSecrets, Paths } from '@bindery/launcher';
import { backup, type Home } from './backup';
import { forEach } from './copying';
import type { Manifest } from './manifest';
import { restore } from './restore';

const MEGABYTE = 1024 * 1024;

interface Drill {
  manifest: Manifest;
  /** Writes that were acknowledged before the moment for which the backup stands, and those of them that it lacks. */
  acknowledged: number;
  lost: number;
  /** Whether the rows and files that were there from the beginning are the same. */
  same: boolean;
  /** Seconds. */
  took: { backup: number; restore: number; start: number };
}

/**
 * Fills a database and a storage with so much, backs both up while others write, restores them into another home, and
 * compares. `folder` takes three times as much and is left empty.
 */
export async function drill(folder: string, megabytes: number): Promise<Drill> {
  const homes = [await homeIn(join(folder, 'one')), await homeIn(join(folder, 'other'))] as const;
  const servers: EmbeddedServer[] = [];
  const start = async ({ paths }: (typeof homes)[number]) => {
    const { postgres: password } = await loadSecrets(paths.secrets);
    const server = await startPostgres({
      dataFolder: paths.postgres,
      password,
      logFile: join(paths.data, 'postgres.log'),
      durable: true,
    });
    servers.push(server);
    return server;
  };
  try {
    const first = await start(homes[0]);
    const before = await fill(first.url, homes[0].storageUrl, megabytes);
    const writer = new Writer(first.url);
    const target = join(folder, 'backup');
    const [manifest, backupTook] = await timed(() => backup({ ...homes[0], postgresUrl: first.url }, target));
    const written = await writer.stop();
    await first.stop();

    const [, restoreTook] = await timed(() => restore(target, homes[1]));
    const [second, startTook] = await timed(() => start(homes[1]));
    const due = written.filter(({ at }) => at < Date.parse(manifest.databaseAt)).map(({ n }) => n);
    const after = await contentOf(second.url, homes[1].storageUrl);
    return {
      manifest,
      acknowledged: due.length,
      lost: await missing(second.url, due),
      same: after === before,
      took: { backup: backupTook, restore: restoreTook, start: startTook },
    };
  } finally {
    for (const server of servers) await server.stop();
    for (const name of ['one', 'other', 'backup']) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function homeIn(folder: string): Promise<Omit<Home, 'postgresUrl' | 'paths'> & { paths: Paths }> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const paths = new Paths(folder, folder);
  return { paths, storageUrl: pathToFileURL(paths.files).href };
}

/** Rows and files that do not compress, half of the bytes each; answers what `contentOf` does. */
async function fill(url: string, storageUrl: string, megabytes: number): Promise<string> {
  const client = await connected(url);
  await client.query('create table kept (id integer primary key, data bytea not null)');
  await client.query('create table written (n integer primary key)');
  const rows = Math.ceil((megabytes * MEGABYTE) / 2 / 8_192);
  const row = `(select decode(string_agg(md5(random()::text || id || part), ''), 'hex') from generate_series(1, 512) as part)`;
  for (let at = 0; at < rows; at += 5_000)
    await client.query(`insert into kept select id, ${row} from generate_series($1::int, $2::int) as id`, [
      at + 1,
      Math.min(at + 5_000, rows),
    ]);
  await client.end();
  const storage = openStorage(storageUrl);
  const size = Math.min(256 * 1024, (megabytes * MEGABYTE) / 8);
  const count = Math.ceil((megabytes * MEGABYTE) / 2 / size);
  await forEach(
    Array.from({ length: count }, (_, at) => at),
    async (at) => {
      await storage.put(`files/drill/${at}`, randomBytes(size), { contentType: 'application/octet-stream' });
    },
  );
  await storage.close();
  return contentOf(url, storageUrl);
}

/** A checksum over all rows and files. */
async function contentOf(url: string, storageUrl: string): Promise<string> {
  const client = await connected(url);
  const { rows } = await client.query<{ sum: string }>(
    `select count(*) || ' ' || coalesce(sum(hashtextextended(encode(data, 'hex'), id)), 0) as sum from kept`,
  );
  await client.end();
  const storage = openStorage(storageUrl);
  const files: string[] = [];
  await forEach(storage.list(''), async ({ key }) => {
    const hash = createHash('sha256');
    for await (const piece of (await storage.get(key))!.stream) hash.update(piece as Buffer);
    files.push(`${key} ${hash.digest('hex')}`);
  });
  await storage.close();
  return [rows[0]!.sum, ...files.sort()].join('\n');
}

async function missing(url: string, due: number[]): Promise<number> {
  const client = await connected(url);
  const { rows } = await client.query<{ n: number }>('select n from written');
  await client.end();
  const found = new Set(rows.map(({ n }) => n));
  return due.filter((n) => !found.has(n)).length;
}

/** Writes one row after the other, each a transaction, and changes pages all over the table of the others. */
class Writer {
  private readonly acknowledged: { n: number; at: number }[] = [];
  private stopped = false;
  private readonly ended: Promise<void>;

  constructor(url: string) {
    this.ended = this.write(url);
  }

  async stop(): Promise<{ n: number; at: number }[]> {
    this.stopped = true;
    await this.ended;
    return this.acknowledged;
  }

  private async write(url: string): Promise<void> {
    const client = await connected(url);
    for (let n = 1; !this.stopped; n++) {
      await client.query('begin');
      await client.query('insert into written values ($1)', [n]);
      await client.query('update kept set data = data where id = $1', [(n * 7_919) % 1_000]);
      await client.query('commit');
      this.acknowledged.push({ n, at: Date.now() });
    }
    await client.end();
  }
}

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const begun = performance.now();
  return [await work(), (performance.now() - begun) / 1_000];
}
