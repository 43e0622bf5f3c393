import type { Block, Document } from '@bindery/documents';
import type { DocumentPage, ImportRun, Revision, RevisionPage } from '@bindery/contracts';
import {
  createServiceOrganization,
  ended,
  flat,
  importFiles,
  type TestOrganization,
  upload,
  zipOf,
} from '@bindery/testing';

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

const files = {
  'SUMMARY.md': '* [Home](README.md)\n* [Elsewhere](https://example.com)\n\n## Group\n\n* [Guide](guide.md)\n',
  'README.md': '# Home\n\nThe first paragraph stays.\n\nThe second one goes.\n\n![](logo.svg)\n',
  'guide.md': '# Guide\n\nSee [home](README.md).\n',
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

const revisionOf = (spaceId: string) =>
  world.api.expect<Revision>('getCurrentRevision', { token: world.admin.token, params: { spaceId } });

const documentOf = async (spaceId: string, page: RevisionPage): Promise<Document> =>
  (
    await world.api.expect<DocumentPage>('getPageById', {
      token: world.admin.token,
      params: { spaceId, pageId: page.id },
    })
  ).document!;

const named = (revision: Revision, title: string) => flat(revision.pages).find((page) => page.title === title)!;

function keysOf(node: unknown, found: string[] = []): string[] {
  if (typeof node !== 'object' || node === null) return found;
  if ('object' in node && ['block', 'inline', 'text', 'fragment'].includes(String(node.object)))
    found.push((node as Block).key!);
  for (const child of Object.values(node)) keysOf(child, found);
  return found;
}

it('changes nothing when the same is imported again', async () => {
  const { spaces } = await importFiles(world, files);
  const space = spaces[0]!.id;
  const before = await revisionOf(space);
  await importFiles(world, files, { space });
  const after = await revisionOf(space);
  expect(after.parents).toEqual([before.id]);
  const { pages, files: assets, reusableContents } = before;
  expect({ pages: after.pages, files: after.files, reusableContents: after.reusableContents }).toEqual({
    pages,
    files: assets,
    reusableContents,
  });
});

it('keeps ids, times and the keys of blocks that stay', async () => {
  const { spaces } = await importFiles(world, files);
  const space = spaces[0]!.id;
  const before = await revisionOf(space);
  const [first] = (await documentOf(space, named(before, 'Home'))).nodes;
  const changed = {
    ...files,
    'SUMMARY.md': `${files['SUMMARY.md']}* [New](new.md)\n`,
    'README.md': '# Home\n\nSomething new.\n\nThe first paragraph stays.\n\n![](logo.svg)\n',
    'new.md': '# New\n',
  };
  await importFiles(world, changed, { space });
  const after = await revisionOf(space);
  for (const title of ['Home', 'Elsewhere', 'Group', 'Guide'])
    expect(named(after, title).id).toBe(named(before, title).id);
  expect(after.files.map(({ id }) => id)).toEqual(before.files.map(({ id }) => id));
  expect(named(after, 'Guide')).toEqual(named(before, 'Guide'));
  expect(named(after, 'Home').createdAt).toBe(named(before, 'Home').createdAt);
  expect(named(after, 'Home').updatedAt).not.toBe(named(before, 'Home').updatedAt);
  const { nodes } = await documentOf(space, named(after, 'Home'));
  expect(nodes[1]).toEqual(first);
  expect(nodes[0]!.key).toEqual(expect.any(String));
  const keys = keysOf(nodes);
  expect(keys.every((key) => typeof key === 'string') && new Set(keys).size === keys.length).toBe(true);
});

it('gives equal pages one document', async () => {
  const same = '# Same\n\nEqual text.\n';
  const { spaces } = await importFiles(world, { 'a.md': same, 'b.md': same });
  const documents = flat((await revisionOf(spaces[0]!.id)).pages).map((page) => (page as DocumentPage).documentId);
  expect(documents).toEqual([documents[0], documents[0]]);
});

it('does imports into one space one after the other, and lets only one wait', async () => {
  const { spaces } = await importFiles(world, files);
  const space = spaces[0]!.id;
  const start = async (title: string) => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`p${n}.md`, `# ${title} ${n}\n\ntext\n`]));
    const body = { source: { type: 'file', files: [await upload(world, await zipOf(many))] }, target: { space } };
    return () =>
      world.api.call<ImportRun>('startImport', {
        token: world.admin.token,
        params: { organizationId: world.organization },
        body,
      });
  };
  const starts = [await start('One'), await start('Two'), await start('Three'), await start('Four')];
  const answers = await Promise.all(starts.map((begin) => begin()));
  const accepted = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(accepted.length).toBeGreaterThan(0);
  for (const { status, body } of refused) {
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error: { message: 'Another import into this space is waiting to begin' } },
    });
  }
  for (const { body } of accepted) expect(await ended(world, body.id)).toMatchObject({ status: 'completed' });
  // Every run that was accepted is a revision of its own on top of the one before.
  let revision = await revisionOf(space);
  let depth = 0;
  for (; revision.parents.length > 0; depth++) {
    revision = await world.api.expect<Revision>('getRevisionById', {
      token: world.admin.token,
      params: { spaceId: space, revisionId: revision.parents[0]! },
    });
  }
  expect(depth).toBe(accepted.length);
});

it('stops an import that is cancelled, and shows nothing of it', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, n) => [`p${n}.md`, `# Page ${n}\n\n${'Some text. '.repeat(20)}\n`]),
  );
  const params = { organizationId: world.organization };
  const token = world.admin.token;
  const key = await upload(world, await zipOf(many));
  const { id } = await world.api.expect<ImportRun>('startImport', {
    token,
    params,
    body: { source: { type: 'file', files: [key] }, target: { title: 'Cancelled' } },
  });
  const cancelled = await world.api.expect<ImportRun>('cancelImport', {
    token,
    params: { ...params, importRunId: id },
  });
  expect(cancelled.status).toBe('cancelled');
  const after = await importFiles(world, files);
  expect(after.status).toBe('completed');
  expect(await ended(world, id)).toMatchObject({ status: 'cancelled', spaces: [] });
  const { items } = await world.api.expect<{ items: { title: string }[] }>('listSpacesInOrganizationById', {
    token,
    params,
  });
  expect(items.map(({ title }) => title)).not.toContain('Cancelled');
});
