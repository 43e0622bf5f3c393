import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareRoot } from './process-folder';

const base = mkdtempSync(join(tmpdir(), 'bindery-folder-'));
afterAll(() => rmSync(base, { recursive: true }));

it('makes a folder that nobody else reads, and takes it again', () => {
  const folder = join(base, 'own');
  prepareRoot(folder);
  prepareRoot(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('takes none that other users can write to, and no link to one', () => {
  const open = join(base, 'open');
  mkdirSync(open);
  chmodSync(open, 0o777);
  expect(() => prepareRoot(open)).toThrow('other users can write');
  const link = join(base, 'link');
  symlinkSync(join(base, 'own'), link);
  expect(() => prepareRoot(link)).toThrow('another user');
});
