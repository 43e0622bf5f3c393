import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolder } from './archive-folder';
import { ArchiveError } from './archive-source';

describe('openFolder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bindery-folder-'));
    await mkdir(join(folder, 'repo', 'docs'), { recursive: true });
    await mkdir(join(folder, 'repo', '.git'));
    await writeFile(join(folder, 'secret'), 'secret');
    await writeFile(join(folder, 'repo', '.git', 'config'), 'url');
    await writeFile(join(folder, 'repo', 'docs', 'a.md'), '\ufeff# A');
  });

  afterEach(() => rm(folder, { recursive: true }));

  const open = (limits = {}) => openFolder(join(folder, 'repo'), limits);
  const link = (target: string, path: string) => symlink(target, join(folder, 'repo', path));

  it('reads files, and follows links inside', async () => {
    await link('docs/a.md', 'README.md');
    await link('docs', 'guide');
    const source = await open();
    expect(source.paths()).toEqual(['README.md', 'docs/a.md', 'guide/a.md']);
    for (const path of source.paths()) expect(await source.text(path)).toBe('# A');
    await expect(source.read('.git/config')).rejects.toThrow('is not in the folder');
    await expect(source.read('../secret')).rejects.toThrow(ArchiveError);
  });

  it.each([
    ['../secret', 'leaves the folder'],
    ['/etc/passwd', 'leaves the folder'],
    ['docs/../../secret', 'leaves the folder'],
    ['absent', 'does not exist'],
    ['.', 'is a link to a folder that contains it'],
    ['.git/config', 'not documentation'],
  ])('refuses a link to %s', async (target, message) => {
    await link(target, 'link.md');
    await expect(open()).rejects.toThrow(`"link.md"`);
    await expect(open()).rejects.toThrow(message);
  });

  it('refuses a circle of links', async () => {
    await link('../docs', 'docs/again');
    await expect(open()).rejects.toThrow('"docs/again" is a link to a folder that contains it');
  });

  it('does not follow a file that became a link after it was checked', async () => {
    const source = await open();
    await rm(join(folder, 'repo', 'docs', 'a.md'));
    await link('../../secret', 'docs/a.md');
    await expect(source.read('docs/a.md')).rejects.toThrow('leaves the folder');
  });

  it('keeps the limits', async () => {
    await expect(open({ maxEntries: 1 })).rejects.toThrow('more than 1 files');
    await expect(open({ maxFileBytes: 5 })).rejects.toThrow('"docs/a.md" is larger than 5 bytes');
    await expect(openFolder(join(folder, 'absent'))).rejects.toThrow('cannot be read');
  });
});
