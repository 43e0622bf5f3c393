import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { ConfigError } from '@bindery/config';
import { folderFault } from './folder-fault';
import { copyMeasured } from './measuring-stream';
import { type ListedFile, type PutOptions, Storage, type StoredFile, type WrittenFile } from './storage';
import { checkedContentType, checkedKey, splitPrefix } from './storage-key';

/** Folders of our own begin with a character that no key has, so that they never meet a segment of a key. */
const OWN = '~';
const TEMPORARY = `${OWN}tmp`;
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Other users of the machine may read nothing. The group is for backups. A umask may remove more rights. */
const FOLDER_MODE = 0o750;
const FILE_MODE = 0o640;

/** The first line of each file is JSON: it must be atomic with the content, which a file beside it would not be. */
interface Header {
  readonly contentType: string;
}

/** Longer than any header: 200 characters of content type, each at most doubled by escaping, and the member name. */
const MAX_HEADER = 512;

/**
 * Files in a local folder. The key `a/b` is the file `a/~xx/b`, where xx is a byte of the hash of `b`: folders stay
 * small however many files share a parent. Writes go to a temporary file that is synced and then renamed.
 */
export class FileStorage extends Storage {
  private ready?: Promise<void>;

  constructor(private readonly folder: string) {
    super();
  }

  override async put(key: string, body: Buffer | Readable, { contentType, size }: PutOptions): Promise<WrittenFile> {
    const path = this.pathOf(key);
    const header: Header = { contentType: checkedContentType(contentType) };
    await (this.ready ??= this.prepare().catch((error: unknown) => {
      this.ready = undefined;
      throw error;
    }));
    const temporary = join(this.folder, TEMPORARY, randomUUID());
    try {
      const written = await writeSynced(temporary, header, body, size);
      await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
      await rename(temporary, path);
      await syncFolder(dirname(path));
      return written;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  override async get(key: string): Promise<StoredFile | undefined> {
    const handle = await openOrNothing(this.pathOf(key));
    if (!handle) return undefined;
    try {
      const { header, length } = await readHeader(handle);
      const size = (await handle.stat()).size - length;
      return { stream: handle.createReadStream({ start: length }), size, contentType: header.contentType };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  override async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  override async exists(key: string): Promise<boolean> {
    const found = await stat(this.pathOf(key)).catch(ifAbsent);
    return found !== undefined && found.isFile();
  }

  override async size(key: string): Promise<number | undefined> {
    if (!(await this.exists(key))) return undefined;
    return withHandle(
      this.pathOf(key),
      async (handle) => (await handle.stat()).size - (await readHeader(handle)).length,
    );
  }

  override list(prefix: string): AsyncIterable<ListedFile> {
    const { folder, tail } = splitPrefix(prefix);
    return this.walk(folder, tail);
  }

  override async check(): Promise<void> {
    const wrong = (problem: string) => new ConfigError([`STORAGE_URL names ${this.folder}, ${problem}`]);
    await mkdir(this.folder, { recursive: true, mode: FOLDER_MODE }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST')
        throw wrong(`which cannot be made: ${error.message}: set a folder that the user of the platform may make`);
    });
    const fault = await folderFault(this.folder);
    if (fault) throw wrong(fault);
  }

  override async close(): Promise<void> {}

  private pathOf(key: string): string {
    const name = basename(checkedKey(key));
    const shard = createHash('sha256').update(name).digest('hex').slice(0, 2);
    return join(this.folder, dirname(key), `${OWN}${shard}`, name);
  }

  /** Creates the folder, and removes the temporary files of killed writers. */
  override async prepare(): Promise<void> {
    const temporary = join(this.folder, TEMPORARY);
    await mkdir(temporary, { recursive: true, mode: FOLDER_MODE });
    for (const name of await readdir(temporary)) {
      const left = await stat(join(temporary, name)).catch(ifAbsent);
      if (left && Date.now() - left.mtimeMs > ABANDONED_MS) await rm(join(temporary, name), { force: true });
    }
  }

  private async *walk(folder: string, start: string): AsyncGenerator<ListedFile> {
    const entries = await opendir(join(this.folder, folder)).catch(ifAbsent);
    if (!entries) return;
    for await (const entry of entries) {
      if (entry.name === TEMPORARY) continue;
      if (entry.name.startsWith(OWN)) yield* this.filesOf(folder, entry.name, start);
      else if (entry.name.startsWith(start)) yield* this.walk(join(folder, entry.name), '');
    }
  }

  private async *filesOf(folder: string, shard: string, start: string): AsyncGenerator<ListedFile> {
    for (const name of await readdir(join(this.folder, folder, shard))) {
      if (!name.startsWith(start)) continue;
      const path = join(this.folder, folder, shard, name);
      const found = await withHandle(path, async (handle) => {
        const [{ length }, { size, mtime }] = await Promise.all([readHeader(handle), handle.stat()]);
        return { key: folder === '' ? name : `${folder}/${name}`, size: size - length, modifiedAt: mtime };
      });
      if (found) yield found;
    }
  }
}

async function writeSynced(path: string, header: Header, body: Buffer | Readable, size?: number): Promise<WrittenFile> {
  const handle = await open(path, 'wx', FILE_MODE);
  try {
    await handle.write(`${JSON.stringify(header)}\n`);
    const written = await copyMeasured(body, (pieces) => writeFile(handle, pieces), size);
    await handle.sync();
    return written;
  } finally {
    await handle.close();
  }
}

/** Without it a rename may be lost when the machine loses power. */
async function syncFolder(path: string): Promise<void> {
  await withHandle(path, (handle) => handle.sync());
}

async function readHeader(handle: FileHandle): Promise<{ header: Header; length: number }> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_HEADER), 0, MAX_HEADER, 0);
  const end = buffer.subarray(0, bytesRead).indexOf('\n');
  if (end < 0) throw new Error('A stored file is damaged: it has no header');
  return { header: JSON.parse(buffer.toString('utf8', 0, end)) as Header, length: end + 1 };
}

async function withHandle<T>(path: string, use: (handle: FileHandle) => Promise<T>): Promise<T | undefined> {
  const handle = await openOrNothing(path);
  try {
    return handle && (await use(handle));
  } finally {
    await handle?.close();
  }
}

function openOrNothing(path: string): Promise<FileHandle | undefined> {
  return open(path, 'r').catch(ifAbsent);
}

function ifAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
