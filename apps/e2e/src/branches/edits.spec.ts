import type { ChangeRequest, DocumentPage, Revision, RevisionFile, RevisionPage } from '@bindery/contracts';
import type { Document } from '@bindery/documents';
import { flat, reachable } from '../content/space-client';
import { createWorld, type World } from '../support/world';
import { createdIn, DraftCaller, spaceOf } from './draft-world';

let world: World;
let space: string;
let home: RevisionPage;
let guide: RevisionPage;
let draft: DraftCaller;

beforeAll(async () => {
  world = await createWorld();
  const made = await spaceOf(world, {
    'README.md': '# Home\n\nA welcome to all.\n\nSee [the guide](guide/README.md).\n',
    'guide/README.md': '# Guide\n\n* one\n* two\n',
    'guide/step.md': '# Step\n\nDo it.\n',
    'SUMMARY.md': '* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Step](guide/step.md)\n',
  });
  space = made.space;
  [home, guide] = made.revision.pages as [RevisionPage, RevisionPage];
});
afterAll(() => world.close());
beforeEach(async () => {
  draft = await DraftCaller.create(world, space);
});

const titles = (pages: RevisionPage[]) => flat(pages).map(({ title }) => title);
const pathOf = (page: RevisionPage | undefined) => (page && 'path' in page ? page.path : undefined);
const main = (operation: string, params: object = {}) =>
  world.api.expect<Revision>(operation, { token: world.admin.token, params: { spaceId: space, ...params } });

it('edits a draft and leaves main alone', async () => {
  const before = await main('getCurrentRevision');
  const answer = await draft.expect<ChangeRequest>('updateChangeRequestContent', {
    body: { changes: [{ operation: 'update_page', page: home.id, document: { markdown: '# Home\n\nHello.\n' } }] },
  });
  expect(answer).toMatchObject({ object: 'change-request', status: 'draft', space, outdated: false });
  expect(answer.revision).not.toBe(before.id);
  expect(await draft.markdown(home.id)).toBe('# Home\n\nHello.\n');
  expect(await main('getCurrentRevision')).toEqual(before);
  const revision = await draft.expect<Revision>('getRevisionOfChangeRequestById');
  expect(revision).toMatchObject({ id: answer.revision, type: 'edits', parents: [before.id] });
});

it('reads a draft by its number as by its id, and by no other spelling of it', async () => {
  const { id, number } = await draft.expect<ChangeRequest>('getChangeRequestById');
  const read = (changeRequestId: string) =>
    draft.call<Revision>('getRevisionOfChangeRequestById', { params: { changeRequestId } });
  expect((await read(String(number))).body).toEqual((await read(id)).body);
  for (const other of [`0${number}`, `${number}.0`, `+${number}`, ` ${number}`, `-${number}`, '0', 'main', '999999'])
    expect({ other, status: (await read(other)).status }).toEqual({ other, status: 404 });
});

it('inserts pages with names that links of the same call use', async () => {
  const edited = await draft.edit(
    {
      operation: 'insert_page',
      ref: 'a',
      document: { markdown: '# Alpha\n\nTo [b](./b.md#part) and [home](/pages/readme).\n' },
    },
    {
      operation: 'insert_page',
      ref: 'b',
      into: guide.id,
      at: 0,
      document: { markdown: '# Beta\n\nUp to [a](./a.md), over to [step](./step.md), [nowhere](./gone.md).\n' },
    },
  );
  expect(edited.changes.map(({ object }) => object)).toEqual(['created_page', 'created_page']);
  const [a, b] = createdIn(edited) as [string, string];
  expect(edited.changes[0]).toEqual({
    object: 'created_page',
    ref: 'a',
    page: { object: 'page', id: a, urls: { location: expect.stringMatching(`/content/page/${a}$`) as string } },
  });
  const step = flat(await draft.pages()).find(({ title }) => title === 'Step')!;
  expect(await draft.markdown(a)).toBe(`# Alpha\n\nTo [b](/pages/${b}#part) and [home](/pages/${home.id}).\n`);
  expect(await draft.markdown(b)).toBe(
    `# Beta\n\nUp to [a](/pages/${a}), over to [step](/pages/${step.id}), nowhere.\n`,
  );
  expect(titles(await draft.pages())).toEqual(['Home', 'Guide', 'Beta', 'Step', 'Alpha']);
  const byPath = await draft.expect<DocumentPage>('getPageInChangeRequestByPath', {
    params: { pagePath: 'guide/beta' },
  });
  expect(byPath.id).toBe(b);
});

