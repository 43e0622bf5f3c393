import type { ChangedContent, ChangeRequest, DocumentPage, Revision, RevisionPage } from '@bindery/contracts';
import {
  createdIn,
  createServiceOrganization,
  DraftCaller,
  flat,
  guideSpace,
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

it('refuses to overwrite an edit of another user since the page was read, and names the revision of an edit', async () => {
  const edit = (base: string, markdown: string, page = home.id) =>
    draft.call<ChangedContent>('updateChangeRequestContent', {
      query: { compat: false },
      body: { changes: [{ operation: 'update_page', page, base, document: { markdown } }] },
    });
  const { revision: read } = await draft.expect<ChangeRequest>('getChangeRequestById');
  const first = await edit(read, '# Home\n\nFirst.\n');
  expect(first.status).toBe(200);
  const made = (first.body as ChangedContent).createdRevision;
  expect((await draft.expect<Revision>('getRevisionOfChangeRequestById')).id).toBe(made);
  expect(await edit(read, '# Home\n\nSecond.\n')).toMatchObject({
    status: 412,
    body: { error: { message: expect.stringContaining('body.changes[0].base: The page was changed') as string } },
  });
  expect(await draft.markdown(home.id)).toBe('# Home\n\nFirst.\n');
  // Another page has stayed as it was.
  expect((await edit(read, '# Guide\n\nNew.\n', guide.id)).status).toBe(200);
  expect((await edit(made, '# Home\n\nThird.\n')).status).toBe(200);
  expect((await edit('nothing', '# Home\n\nFourth.\n')).status).toBe(404);
});

it('refuses Markdown with the title that a page had before another user renamed it', async () => {
  const document = {
    object: 'document',
    data: {},
    nodes: [{ object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [{ object: 'text', leaves: [] }] }],
  };
  const made = await draft.edit({ operation: 'insert_page', title: 'Old', document: { document } });
  const [id] = createdIn(made) as [string];
  const { revision: base } = await draft.expect<ChangeRequest>('getChangeRequestById');
  const markdown = await draft.markdown(id);
  expect(markdown).toContain('# Old');
  await draft.edit({ operation: 'update_page', page: id, title: 'New' });
  const change = { operation: 'update_page', page: id, base, document: { markdown } };
  expect(await draft.tryEdit(change)).toMatchObject({ status: 412 });
  expect(await draft.markdown(id)).toContain('# New');
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
    `# Beta\n\nUp to [a](/pages/${a}), over to [step](/pages/${step.id}), [nowhere](./gone.md).\n`,
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

it('deletes a page without those below it, which take its place and keep its condition', async () => {
  const document = { markdown: 'Text.' };
  const [a, b] = createdIn(
    await draft.edit(
      { operation: 'insert_page', title: 'Guide', into: guide.id, at: 0, document },
      { operation: 'insert_page', title: 'Same', into: guide.id, condition: 'visitor.claims.beta', document },
      { operation: 'insert_page', title: 'Same', document },
      { operation: 'update_page', page: guide.id, at: 0, condition: 'visitor.claims.pro || visitor.claims.plus' },
    ),
  ) as [string, string];
  const deletion = { operation: 'delete_single_page', page: guide.id };
  expect((await draft.edit(deletion)).changes).toEqual([{ object: 'deleted_page', page: guide.id }]);
  const pages = await draft.pages();
  expect(titles(pages)).toEqual(['Guide', 'Step', 'Same', 'Home', 'Same']);
  expect(await draft.page(a)).toMatchObject({ slug: 'guide', condition: 'visitor.claims.pro || visitor.claims.plus' });
  const condition = '(visitor.claims.pro || visitor.claims.plus) && (visitor.claims.beta)';
  expect(await draft.page(b)).toMatchObject({ slug: 'same-1', condition });
});

it('leaves pages below a hidden page that is deleted hidden, and finds them at their former paths', async () => {
  const [step] = (guide as RevisionPage & { pages: RevisionPage[] }).pages;
  const below = { operation: 'insert_page', into: step!.id, title: 'Deep', document: { markdown: 'Text.' } };
  const [deep] = createdIn(await draft.edit(below)) as [string];
  const at = async (pagePath: string) =>
    (await draft.call<DocumentPage>('getPageInChangeRequestByPath', { params: { pagePath } })).body.id;
  await draft.edit({ operation: 'update_page', page: guide.id, hidden: true });
  await draft.edit({ operation: 'delete_single_page', page: guide.id });
  expect(await draft.page(step!.id)).toMatchObject({ path: 'step', hidden: true });
  expect(await draft.page(deep)).toMatchObject({ path: 'step/deep', hidden: false });
  expect(await Promise.all([at('guide'), at('guide/step'), at('guide/step/deep')])).toEqual([
    undefined,
    step!.id,
    deep,
  ]);
  await draft.edit({ operation: 'delete_single_page', page: step!.id });
  expect(await draft.page(deep)).toMatchObject({ path: 'deep', hidden: true });
  expect(await Promise.all([at('guide/step/deep'), at('step/deep')])).toEqual([deep, deep]);
});

it('deletes no single page whose condition is too long together with one below it', async () => {
  const claims = (name: string) =>
    Array.from({ length: 8 }, (_, at) => `visitor.claims.${name}${at} == 'on'`).join(' || ');
  const step = flat(await draft.pages()).find(({ title }) => title === 'Step')!;
  const under = (condition: string) => ({ operation: 'update_page', page: step.id, condition });
  await draft.edit({ operation: 'update_page', page: guide.id, condition: claims('a') }, under(claims('b')));
  const deletion = { operation: 'delete_single_page', page: guide.id };
  const { status, body } = await draft.tryEdit(deletion);
  expect([status, body.error.message]).toEqual([409, expect.stringContaining('that of the page "Step" below it')]);
  await draft.edit(under(claims('a')), deletion);
  expect(await draft.page(step.id)).toMatchObject({ condition: claims('a') });
});

it('refuses to delete a page that was edited since it was read', async () => {
  const { revision: base } = await draft.expect<ChangeRequest>('getChangeRequestById');
  const deletion = { operation: 'delete_single_page', page: home.id, base };
  await draft.edit({ operation: 'update_page', page: home.id, document: { markdown: 'Edited.' } });
  expect((await draft.tryEdit(deletion)).status).toBe(412);
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

it('takes 1 to 50 changes of known kinds', async () => {
  const update = { operation: 'update_page', page: home.id };
  expect((await draft.tryEdit()).status).toBe(400);
  expect((await draft.tryEdit({ operation: 'rename_page', page: home.id })).status).toBe(400);
  expect((await draft.tryEdit(...Array.from({ length: 51 }, () => update))).status).toBe(400);
  expect((await draft.tryEdit(...Array.from({ length: 50 }, () => update))).status).toBe(200);
});

it('is for users who may edit, while the change request is open', async () => {
  const update = { operation: 'update_page', page: home.id, title: 'Mine' };
  const reader = new DraftCaller(world, draft.params, world.reader.token);
  expect((await reader.tryEdit(update)).status).toBe(403);
  expect(titles(await reader.pages())).toContain('Home');
  const outsider = new DraftCaller(world, draft.params, world.otherAdmin.token);
  expect((await outsider.tryEdit(update)).status).toBe(404);
  await draft.expect('updateChangeRequestById', { body: { status: 'archived' } });
  expect((await draft.tryEdit(update)).status).toBe(409);
});
