import type { ChangeRequest, DocumentPage, RevisionFile, RevisionPage } from '@bindery/contracts';
import type { Document } from '@bindery/documents';
import {
  createdIn,
  createServiceOrganization,
  DraftCaller,
  flat,
  guideSpace,
  reachable,
  spaceOf,
  type TestOrganization,
} from '@bindery/testing';

let world: TestOrganization;
let space: string;
let home: RevisionPage;
let guide: RevisionPage;
let draft: DraftCaller;

beforeAll(async () => {
  world = await createServiceOrganization('content');
  ({ space, home, guide } = await guideSpace(world));
});
afterAll(() => world.close());
beforeEach(async () => {
  draft = await DraftCaller.create(world, space);
});

const titles = (pages: RevisionPage[]) => flat(pages).map(({ title }) => title);

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
  // A draft that was not edited yet shows main, and has no page of its own to name.
  const { urls } = half;
  expect(await draft.page(home.id)).toEqual({ ...original, urls, updatedAt: expect.any(String) as string });
  await draft.edit({ operation: 'delete_page', page: home.id });
  expect(titles(await draft.pages())).toEqual(['Guide', 'Step']);
  await draft.edit({ operation: 'revert_page', page: home.id });
  expect(titles(await draft.pages())).toEqual(['Home', 'Guide', 'Step']);
  const unknown = await draft.tryEdit({ operation: 'revert_page', page: home.id, block: ['nobody'] });
  expect(unknown).toMatchObject({ status: 400, body: { error: { details: [{ field: 'body.changes[0].block' }] } } });
  expect((await draft.tryEdit({ operation: 'revert_page', page: home.id, revision: 'nobody' })).status).toBe(404);
});

it('reverts a page where it stands now when its former parent is gone, or stands below it', async () => {
  const { pages: below } = guide as RevisionPage & { pages: RevisionPage[] };
  const step = below[0]!.id;
  const before = await draft.markdown(step);
  const rewrite = {
    operation: 'update_page',
    page: step,
    title: 'Other',
    slug: 'other',
    document: { markdown: 'New.\n' },
  };
  const reverted = async () => {
    await draft.edit({ operation: 'revert_page', page: step });
    expect(await draft.page(step)).toMatchObject({ title: 'Step', slug: 'step' });
    expect(await draft.markdown(step)).toBe(before);
  };
  await draft.edit({ ...rewrite, into: null }, { operation: 'update_page', page: guide.id, into: step });
  await reverted();
  expect(titles(await draft.pages())).toEqual(['Home', 'Step', 'Guide']);
  await draft.edit(rewrite, { operation: 'delete_page', page: guide.id });
  await reverted();
  expect(titles(await draft.pages())).toEqual(['Home', 'Step']);
});

it('takes a file for what it is declared as where neither its bytes nor its name say more', async () => {
  const base64 = Buffer.from('Some words').toString('base64');
  const files = ['text/plain', 'image/png'].map((contentType) => ({ name: 'NOTES', base64, contentType }));
  const { insertedFiles } = await draft.edit({ operation: 'insert_files', files });
  expect(insertedFiles!.map(({ contentType }) => contentType)).toEqual(['text/plain', 'application/octet-stream']);
  const { headers } = await fetch(reachable(world, insertedFiles![0]!.downloadURL));
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
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

it('makes blocks a reusable content, which pages then show', async () => {
  const paragraph = (text: string) => ({
    object: 'block',
    type: 'paragraph',
    isVoid: false,
    data: {},
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  });
  const document = { object: 'document', data: {}, nodes: [paragraph('Back up first.')] };
  const { insertedReusableContents } = await draft.edit({
    operation: 'insert_reusable_content',
    title: 'Warning',
    document,
  });
  const [{ id, title }] = insertedReusableContents as [{ id: string; title: string }];
  const ref = { kind: 'reusable-content', reusableContent: id };
  const shown = { object: 'block', type: 'reusable-content', isVoid: true, data: { ref } };
  await draft.edit({
    operation: 'update_page',
    page: guide.id,
    document: { document: { ...document, nodes: [shown] } },
  });
  expect(await draft.markdown(guide.id)).toBe(`# Guide\n\n{% include "/reusable-contents/${id}" %}\n`);
  const { revision: revisionId } = await draft.expect<ChangeRequest>('getChangeRequestById');
  const params = { revisionId, reusableContentId: id };
  const read = await draft.expect<Document>('getReusableContentDocumentInRevisionById', { params });
  expect([title, read.nodes.map(({ type, key }) => [type, typeof key])]).toEqual([
    'Warning',
    [['paragraph', 'string']],
  ]);
  const wrong = await draft.tryEdit({
    operation: 'insert_reusable_content',
    title: 'No',
    document: { object: 'block' },
  });
  expect(wrong.status).toBe(400);
});

it('moves a page to where its old slug is taken, with a slug of its own', async () => {
  const [intro] = createdIn(
    await draft.edit(
      { operation: 'insert_page', slug: 'intro', document: { markdown: '# First\n' } },
      { operation: 'insert_page', slug: 'intro', into: guide.id, document: { markdown: '# Second\n' } },
    ),
  );
  const move = { operation: 'update_page', page: intro!, into: guide.id };
  const refused = await draft.tryEdit(move);
  expect(refused.status).toBe(409);
  expect(refused.body.error.message).toContain('body.changes[0].into');
  await draft.edit({ ...move, slug: 'intro-2' });
  expect(await draft.page(intro!)).toMatchObject({ slug: 'intro-2', path: `${(guide as DocumentPage).slug}/intro-2` });
});

it('moves the first page of a group into another group that has one', async () => {
  const grouped = await spaceOf(world, {
    'one/README.md': '# One\n\nText.\n',
    'two/README.md': '# Two\n\nText.\n',
    'SUMMARY.md': '## One\n\n* [One](one/README.md)\n\n## Two\n\n* [Two](two/README.md)\n',
  });
  const other = await DraftCaller.create(world, grouped.space);
  const [one, two] = grouped.revision.pages as [DocumentPage, DocumentPage];
  const [page] = one.pages as [RevisionPage];
  await other.edit({ operation: 'update_page', page: page.id, into: two.id });
  expect(await other.page(page.id)).toMatchObject({ slug: 'one', path: 'two/one' });
});

it('gives a page a cover, and takes it away', async () => {
  const cover = { ref: { kind: 'url', url: 'https://example.com/a.png' }, yPos: 10 };
  await draft.edit({ operation: 'update_page', page: home.id, cover });
  expect((await draft.page(home.id)).cover).toEqual(cover);
  await draft.edit({ operation: 'update_page', page: home.id, cover: null });
  expect(await draft.page(home.id)).not.toHaveProperty('cover');
  const wrong = await draft.tryEdit({
    operation: 'update_page',
    page: home.id,
    cover: { ref: { kind: 'page', page: guide.id }, yPos: 0 },
  });
  expect(wrong).toMatchObject({
    status: 400,
    body: { error: { details: [{ field: 'body.changes[0].cover.ref.kind' }] } },
  });
});
