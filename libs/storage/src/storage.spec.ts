import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { Test } from '@nestjs/testing';
import { S3Server } from '../test/s3-server';
import { openStorage } from './open-storage';
import { type ListedFile, Storage, StorageKeyError, StorageSizeError } from './storage';
import { StorageModule } from './storage.module';

const text = { contentType: 'text/plain; charset=utf-8' };

interface Place {
  readonly url: string;
  remove(): Promise<void>;
}

const places: Record<string, () => Promise<Place>> = {
  async 'a local folder'() {
    const folder = await mkdtemp(join(tmpdir(), 'bindery-storage-'));
    return { url: pathToFileURL(folder).href, remove: () => rm(folder, { recursive: true }) };
  },
  async 'an S3 server'() {
    process.env.AWS_ACCESS_KEY_ID = 'test-access';
    process.env.AWS_SECRET_ACCESS_KEY = 'test-secret';
    const server = new S3Server('bucket', 'test-access');
    const endpoint = encodeURIComponent(await server.start());
    return { url: `s3://bucket/some/prefix?endpoint=${endpoint}&forcePathStyle=true`, remove: () => server.stop() };
  },
};

describe.each(Object.keys(places))('Storage in %s', (name) => {
  let place: Place;
  let storage: Storage;

  beforeEach(async () => {
    place = await (places[name] as () => Promise<Place>)();
    storage = openStorage(place.url);
  });

  afterEach(async () => {
    await storage.close();
    await place.remove();
  });

  async function contentOf(key: string): Promise<string | undefined> {
    const found = await storage.get(key);
    return found && (await buffer(found.stream)).toString();
  }

  async function listed(prefix: string): Promise<ListedFile[]> {
    const files: ListedFile[] = [];
    for await (const file of storage.list(prefix)) files.push(file);
    return files.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  it('answers a buffer with its size and type, and measures it', async () => {
    const body = Buffer.from('{"a":\n1}');
    const sha256 = createHash('sha256').update(body).digest('hex');
    expect(await storage.put('a/b.json', body, { contentType: 'application/json' })).toEqual({ size: 8, sha256 });
    const found = await storage.get('a/b.json');
    expect(found).toMatchObject({ size: 8, contentType: 'application/json' });
    expect(found && (await buffer(found.stream))).toEqual(body);
  });

  it.each([undefined, 3_000_000])('answers a stream of declared size %s', async (size) => {
    const body = randomBytes(3_000_000);
    const parts = Array.from({ length: 30 }, (_, at) => body.subarray(at * 100_000, (at + 1) * 100_000));
    const written = await storage.put('large', Readable.from(parts), { ...text, size });
    expect(written).toEqual({ size: 3_000_000, sha256: createHash('sha256').update(body).digest('hex') });
    const found = await storage.get('large');
    expect(found?.size).toBe(3_000_000);
    expect(found && (await buffer(found.stream)).equals(body)).toBe(true);
  });

  it('holds an empty file', async () => {
    await storage.put('empty', Buffer.alloc(0), text);
    expect(await contentOf('empty')).toBe('');
    expect(await storage.exists('empty')).toBe(true);
    expect(await storage.size('empty')).toBe(0);
  });

  it('answers nothing for what is absent', async () => {
    await storage.put('a/b', Buffer.from('1'), text);
    for (const key of ['absent', 'a', 'a/b/c', 'a/absent']) {
      expect(await storage.get(key)).toBeUndefined();
      expect(await storage.exists(key)).toBe(false);
      expect(await storage.size(key)).toBeUndefined();
      await storage.delete(key);
    }
    expect(await contentOf('a/b')).toBe('1');
  });

  it('replaces and deletes', async () => {
    await storage.put('a', Buffer.from('old'), text);
    await storage.put('a', Buffer.from('new'), { contentType: 'image/png' });
    const found = await storage.get('a');
    expect(found?.contentType).toBe('image/png');
    found?.stream.destroy();
    expect(await contentOf('a')).toBe('new');
    await storage.delete('a');
    expect(await contentOf('a')).toBeUndefined();
  });

  it('lists by any beginning of a key, page after page', async () => {
    const keys = ['a', 'a/b', 'a/b/c', 'a/bc', 'a/d', 'ab', 'b/1', 'b/2', 'b/3', 'b/4', 'b/5', 'b/6', 'b/7'];
    for (const key of keys) await storage.put(key, Buffer.from(key), text);
    expect((await listed('')).map(({ key }) => key)).toEqual(keys);
    expect((await listed('a')).map(({ key }) => key)).toEqual(['a', 'a/b', 'a/b/c', 'a/bc', 'a/d', 'ab']);
    expect((await listed('a/')).map(({ key }) => key)).toEqual(['a/b', 'a/b/c', 'a/bc', 'a/d']);
    expect((await listed('a/b')).map(({ key }) => key)).toEqual(['a/b', 'a/b/c', 'a/bc']);
    expect(await listed('c/')).toEqual([]);
    const [first] = await listed('b/7');
    expect(first?.size).toBe(3);
    expect(Math.abs(Date.now() - (first?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000);
  });

  it('keeps the old file when a body fails or has another length', async () => {
    await storage.put('a', Buffer.from('old'), text);
    async function* broken() {
      yield Buffer.from('new');
      throw new Error('The upload broke off');
    }
    await expect(storage.put('a', Readable.from(broken()), text)).rejects.toThrow('The upload broke off');
    await expect(storage.put('a', Readable.from(broken()), { ...text, size: 9 })).rejects.toThrow('broke off');
    for (const size of [2, 4]) {
      const declared = { ...text, size };
      await expect(storage.put('a', Buffer.from('new'), declared)).rejects.toThrow(StorageSizeError);
      await expect(storage.put('a', Readable.from([Buffer.from('new')]), declared)).rejects.toThrow(StorageSizeError);
    }
    expect(await contentOf('a')).toBe('old');
    expect(await listed('')).toHaveLength(1);
  });

  it.each([
    ...['', '/a', 'a/', 'a//b', '.', '..', '../a', 'a/../b', 'a/./b', 'a\\b', 'a\0', 'ä', 'a b', '~tmp/a', 'a%2f'],
    'x'.repeat(201),
    'x/'.repeat(600),
  ])('refuses the key %j', async (key) => {
    await expect(storage.put(key, Buffer.from('1'), text)).rejects.toThrow(StorageKeyError);
    await expect(storage.get(key)).rejects.toThrow(StorageKeyError);
    await expect(storage.delete(key)).rejects.toThrow(StorageKeyError);
    await expect(storage.exists(key)).rejects.toThrow(StorageKeyError);
  });

  it.each(['../', '/', 'a/../', '..//', '~tmp'])('refuses the prefix %j', (prefix) => {
    expect(() => storage.list(prefix)).toThrow(StorageKeyError);
  });

  it('refuses a content type with a line break', async () => {
    await expect(storage.put('a', Buffer.from('1'), { contentType: 'a\nb' })).rejects.toThrow(RangeError);
  });

  it('takes the longest content type of characters that JSON escapes', async () => {
    await storage.put('a', Buffer.from('1'), { contentType: '"'.repeat(200) });
    expect(await contentOf('a')).toBe('1');
  });

  it('is provided by its module', async () => {
    const application = await Test.createTestingModule({
      imports: [StorageModule.forRoot(place.url, 'content')],
    }).compile();
    await application.get(Storage).put('files/a', Buffer.from('1'), text);
    await expect(application.get(Storage).put('images/a', Buffer.from('1'), text)).rejects.toThrow('may not write');
    await application.close();
    expect(await contentOf('files/a')).toBe('1');
  });
});

describe('FileStorage', () => {
  it('removes temporary files that were abandoned a day ago, and leaves younger ones', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bindery-storage-'));
    const storage = openStorage(pathToFileURL(folder).href);
    await storage.put('a', Buffer.from('1'), text);
    for (const name of ['old', 'young']) await writeFile(join(folder, '~tmp', name), name);
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await utimes(join(folder, '~tmp', 'old'), yesterday, yesterday);
    await openStorage(pathToFileURL(folder).href).put('b', Buffer.from('1'), text);
    expect(await readdir(join(folder, '~tmp'))).toEqual(['young']);
    await rm(folder, { recursive: true });
  });
});

describe('S3Storage', () => {
  it('does not take a missing bucket or wrong credentials for a missing file', async () => {
    const server = new S3Server('bucket', 'another-access');
    const endpoint = encodeURIComponent(await server.start());
    const storage = openStorage(`s3://bucket?endpoint=${endpoint}&forcePathStyle=true`);
    await expect(storage.get('a')).rejects.toThrow('AccessDenied');
    await storage.close();
    await server.stop();
  });
});

describe('openStorage', () => {
  it.each([
    ['nonsense', 'file:///folder or s3://bucket/prefix'],
    ['https://host/', 'not https:'],
    ['s3:///prefix', 'has no bucket'],
    ['s3://key:secret@bucket/', 'AWS_ACCESS_KEY_ID'],
    ['s3://bucket/?endpont=x', 'unknown parameter endpont'],
  ])('refuses %s', (url, message) => {
    expect(() => openStorage(url)).toThrow(message);
  });
});

it('keeps files and folders from other users of the machine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-storage-'));
  const storage = openStorage(pathToFileURL(join(folder, 'new')).href);
  const before = process.umask(0);
  try {
    await storage.put('a/b', Buffer.from('words'), text);
  } finally {
    process.umask(before);
  }
  const modes: number[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath ?? entry.path, entry.name));
    modes.push(mode & 0o777);
    expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o750 : 0o640]);
  }
  expect(new Set(modes)).toEqual(new Set([0o750, 0o640]));
  await rm(folder, { recursive: true });
});