it('inserts groups and links, and keeps to where they may stand', async () => {
  const [group] = createdIn(await draft.edit({ operation: 'insert_page', type: 'group', title: 'Reference', at: 0 }));
  const edited = await draft.edit(
    {
      operation: 'insert_page',
      type: 'link',
      title: 'Elsewhere',
      into: group,
      target: { kind: 'url', url: 'https://example.com/' },
    },
    {
      operation: 'insert_page',
      type: 'link',
      title: 'Home again',
      into: group,
      target: { kind: 'page', page: home.id, more: 1 },
    },
  );
  const [first] = await draft.pages();
  expect(first).toMatchObject({ id: group, type: 'group', slug: 'reference' });
  expect((first as DocumentPage).pages).toMatchObject([
    { type: 'link', title: 'Elsewhere', href: 'https://example.com/' },
    { type: 'link', title: 'Home again', target: { kind: 'page', page: home.id } },
  ]);
  const [link] = createdIn(edited);
  const refused: [object, number, string][] = [
    [{ operation: 'insert_page', type: 'group', title: 'In a page', into: home.id }, 400, 'body.changes[0].into'],
    [
      { operation: 'insert_page', title: 'In a link', into: link, document: { markdown: '' } },
      400,
      'body.changes[0].into',
    ],
    [{ operation: 'insert_page', type: 'link', title: 'To nothing' }, 400, 'body.changes[0].target'],
    [
      { operation: 'insert_page', type: 'link', title: 'x', target: { kind: 'url', url: 'javascript:alert(1)' } },
      400,
      'body.changes[0].target.url',
    ],
    [
      { operation: 'insert_page', type: 'group', title: 'x', document: { markdown: '' } },
      400,
      'body.changes[0].document',
    ],
    [{ operation: 'insert_page', title: 'No document' }, 400, 'body.changes[0].document'],
    [
      { operation: 'insert_page', title: 'Nowhere', into: 'nobodyKnows', document: { markdown: '' } },
      404,
      'body.changes[0].into',
    ],
    [{ operation: 'update_page', page: group, into: home.id }, 400, 'body.changes[0].into'],
  ];
  for (const [change, code, field] of refused) {
    const { status, body } = await draft.tryEdit(change);
    expect({ change, status, field: body.error.details?.[0]?.field }).toEqual({ change, status: code, field });
  }
});

it('does all changes or none', async () => {
  const before = await draft.expect<Revision>('getRevisionOfChangeRequestById');
  const { status, body } = await draft.tryEdit(
    { operation: 'insert_page', title: 'New', document: { markdown: 'x' } },
    { operation: 'delete_page', page: home.id },
    { operation: 'update_page', page: home.id, title: 'Gone' },
  );
  expect({ status, error: body.error }).toMatchObject({
    status: 404,
    error: { details: [{ field: 'body.changes[2].page' }] },
  });
  expect(await draft.expect('getRevisionOfChangeRequestById')).toEqual(before);
});

it('moves pages, but not below themselves, and deletes them with what is below', async () => {
  const [a, b] = createdIn(
    await draft.edit(
      { operation: 'insert_page', title: 'A', document: { markdown: 'a' } },
      { operation: 'insert_page', title: 'B', into: guide.id, document: { markdown: 'b' } },
    ),
  ) as [string, string];
  await draft.edit({ operation: 'update_page', page: a, into: b }, { operation: 'update_page', page: guide.id, at: 0 });
  expect(titles(await draft.pages())).toEqual(['Guide', 'Step', 'B', 'A', 'Home']);
  expect(pathOf(await draft.page(a))).toBe('guide/b/a');
  for (const into of [guide.id, b, a])
    expect((await draft.tryEdit({ operation: 'update_page', page: guide.id, into })).status).toBe(400);
  await draft.edit({ operation: 'update_page', page: b, into: null, at: 0 });
  expect(titles(await draft.pages())).toEqual(['B', 'A', 'Guide', 'Step', 'Home']);
  const gone = await draft.edit({ operation: 'delete_page', page: b });
  expect(gone.changes).toEqual([{ object: 'deleted_page', page: b }]);
  expect(titles(await draft.pages())).toEqual(['Guide', 'Step', 'Home']);
  expect((await draft.call('getPageInChangeRequestByPath', { params: { pagePath: 'b' } })).status).toBe(404);
});

