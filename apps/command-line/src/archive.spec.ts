import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import { unzip, zipFolder } from './archive';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-archive-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(...files: string[]): Promise<string> {
  for (const file of files) {
    await mkdir(join(folder, 'in', file, '..'), { recursive: true });
    await writeFile(join(folder, 'in', file), file);
  }
  return join(folder, 'in');
}

it('packs a folder and unpacks the same files', async () => {
  const source = await write('README.md', 'a/b/ö page.md', '.gitbook/assets/x.png');
  const { bytes, files } = await zipFolder(source);
  expect(files).toBe(3);
  expect(await unzip(bytes, join(folder, 'out'))).toBe(3);
  expect(await readFile(join(folder, 'out/a/b/ö page.md'), 'utf8')).toBe('a/b/ö page.md');
  expect((await zipFolder(source)).bytes.equals(bytes)).toBe(true);
});

it('leaves out git, node_modules and links', async () => {
  const source = await write('README.md', '.git/config', 'a/node_modules/x.md');
  await symlink('/etc', join(source, 'etc'));
  await symlink('/etc/hostname', join(source, 'hostname'));
  expect((await zipFolder(source)).files).toBe(1);
});

it.each(['../evil.md', 'a/../../evil.md', '/evil.md'])('refuses to write %s', async (path) => {
  const zip = new ZipFile();
  // The writer refuses such names too, so one of the same length takes the place first.
  zip.addBuffer(Buffer.from('x'), 'x'.repeat(path.length), { compress: false });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  const bytes = Buffer.from(
    Buffer.concat(chunks).toString('latin1').replaceAll('x'.repeat(path.length), path),
    'latin1',
  );
  await expect(unzip(bytes, join(folder, 'deep/out'))).rejects.toThrow(/path/);
  expect(await readdir(folder)).not.toContain('evil.md');
});
