import type { ImportRun } from '@bindery/contracts';
import {
  createServiceOrganization,
  importBytes,
  importFiles,
  type TestOrganization,
  upload,
  zipOf,
} from '@bindery/testing';
import { forgedEntry, manyEntries } from './hostile-zip';

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

const start = (files: string[], target: object = {}) =>
  world.api.call<ImportRun>('startImport', {
    token: world.admin.token,
    params: { organizationId: world.organization },
    body: { source: { type: 'file', files }, target },
  });

describe('an upload that is no archive to be unpacked is refused with its reason', () => {
  const page = { 'README.md': '# Home\n' };
  it.each<[string, () => Promise<Buffer>, RegExp]>([
    [
      'not a zip',
      async () => Buffer.from('this is no zip file at all, but it is long enough to be one'),
      /cannot be read/,
    ],
    ['a truncated zip', async () => (await zipOf(page)).subarray(0, 60), /cannot be read/],
    ['an empty zip', async () => zipOf({}), /no Markdown pages/],
    ['a zip without Markdown', async () => zipOf({ 'a.png': 'x', 'b.txt': 'y' }), /no Markdown pages/],
    ['a path with ..', () => forgedEntry('../README.md'), /leads out of the archive/],
    ['an absolute path', () => forgedEntry('/etc/README.md'), /absolute path/],
    ['a symbolic link', () => forgedEntry('link.md', 0o120777), /symbolic link/],
    ['too many entries', () => manyEntries(25_000), /more than 20000 files/],
    [
      'a bomb of 20:1',
      async () => zipOf({ ...page, 'bomb.md': Buffer.alloc(12 * 1024 * 1024, 32) }),
      /unpacks to 20 times/,
    ],
    [
      'a file larger than the limit',
      async () => zipOf({ ...page, 'big.bin': Buffer.alloc(51 * 1024 * 1024) }),
      /is larger than 50 MiB/,
    ],
    [
      'a table of contents that is not text',
      async () => zipOf({ ...page, 'SUMMARY.md': Buffer.from([0xff, 0xfe, 0x80]) }),
      /SUMMARY\.md.*not text in UTF-8/,
    ],
    [
      'settings that are too large',
      async () => zipOf({ ...page, '.gitbook.yaml': `# ${'x'.repeat(70_000)}` }),
      /\.gitbook\.yaml.*larger than/,
    ],
  ])('%s', async (_, make, reason) => {
    const run = await importBytes(world, await make());
    expect(run).toMatchObject({ status: 'failed', spaces: [], error: expect.stringMatching(reason) as string });
  });
});

describe('a source that is no upload of the organization is refused before anything runs', () => {
  it('one that was never sent, of another organization, unknown, or named twice', async () => {
    const unsent = await world.api.expect<{ key: string }>('createStorageUpload', {
      token: world.admin.token,
      params: { organizationId: world.organization },
      body: { file: { name: 'a.zip', type: 'application/zip', size: 10 }, kind: 'import_file' },
    });
    const foreign = await upload(
      { ...world, organization: world.other, admin: world.otherAdmin },
      await zipOf({ 'a.md': '# A' }),
    );
    const own = await upload(world, await zipOf({ 'a.md': '# A' }));
    const prefix = `uploads/${world.organization}`;
    for (const keys of [
      [unsent.key],
      [foreign],
      [`${prefix}/unknown`],
      [`${prefix}//x`],
      [`${prefix}/../${world.other}/x`],
      [own, own],
      [''],
    ]) {
      const { status, body } = await start(keys);
      expect({ keys, status, body }).toMatchObject({ keys, status: 400, body: { error: { code: 400 } } });
      const { details } = (body as unknown as { error: { details: { field: string }[] } }).error;
      expect(details[0]!.field).toMatch(/^body\.source/);
    }
  });

  it('an upload larger than announced, or of no announced size', async () => {
    const { url } = await world.api.expect<{ url: string }>('createStorageUpload', {
      token: world.admin.token,
      params: { organizationId: world.organization },
      body: { file: { name: 'a.zip', type: 'application/zip', size: 10 }, kind: 'import_file' },
    });
    const { pathname, search } = new URL(url);
    const { status } = await fetch(`${world.platform.baseUrl}${pathname}${search}`, {
      method: 'PUT',
      body: 'x'.repeat(11),
    });
    expect(status).toBe(413);
  });

  it('several spaces for one that is named', async () => {
    const { spaces } = await importFiles(world, { 'a.md': '# A' });
    const two = {
      'docs.yaml':
        'site:\n  structure:\n    - {type: space, title: A, content: {directory: a}}\n    - {type: space, title: B, content: {directory: b}}\n',
      'a/README.md': '# A',
      'b/README.md': '# B',
    };
    expect(await importFiles(world, two, { space: spaces[0]!.id })).toMatchObject({
      status: 'failed',
      error: 'The source has 2 spaces; import it without target.space',
    });
  });
});