it('keeps slugs apart: a given one is refused, a derived one gets a number', async () => {
  const clash = await draft.tryEdit({ operation: 'update_page', page: guide.id, slug: 'readme' });
  expect(clash.status).toBe(409);
  expect(clash.body.error.message).toContain('body.changes[0].slug');
  const [again] = createdIn(await draft.edit({ operation: 'insert_page', document: { markdown: '# Guide\n' } }));
  expect(pathOf(await draft.page(again!))).toBe('guide-1');
  const moved = await draft.tryEdit({ operation: 'update_page', page: again!, slug: 'step', into: guide.id });
  expect(moved.status).toBe(409);
});

it('says metadata in fields, in front matter first, and takes it away again', async () => {
  const [id] = createdIn(
    await draft.edit({
      operation: 'insert_page',
      title: 'From the field',
      icon: 'star',
      description: 'Said',
      hidden: true,
      condition: 'visitor.claims.beta == true',
      document: { markdown: '---\nicon: rocket\n---\n\n# From the body\n\nText.\n' },
    }),
  );
  expect(await draft.page(id!)).toMatchObject({
    title: 'From the body',
    icon: 'rocket',
    description: 'Said',
    hidden: true,
    slug: 'from-the-body',
    condition: 'visitor.claims.beta == true',
  });
  await draft.edit({
    operation: 'update_page',
    page: id!,
    icon: '',
    description: '',
    hidden: false,
    condition: '',
    title: 'Other',
  });
  const plain = await draft.page(id!);
  expect(plain).toMatchObject({ title: 'Other', hidden: false, slug: 'from-the-body' });
  expect(plain).not.toHaveProperty('icon');
  expect(plain).not.toHaveProperty('description');
  expect(plain).not.toHaveProperty('condition');
  expect(await draft.markdown(id!)).toBe('# Other\n\nText.\n');
  const wrong = await draft.tryEdit({ operation: 'update_page', page: id!, condition: 'visitor.claims.beta ==' });
  expect(wrong).toMatchObject({ status: 400, body: { error: { details: [{ field: 'body.changes[0].condition' }] } } });
});

it('keeps the keys of blocks that stay', async () => {
  const [id] = createdIn(
    await draft.edit({
      operation: 'insert_page',
      document: { markdown: '# P\n\nThe first block.\n\nThe second block of the page.\n\nThe third block.\n' },
    }),
  );
  const keys = ({ document }: DocumentPage) => document!.nodes.map(({ key }) => key!);
  const [one, two, three] = keys(await draft.page(id!)) as [string, string, string];
  await draft.edit({
    operation: 'update_page',
    page: id!,
    document: { markdown: '# P\n\nSomething else altogether.\n\nThe second block of this page.\n\nThe third block.\n' },
  });
  const after = keys(await draft.page(id!));
  expect(after.slice(1)).toEqual([two, three]);
  expect([one, two, three]).not.toContain(after[0]);
});

it('takes a document as it was read, and refuses one that is none', async () => {
  const { document } = await draft.page(guide.id);
  const changed = structuredClone(document!) as Document;
  changed.nodes.unshift({ object: 'block', type: 'divider', isVoid: true, data: {} });
  await draft.edit({ operation: 'update_page', page: guide.id, document: { document: changed } });
  const after = (await draft.page(guide.id)).document!;
  expect(after.nodes.slice(1)).toEqual(document!.nodes);
  expect(after.nodes[0]!.key).toMatch(/\w/);
  for (const body of [
    { document: { object: 'document', data: {}, nodes: [{ object: 'block' }] } },
    {},
    { markdown: 'a', document: changed },
  ]) {
    const { status, body: answer } = await draft.tryEdit({ operation: 'update_page', page: guide.id, document: body });
    expect({ status, field: answer.error.details?.[0]?.field }).toEqual({
      status: 400,
      field: expect.stringMatching(/^body\.changes\[0\]\.document/) as string,
    });
  }
});

