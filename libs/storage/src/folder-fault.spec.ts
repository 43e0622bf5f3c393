import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Test } from '@nestjs/testing';
import { folderFault } from './folder-fault';
import { StorageModule } from './storage.module';

const base = mkdtempSync(join(tmpdir(), 'bindery-own-'));
const me = process.getuid?.() ?? 0;
let made = 0;
const folderOf = (mode: number): string => {
  const folder = join(base, `folder-${++made}`);
  mkdirSync(folder);
  chmodSync(folder, mode);
  return folder;
};
const starting = (folder: string) =>
  Test.createTestingModule({ imports: [StorageModule.forRoot(pathToFileURL(folder).href, 'content')] }).compile();

afterAll(() => rmSync(base, { recursive: true }));

it.each([0o700, 0o750, 0o755, 0o2775])(
  'lets processes start on a folder of their own with the mode %o',
  async (mode) => {
    await expect(starting(folderOf(mode))).resolves.toBeDefined();
  },
);

it('lets them start on a link to one, and makes one that is missing, for the user and the group alone', async () => {
  const link = join(base, 'link');
  symlinkSync(folderOf(0o750), link);
  await expect(starting(link)).resolves.toBeDefined();
  const missing = join(base, 'missing', 'files');
  await expect(starting(missing)).resolves.toBeDefined();
  expect(statSync(missing).mode & 0o027).toBe(0);
});

it('lets none start where every user of the machine may write, and names the folder and the remedy', async () => {
  const folder = folderOf(0o777);
  await expect(starting(folder)).rejects.toThrow(
    `STORAGE_URL names ${folder}, which every user of the machine may write to`,
  );
  await expect(starting(folder)).rejects.toThrow(`chmod o-w ${folder}`);
});

it('lets none start on a file, or where a folder cannot be made', async () => {
  const file = join(base, 'file');
  writeFileSync(file, '');
  await expect(starting(file)).rejects.toThrow(`STORAGE_URL names ${file}, which is not a folder`);
  await expect(starting(join(file, 'inside'))).rejects.toThrow(/^STORAGE_URL names .*, which cannot be made: .*: set /);
});

it('takes a folder of another user for theirs', async () => {
  const folder = folderOf(0o750);
  // Files of root are accepted.
  const stranger = me === 0 ? undefined : me + 1;
  if (stranger === undefined) chownSync(folder, 12_345, 12_345);
  expect(await folderFault(folder, stranger ?? me)).toMatch(/belongs to another user \(id \d+\): .*chown -R/);
});

it('takes one where all may write and keep their own, unless another has put something there', async () => {
  const folder = folderOf(0o1777);
  mkdirSync(join(folder, 'files'));
  expect(await folderFault(folder)).toBeUndefined();
  if (me !== 0) return;
  chownSync(join(folder, 'files'), 12_345, 12_345);
  expect(await folderFault(folder)).toContain('where another user (id 12345) has put files: remove it');
});
