import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openStorage, ScopedStorage, storageScopes, StorageScopeError } from './index';

const folder = mkdtempSync(join(tmpdir(), 'bindery-scopes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const storage = openStorage(pathToFileURL(folder).href);
const of = (name: string) => new ScopedStorage(storage, storageScopes[name]!);
const type = { contentType: 'text/plain' };
const places = ['files', 'exports', 'pdf', 'images', 'uploads', 'integrations', 'bodies/content', 'bodies/sites'];

it.each([
  ['gateway', ['files', 'exports', 'pdf', 'images'], ['uploads', 'bodies/content', 'bodies/sites']],
  ['content', ['bodies/content'], ['files', 'exports', 'pdf', 'uploads']],
  ['integrations', [], ['images', 'integrations']],
  ['sites', ['bodies/sites'], []],
  ['identity', [], []],
])('%s reads %j besides what it writes, %j, and nothing else', async (name, reads, writes) => {
  const own = of(name);
  for (const place of places) {
    const key = `${place}/organization/name`;
    await storage.put(key, Buffer.from('x'), type);
    const isReadable = [...reads, ...writes].includes(place);
    const reading = [own.get(key).then((file) => file?.stream.destroy()), own.exists(key), own.size(key)];
    for (const read of reading) await (isReadable ? read : expect(read).rejects.toThrow(StorageScopeError));
    const list = async () => {
      for await (const { key: found } of own.list(`${place}/`)) expect(found.startsWith(place)).toBe(true);
    };
    await (isReadable ? list() : expect(list()).rejects.toThrow(StorageScopeError));
    const writing = () => [own.put(key, Buffer.from('y'), type), own.delete(key)];
    for (const write of writing())
      await (writes.includes(place) ? write : expect(write).rejects.toThrow(StorageScopeError));
  }
  await expect(own.get('files2/a')).rejects.toThrow(StorageScopeError);
});