it('reverts a page, some of its blocks, and a page that was deleted', async () => {
  const original = await draft.page(home.id);
  const [first, second] = original.document!.nodes as unknown as [{ key: string }, { key: string }];
  const markdown = (text: string) => ({
    operation: 'update_page',
    page: home.id,
    title: 'Start',
    document: { markdown: text },
  });
  await draft.edit(markdown('A welcome to all friends.\n\nSee [the guide](/pages/guide), please.\n'));
  await draft.edit({ operation: 'revert_page', page: home.id, block: [second.key] });
  const half = await draft.page(home.id);
  expect(half.document!.nodes[1]).toEqual(original.document!.nodes[1]);
  expect(half.document!.nodes[0]).not.toEqual(original.document!.nodes[0]);
  expect(half.document!.nodes[0]!.key).toBe(first.key);
  await draft.edit({ operation: 'revert_page', page: home.id });
  expect(await draft.page(home.id)).toEqual({ ...original, updatedAt: expect.any(String) as string });
  await draft.edit({ operation: 'delete_page', page: home.id });
  expect(titles(await draft.pages())).toEqual(['Guide', 'Step']);
  await draft.edit({ operation: 'revert_page', page: home.id });
  expect(titles(await draft.pages())).toEqual(['Home', 'Guide', 'Step']);
  const unknown = await draft.tryEdit({ operation: 'revert_page', page: home.id, block: ['nobody'] });
  expect(unknown).toMatchObject({ status: 400, body: { error: { details: [{ field: 'body.changes[0].block' }] } } });
  expect((await draft.tryEdit({ operation: 'revert_page', page: home.id, revision: 'nobody' })).status).toBe(404);
});

it('inserts files, whose names links of the same call use', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
  const base64 = Buffer.from(svg).toString('base64');
  const edited = await draft.edit(
    { operation: 'insert_files', files: [{ ref: 'logo', name: 'logo.svg', base64, contentType: 'image/svg+xml' }] },
    { operation: 'insert_page', document: { markdown: '# Picture\n\n![A logo](/files/logo)\n' } },
  );
  const [file] = edited.insertedFiles!;
  expect(file).toMatchObject({ name: 'logo.svg', contentType: 'image/svg+xml', size: svg.length });
  expect(await (await fetch(reachable(world, file!.downloadURL))).text()).toBe(svg);
  const [page] = createdIn(edited);
  expect(JSON.stringify((await draft.page(page!)).document)).toContain(`"ref":{"kind":"file","file":"${file!.id}"}`);
  const { items } = await draft.expect<{ items: RevisionFile[] }>('listFilesInChangeRequestById');
  expect(items.map(({ id }) => id)).toEqual([file!.id]);
  expect(await draft.expect('getFileInChangeRequestById', { params: { fileId: file!.id } })).toEqual(items[0]);
  const refused: [object, string][] = [
    [{ name: 'a', url: 'https://example.com/a', base64 }, 'files[0]'],
    [{ name: 'a', base64 }, 'files[0].contentType'],
    [{ name: 'a', base64: 'abc', contentType: 'text/plain' }, 'files[0].base64'],
    [{ name: 'a', url: 'http://127.0.0.1/' }, 'files[0].url'],
  ];
  for (const [given, field] of refused) {
    const { status, body } = await draft.tryEdit({ operation: 'insert_files', files: [given] });
    expect({ status, field: body.error.details?.[0]?.field }).toEqual({
      status: 400,
      field: `body.changes[0].${field}`,
    });
  }
});

it('takes 1 to 50 changes of known kinds', async () => {
  const update = { operation: 'update_page', page: home.id };
  expect((await draft.tryEdit()).status).toBe(400);
  expect((await draft.tryEdit({ operation: 'rename_page', page: home.id })).status).toBe(400);
  expect((await draft.tryEdit(...Array.from({ length: 51 }, () => update))).status).toBe(400);
  expect((await draft.tryEdit(...Array.from({ length: 50 }, () => update))).status).toBe(200);
});

it('is for those who may edit, while the change request is open', async () => {
  const update = { operation: 'update_page', page: home.id, title: 'Mine' };
  const reader = new DraftCaller(world, draft.params, world.reader.token);
  expect((await reader.tryEdit(update)).status).toBe(403);
  expect(titles(await reader.pages())).toContain('Home');
  const outsider = new DraftCaller(world, draft.params, world.otherAdmin.token);
  expect((await outsider.tryEdit(update)).status).toBe(404);
  await draft.expect('updateChangeRequestById', { body: { status: 'archived' } });
  expect((await draft.tryEdit(update)).status).toBe(409);
});
