import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { encode } from 'iconv-lite';
import { ZipFile as ZipWriter } from 'yazl';
import { openArchive } from './archive';
import { ArchiveError } from './archive-source';

interface RawEntry {
  name: string | Buffer;
  content?: Buffer;
  flags?: number;
  method?: number;
  attributes?: number;
  /** The values of the headers, where they are false. */
  size?: number;
  packed?: Buffer;
  packedSize?: number;
  checksum?: number;
  /** Use the data of the first entry instead of own data. */
  shared?: boolean;
}

/** Writes a zip file field by field, so that its headers may be false. */
function rawZip(entries: RawEntry[], declaredCount = entries.length): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = entry.content ?? Buffer.from('content');
    const method = entry.method ?? 8;
    const packed = entry.packed ?? (method === 8 ? deflateRawSync(content) : content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(entry.flags ?? 0x800, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(entry.checksum ?? crc32(content), 10);
    fields.writeUInt32LE(entry.packedSize ?? packed.length, 14);
    fields.writeUInt32LE(entry.size ?? content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(entry.attributes ?? 0, 6);
    tail.writeUInt32LE(entry.shared ? 0 : offset, 10);
    central.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, tail, name);
    if (entry.shared) continue;
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed]);
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(declaredCount & 0xffff, 8);
  end.writeUInt16LE(declaredCount & 0xffff, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const writer = new ZipWriter();
  for (const [path, content] of Object.entries(files)) writer.addBuffer(Buffer.from(content), path);
  writer.end();
  return buffer(writer.outputStream);
}

const mode = (bits: number) => (bits << 16) >>> 0;

