import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { Client } from 'pg';
import { SESSION_TIMEOUT } from '@bindery/launcher';
import { copyFile, type FileCopy, forEach } from './copying';
import type { BackedUpFile } from './manifest';

/** Files that Postgres makes anew, or must not find in a restored cluster (manual, "Making a Base Backup Using the Low Level API"). */
const EMPTY_FOLDERS = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label|tablespace_map)$|(^|\/)(pg_internal\.init[^/]*|pgsql_tmp[^/]*)(\/|$)/;
const CONTROL = 'global/pg_control';
const WAL_FILE = /^[0-9A-F]{24}$/;

interface PostgresBackup {
  version: string;
  folders: string[];
  files: BackedUpFile[];
  /** The moment up to which everything acknowledged is in the backup. */
  at: Date;
}

/**
 * Copies the cluster in `dataFolder`, whose server answers a superuser at `adminUrl`, to the new folder `target`, while
 * others write: the files as they are, and the log from the beginning to the end of the copying, with which the server
 * makes them whole when it starts on them.
 */
export async function backupPostgres(adminUrl: string, dataFolder: string, target: string): Promise<PostgresBackup> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: SESSION_TIMEOUT, keepAlive: true });
  await client.connect();
  try {
    // Holds the log back until this session ends, however it ends.
    await client.query(`select pg_create_physical_replication_slot($1, true, true)`, [`bindery_backup_${process.pid}`]);
    const begin = await one<{ lsn: string; version: string }>(
      client,
      `select pg_backup_start('bindery', fast => true)::text as lsn,
         (current_setting('server_version_num')::int / 10000)::text as version`,
    );
    const { folders, files } = await copyCluster(dataFolder, target);
    const at = new Date();
    const end = await one<{ lsn: string; label: string; map: string }>(
      client,
      `select lsn::text, labelfile as label, spcmapfile as map from pg_backup_stop(wait_for_archive => false)`,
    );
    if (end.map.trim() !== '') throw new Error('The cluster has tablespaces, which this backup does not copy');
    files.push(await write(target, 'backup_label', end.label));
    const { first, last } = await one<{ first: string; last: string }>(
      client,
      `select pg_walfile_name($1::pg_lsn) as first, pg_walfile_name($2::pg_lsn) as last`,
      [begin.lsn, end.lsn],
    );
    files.push(...(await copyLog(dataFolder, target, first, last)));
    return { version: begin.version, folders, files, at };
  } finally {
    await client.end();
  }
}

async function one<T extends object>(client: Client, text: string, values: unknown[] = []): Promise<T> {
  const { rows } = await client.query<T>(text, values);
  return rows[0]!;
}

async function copyCluster(dataFolder: string, target: string) {
  const entries = await readdir(dataFolder, { recursive: true, withFileTypes: true });
  const pathOf = (entry: (typeof entries)[number]) =>
    posix.join(entry.parentPath.slice(dataFolder.length).replaceAll('\\', '/').replace(/^\//, ''), entry.name);
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map(pathOf)
    .filter(isCopied)
    .sort();
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(pathOf)
    .filter((path) => isCopied(path) && path !== CONTROL);
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const folder of folders) await mkdir(join(target, folder), { mode: 0o700 });
  const files: BackedUpFile[] = [];
  await forEach(paths, async (path) => {
    const copied = await copyFile(join(dataFolder, path), join(target, path), { sync: true }).catch(ifGone);
    if (copied) files.push({ path, ...copied });
  });
  files.push(await write(target, CONTROL, await stableContent(join(dataFolder, CONTROL))));
  return { folders, files };
}

const isCopied = (path: string): boolean => !EMPTY_FOLDERS.test(path) && !LEFT_OUT.test(path);

/** Tables that were dropped meanwhile: the log says so, too. */
function ifGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

/** The server writes this file at any time, in one piece; what was read twice is not half of two. */
async function stableContent(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ;) {
    const again = await readFile(path);
    if (again.equals(before)) return again;
    before = again;
  }
}

async function copyLog(dataFolder: string, target: string, first: string, last: string): Promise<BackedUpFile[]> {
  const names = (await readdir(join(dataFolder, 'pg_wal'))).filter(
    (name) => WAL_FILE.test(name) && name >= first && name <= last,
  );
  if (!names.includes(first) || !names.includes(last))
    throw new Error('Postgres has removed write-ahead log that the backup needs: run the backup again');
  const files: BackedUpFile[] = [];
  for (const name of names) {
    const path = `pg_wal/${name}`;
    files.push({ path, ...(await copyFile(join(dataFolder, path), join(target, path), { sync: true })) });
  }
  return files;
}

async function write(target: string, path: string, content: string | Buffer): Promise<BackedUpFile> {
  const bytes = Buffer.from(content);
  await writeFile(join(target, path), bytes, { mode: 0o600, flush: true });
  const copied: FileCopy = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  return { path, ...copied };
}
