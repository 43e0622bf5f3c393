import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchSources } from './watch-sources';

const root = mkdtempSync(join(tmpdir(), 'bindery-watch-'));
const own = join(root, 'apps', 'content', 'src');
const library = join(root, 'libs', 'jobs', 'src');

beforeAll(() => {
  for (const folder of [join(own, 'pages'), library]) mkdirSync(folder, { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true }));

/** Writes files until sources count as changed; a watcher may begin a moment after it was made. */
async function changedAfter(file: string): Promise<number> {
  let calls = 0;
  const watcher = watchSources(root, 'content', async () => void calls++);
  for (let text = 0; calls === 0 && text < 40; text++) {
    writeFileSync(file, `${text}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  watcher.close();
  return calls;
}

it('sees changes of a service and of libraries', async () => {
  expect(await changedAfter(join(own, 'pages', 'page.ts'))).toBeGreaterThan(0);
  expect(await changedAfter(join(library, 'queue.ts'))).toBeGreaterThan(0);
});
