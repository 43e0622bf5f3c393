import type { ChangeRequest, DocumentPage, RevisionFile, RevisionPage } from '@bindery/contracts';
import {
  createServiceOrganization,
  DraftCaller,
  flat,
  importFiles,
  spaceOf,
  type TestOrganization,
} from '@bindery/testing';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAC0lEQVR4nGNgwAUAABQAAZ2B1C8AAAAASUVORK5CYII=',
  'base64',
);

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

const files = {
  'README.md': '# Home\n',
  'guide/README.md': '# Guide\n',
  'guide/step.md': '# Step\n',
  'guide/step/deep.md': '# Deep\n',
  'SUMMARY.md': [
    '* [Home](README.md)',
    '* [Guide](guide/README.md)',
    '  * [Step](guide/step.md)',
    '    * [Deep](guide/step/deep.md)',
    '  * [Elsewhere](https://example.com/)',
    '',
    '## More',
    '',
    '* [Again](guide/again.md)',
  ].join('\n'),
  'guide/again.md': '# Again\n',
};

/** A page without the content that it has only alone. */
function outline(page: RevisionPage): object {
  const { document: _document, markdown: _markdown, ...rest } = page as DocumentPage;
  return rest;
}

it('a page read alone has the pages below it, as the tree has them, wherever it is read', async () => {
  const { space: spaceId, revision } = await spaceOf(world, files);
  const draft = await DraftCaller.create(world, spaceId);
  const { token } = world.admin;
  expect(revision.pages.map((page) => 'kind' in page && page.kind)).toEqual(['sheet', 'sheet', 'group']);
  for (const page of flat(revision.pages as never) as unknown as RevisionPage[]) {
    const params = { spaceId, pageId: page.id };
    const read = (operation: string, more: object = {}) =>
      world.api.expect<RevisionPage>(operation, { token, params: { ...params, ...more } });
    expect(outline(await read('getPageById'))).toEqual(page);
    expect(outline(await read('getPageInRevisionById', { revisionId: revision.id }))).toEqual(page);
    expect('pages' in page && (await draft.page(page.id)).pages.length).toBe('pages' in page && page.pages.length);
    if (page.type !== 'document') continue;
    expect(outline(await read('getPageByPath', { pagePath: page.path }))).toEqual(page);
  }
});

it('follows edits, which change what stands below a page', async () => {
  const { space, revision } = await spaceOf(world, files);
  const [home, guide] = revision.pages as [DocumentPage, DocumentPage];
  const draft = await DraftCaller.create(world, space);
  const titles = async (page: string) => (await draft.page(page)).pages.map(({ title }) => title);
  expect(await titles(guide.id)).toEqual(['Step', 'Elsewhere']);
  const [step] = guide.pages;
  await draft.edit({ operation: 'insert_page', title: 'New', into: guide.id, at: 0, document: { markdown: 'New.' } });
  expect(await titles(guide.id)).toEqual(['New', 'Step', 'Elsewhere']);
  await draft.edit({ operation: 'update_page', page: step!.id, into: home.id, title: 'Moved' });
  expect([await titles(home.id), await titles(guide.id)]).toEqual([['Moved'], ['New', 'Elsewhere']]);
  expect((await draft.page(home.id)).pages[0]).toMatchObject({ path: 'readme/step', pages: [{ title: 'Deep' }] });
  await draft.edit({ operation: 'delete_page', page: step!.id });
  expect(await titles(home.id)).toEqual([]);
});

it('pictures have dimensions, uploaded or imported', async () => {
  const run = await importFiles(world, { 'README.md': '# Home\n\n![](dot.png)\n', 'dot.png': png });
  const spaceId = run.spaces[0]!.id;
  const { token } = world.admin;
  const { items } = await world.api.expect<{ items: RevisionFile[] }>('listFiles', { token, params: { spaceId } });
  expect(items).toMatchObject([{ name: 'dot.png', dimensions: { width: 2, height: 3 } }]);
  const { id } = await world.api.expect<ChangeRequest>('createChangeRequest', { token, params: { spaceId }, body: {} });
  const draft = new DraftCaller(world, { spaceId, changeRequestId: id }, token);
  const given = [
    { name: 'b.png', base64: png.toString('base64'), contentType: 'image/png' },
    { name: 'c.txt', base64: 'YQ==', contentType: 'text/plain' },
  ];
  const { insertedFiles } = await draft.edit({ operation: 'insert_files', files: given });
  expect(insertedFiles).toMatchObject([{ dimensions: { width: 2, height: 3 } }, { name: 'c.txt' }]);
  expect(insertedFiles![1]).not.toHaveProperty('dimensions');
});
