import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLogger } from '@bindery/observability';
import { openStorage } from '@bindery/storage';
import { TransferSweep } from './transfer-sweep';

const hours = 60 * 60 * 1000;

it('removes uploads and exports after two days, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-sweep-'));
  const storage = openStorage(pathToFileURL(folder).href);
  const keys = ['uploads/o/1', 'exports/o/2', 'files/o/3'];
  for (const key of keys) await storage.put(key, Buffer.from('x'), { contentType: 'text/plain' });
  const left = () => Promise.all(keys.map((key) => storage.exists(key)));
  let passed = 47 * hours;
  const clock = () => new Date(Date.now() + passed);
  const sweep = new TransferSweep(storage, clock, createLogger('content', 'silent'));
  await sweep.sweep();
  expect(await left()).toEqual([true, true, true]);
  passed = 49 * hours;
  await sweep.sweep();
  expect(await left()).toEqual([false, false, true]);
  await rm(folder, { recursive: true });
});