describe('openArchive', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'bindery-archive-'))));
  afterAll(() => rm(folder, { recursive: true }));

  it.each(['path', 'bytes'])('reads a zip file by its %s', async (kind) => {
    const bytes = await zipOf({
      'README.md': '\ufeff# Hello',
      'b/ä.md': 'ü',
      'a.png': Buffer.from([0, 255]),
      empty: '',
    });
    const path = join(folder, 'docs.zip');
    await writeFile(path, bytes);
    const archive = await openArchive(kind === 'path' ? path : bytes);
    expect(archive.paths()).toEqual(['README.md', 'a.png', 'b/ä.md', 'empty']);
    expect(await archive.text('README.md')).toBe('# Hello');
    expect(await archive.text('b/ä.md')).toBe('ü');
    expect(await archive.read('a.png')).toEqual(Buffer.from([0, 255]));
    expect(await archive.text('empty')).toBe('');
    expect(await archive.text('README.md')).toBe('# Hello');
    await archive.close();
  });

  it('leaves out one common folder, and only one', async () => {
    expect((await openArchive(await zipOf({ 'repo-main/docs/a.md': '', 'repo-main/docs/b.md': '' }))).paths()).toEqual([
      'docs/a.md',
      'docs/b.md',
    ]);
    expect((await openArchive(await zipOf({ 'a/b.md': '', 'c.md': '' }))).paths()).toEqual(['a/b.md', 'c.md']);
    expect((await openArchive(await zipOf({ 'a/b.md': '', 'ab/c.md': '' }))).paths()).toEqual(['a/b.md', 'ab/c.md']);
    expect((await openArchive(await zipOf({}))).paths()).toEqual([]);
  });

  it('leaves out what belongs to tools', async () => {
    const archive = await openArchive(await zipOf({ '__MACOSX/docs/._a.md': '', '.git/config': '', 'docs/a.md': '' }));
    expect(archive.paths()).toEqual(['a.md']);
  });

  it.each([
    ['../a.md', 'leads out of the archive'],
    ['a/../../b.md', 'leads out of the archive'],
    ['a/..', 'leads out of the archive'],
    ['/etc/passwd', 'absolute path'],
    ['C:/a.md', 'absolute path'],
    ['c:a.md', 'absolute path'],
    ['a\\b.md', 'backslash'],
    ['..\\a.md', 'backslash'],
    ['a\0.md', 'control character'],
    ['a\nb.md', 'control character'],
    ['a//b.md', 'empty name'],
    ['./a.md', '"." in its path'],
    ['', 'empty name'],
    ['/', 'absolute path'],
    ['a'.repeat(1001), 'more than 1000 characters'],
  ])('refuses the name %j', async (name, message) => {
    const opening = openArchive(rawZip([{ name: 'ok.md' }, { name }]));
    await expect(opening).rejects.toThrow(ArchiveError);
    await expect(opening).rejects.toThrow(message);
    await expect(opening).rejects.toThrow(JSON.stringify(name.slice(0, 200)).slice(0, -1));
  });

  it.each([
    ['a symbolic link', { attributes: mode(0o120777), content: Buffer.from('/etc/passwd') }, 'is a symbolic link'],
    ['a device', { attributes: mode(0o060666) }, 'is not an ordinary file'],
    ['a pipe', { attributes: mode(0o010666) }, 'is not an ordinary file'],
    ['an encrypted entry', { flags: 0x801 }, 'is encrypted'],
    ['an entry with another compression', { method: 12, packed: Buffer.from('x') }, 'uses an unsupported compression'],
  ])('refuses %s', async (_, entry, message) => {
    await expect(openArchive(rawZip([{ name: 'docs/a.md', ...entry }]))).rejects.toThrow(`"docs/a.md" ${message}`);
  });

  it('takes ordinary files and folders with a mode', async () => {
    const entries = [
      { name: 'a/', attributes: mode(0o040755), content: Buffer.alloc(0) },
      { name: 'a/b.md', attributes: mode(0o100644) },
      { name: 'c.md' },
    ];
    expect((await openArchive(rawZip(entries))).paths()).toEqual(['a/b.md', 'c.md']);
  });

  it.each([
    ['case', 'docs/README.md', 'docs/readme.MD'],
    ['the case of a folder', 'Docs/a.md', 'docs/A.md'],
    ['normalisation', 'é.md', 'e\u0301.md'],
    ['a special case', 'straße.md', 'STRASSE.md'],
  ])('takes both of two files that differ in %s alone', async (_, one, other) => {
    const archive = await openArchive(rawZip([{ name: one }, { name: other }]));
    expect(archive.paths()).toHaveLength(2);
  });

  it('leaves out one of two entries of one name, and says which', async () => {
    const twice = await openArchive(rawZip([{ name: 'a.md' }, { name: 'b.md' }, { name: 'a.md' }]));
    expect(twice.paths()).toEqual(['a.md', 'b.md']);
    expect(twice.problems).toEqual([
      { severity: 'error', file: 'a.md', message: expect.stringContaining('is in the zip file twice') },
    ]);
    for (const names of [
      ['a', 'a/b.md'],
      ['a/b.md', 'a'],
    ]) {
      const both = await openArchive(rawZip(names.map((name) => ({ name }))));
      expect(both.paths()).toEqual(['b.md']);
      expect(both.problems).toMatchObject([{ file: 'a', message: expect.stringContaining('the folder is taken') }]);
    }
  });

  it.each([
    ['Shift_JIS', '設定.md', 'cp932'],
    ['GB18030', '设置指南.md', 'gb18030'],
    ['EUC-KR', '설정페이지.md', 'euc-kr'],
    ['cp437', 'Überblick.md', 'cp437'],
  ])('tells from names that they are in %s, and says so', async (encoding, name, written) => {
    const archive = await openArchive(rawZip([{ name: 'ok.md' }, { name: encode(name, written), flags: 0 }]));
    expect(archive.paths()).toEqual([name, 'ok.md'].sort());
    expect(archive.problems).toEqual([
      { severity: 'warning', file: name, message: expect.stringContaining(`not in UTF-8 and was read as ${encoding}`) },
    ]);
  });

  it('refuses 100,000 entries before reading them', async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => ({
      name: `${index}`,
      method: 0,
      content: Buffer.alloc(0),
    }));
    await expect(openArchive(rawZip(many))).rejects.toThrow('more than 20000 files and folders');
  });

  it('refuses more entries than the limit, by the number that is there', async () => {
    const three = ['a', 'b', 'c'].map((name) => ({ name }));
    await expect(openArchive(rawZip(three), { maxEntries: 2 })).rejects.toThrow('more than 2 files');
    expect((await openArchive(rawZip(three), { maxEntries: 3 })).paths()).toHaveLength(3);
  });

  it('refuses what is too large, alone or together', async () => {
    const files = await zipOf({ 'a.md': 'x'.repeat(600), 'b.md': 'x'.repeat(600) });
    await expect(openArchive(files, { maxFileBytes: 599 })).rejects.toThrow('"a.md" is larger than 599 bytes');
    await expect(openArchive(files, { maxBytes: 1199 })).rejects.toThrow(
      'together are larger than 1199 bytes, from "b.md"',
    );
    await expect(openArchive(rawZip([{ name: 'a', size: 51 * 1024 * 1024 }]))).rejects.toThrow('larger than 50 MiB');
  });

  it('refuses a bomb of 20 to 1', async () => {
    const bomb = await zipOf({ 'a.md': Buffer.alloc(11 * 1024 * 1024) });
    await expect(openArchive(bomb)).rejects.toThrow('unpacks to 20 times its size');
    expect((await openArchive(await zipOf({ 'a.md': Buffer.alloc(1024 * 1024) }))).paths()).toEqual(['a.md']);
  });

  it('refuses entries that share their data', async () => {
    const content = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251));
    const entries = Array.from({ length: 50 }, (_, at) => ({ name: `${at}.md`, content, shared: at > 0 }));
    await expect(openArchive(rawZip(entries))).rejects.toThrow('overlap');
  });

  it('stops unpacking at the declared size', async () => {
    const content = Buffer.alloc(40 * 1024 * 1024);
    const archive = await openArchive(rawZip([{ name: 'a.md', content, size: 100_000 }]));
    const before = process.memoryUsage().arrayBuffers;
    await expect(archive.read('a.md')).rejects.toThrow('"a.md" is damaged: it cannot be unpacked');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * 1024 * 1024);
  });

  it.each([
    ['a size too large', { size: 8 }, 'it is not as long as declared'],
    ['a wrong checksum', { checksum: 1 }, 'its checksum is wrong'],
    ['broken compression', { packed: Buffer.from([255, 255, 255]) }, 'it cannot be unpacked'],
  ])('names the file with %s', async (_, entry, message) => {
    const archive = await openArchive(rawZip([{ name: 'a.md', ...entry }]));
    await expect(archive.read('a.md')).rejects.toThrow(`"a.md" is damaged: ${message}`);
  });

  it('refuses more packed bytes than a file of that size can have', async () => {
    const entry = { name: 'a.md', content: Buffer.alloc(10), packed: Buffer.alloc(5000) };
    await expect(openArchive(rawZip([entry]))).rejects.toThrow('its sizes contradict each other');
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('# Not a zip file, but a page that is long enough to be one')],
    ['a zip file cut off', rawZip([{ name: 'a.md' }]).subarray(0, -10)],
    ['a zip file without its beginning', rawZip([{ name: 'a.md' }, { name: 'b.md' }]).subarray(60)],
    ['a wrong number of entries', rawZip([{ name: 'a.md' }], 5)],
  ])('says of %s that it cannot be read', async (_, bytes) => {
    const opening = openArchive(bytes);
    await expect(opening).rejects.toThrow(ArchiveError);
    await expect(opening).rejects.toThrow(/cannot be read \(.+\)\. Create it again/);
  });

  it('survives every damaged byte of a small zip file', async () => {
    const whole = await zipOf({ 'docs/a.md': 'one', 'docs/b.md': 'two' });
    for (let at = 0; at < whole.length; at++) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] as number) ^ 0xff;
      try {
        const archive = await openArchive(bytes);
        for (const path of archive.paths()) await archive.read(path);
      } catch (error) {
        expect(error).toBeInstanceOf(ArchiveError);
      }
    }
  });

  it('refuses text that is not UTF-8 or has NUL, and files that are not there', async () => {
    const archive = await openArchive(await zipOf({ 'a.md': Buffer.from([0xe4]), 'b.md': 'a\0b' }));
    await expect(archive.text('a.md')).rejects.toThrow('"a.md" is not text in UTF-8');
    await expect(archive.text('b.md')).rejects.toThrow('"b.md" contains a NUL character');
    await expect(archive.read('c.md')).rejects.toThrow('"c.md" is not in the zip file');
  });
});
