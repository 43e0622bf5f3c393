import type {
  ChangeRequestChanges,
  Revision,
  RevisionPage,
  RevisionSemanticChanges,
  SemanticChange,
  SemanticChanges,
} from '@bindery/contracts';
import {
  createdIn,
  createServiceOrganization,
  DraftCaller,
  hasPublicShapes,
  publicShapeErrors,
  type ServiceOrganization,
  spaceOf,
} from '@bindery/testing';
import { BranchCaller } from './branch-caller';

let world: ServiceOrganization;
let space: string;
let home: RevisionPage;
let guide: RevisionPage;
let draft: DraftCaller;

beforeAll(async () => {
  world = await createServiceOrganization('content');
  const made = await spaceOf(world, {
    'README.md': '# Home\n\nA welcome to all.\n',
    'guide.md': '# Guide\n\nHow to do it.\n',
    'last.md': '# Last\n',
  });
  space = made.space;
  [home, guide] = made.revision.pages as [RevisionPage, RevisionPage];
});
afterAll(() => world.close());
beforeEach(async () => {
  draft = await DraftCaller.create(world, space);
});

const read = (query: object = {}) => draft.expect<ChangeRequestChanges>('getChangeRequestChanges', { query });
const ofType = <T extends SemanticChange['type']>({ changes }: SemanticChanges, type: T) =>
  changes.filter((change) => change.type === type) as Extract<SemanticChange, { type: T }>[];

it('lists nothing for a draft without edits', async () => {
  expect(await read()).toEqual({ changes: [] });
});

it('lists what was created, edited, moved and deleted, with paths', async () => {
  const last = (await draft.pages())[2]!;
  const edited = await draft.edit(
    { operation: 'insert_page', title: 'New', into: guide.id, document: { markdown: 'x' } },
    { operation: 'update_page', page: home.id, title: 'Start', emoji: '👋', description: 'Begin here', slug: 'start' },
    { operation: 'update_page', page: guide.id, document: { markdown: '# Guide\n\nHow it is done.\n' } },
    { operation: 'delete_page', page: last.id },
    { operation: 'insert_files', files: [{ name: 'a.txt', base64: 'YQ==', contentType: 'text/plain' }] },
  );
  const [page] = createdIn(edited);
  const changes = await read();
  expect(ofType(changes, 'page_created')).toEqual([
    { type: 'page_created', page: { id: page, type: 'document', title: 'New', path: 'guide/new' } },
  ]);
  expect(ofType(changes, 'page_deleted')).toEqual([
    { type: 'page_deleted', page: { id: last.id, type: 'document', title: 'Last', path: 'last' } },
  ]);
  const [one, other] = ofType(changes, 'page_edited').sort((a) => (a.page.id === home.id ? -1 : 1));
  expect(one).toMatchObject({
    page: { id: home.id, title: 'Start', path: 'start' },
    attributes: {
      title: { before: 'Home', after: 'Start' },
      emoji: { after: '👋' },
      description: { after: 'Begin here' },
      slug: { before: 'readme', after: 'start' },
    },
  });
  expect(Object.keys(other!.attributes)).toEqual(['document']);
  expect(ofType(changes, 'file_created')).toMatchObject([{ file: { name: 'a.txt', contentType: 'text/plain' } }]);
  if (hasPublicShapes) expect(publicShapeErrors('RevisionSemanticChanges', changes)).toEqual([]);
});

describe('as text', () => {
  const edit = () =>
    draft.edit(
      { operation: 'insert_page', title: 'New', document: { markdown: 'One.\n\n[Guide](guide.md)' } },
      {
        operation: 'update_page',
        page: home.id,
        document: { markdown: '# Home\n\nA **warm** welcome to all.\n\nMore.\n' },
      },
      { operation: 'update_page', page: guide.id, title: 'Guidance' },
    );

  it('returns the change of each block, where that is requested', async () => {
    await edit();
    expect(JSON.stringify(await read())).not.toContain('blocks');
    const changes = await read({ blocks: true });
    const key = expect.any(String) as string;
    const one = ofType(changes, 'page_edited').find(({ page }) => page.id === home.id)!;
    expect(one.blocks).toEqual([
      { key, type: 'changed', before: 'A welcome to all.', after: 'A **warm** welcome to all.' },
      { key, type: 'added', after: 'More.' },
    ]);
    // Its key is that of the block in the draft.
    const { document } = await draft.page(home.id);
    expect(document!.nodes.map((node) => node.key)).toEqual(
      expect.arrayContaining(one.blocks!.map((block) => block.key)),
    );
    expect(ofType(changes, 'page_created')[0]!.blocks).toEqual([
      { key, type: 'added', after: 'One.' },
      { key, type: 'added', after: `[Guide](/pages/${guide.id})` },
    ]);
    // Another title of the page is no change of a block.
    expect(ofType(changes, 'page_edited').find(({ page }) => page.id === guide.id)?.blocks ?? []).toEqual([]);
    if (hasPublicShapes) expect(publicShapeErrors('RevisionSemanticChanges', changes)).toEqual([]);
  });

  it('returns it for one page alone, and for revisions', async () => {
    await edit();
    expect((await read({ page: guide.id })).changes).toMatchObject([{ attributes: { title: { after: 'Guidance' } } }]);
    expect((await read({ page: home.id, blocks: true })).changes).toMatchObject([{ page: { id: home.id } }]);
    await draft.edit({ operation: 'delete_page', page: guide.id });
    const deleted = ofType(await read({ blocks: true }), 'page_deleted')[0]!;
    expect(deleted.blocks).toEqual([{ key: expect.any(String) as string, type: 'removed', before: 'How to do it.' }]);
    const { revision: revisionId } = await draft.expect<{ revision: string }>('getChangeRequestById');
    const ofRevision = await draft.expect<RevisionSemanticChanges>('getRevisionSemanticChanges', {
      params: { revisionId },
      query: { blocks: true },
    });
    expect(ofType(ofRevision, 'page_deleted')[0]!.blocks).toEqual(deleted.blocks);
  });

  it('is bounded: what is beyond is asked for by its page', async () => {
    const pages = Array.from({ length: 60 }, () => ({ operation: 'insert_page', document: { markdown: 'x' } }));
    const long = Array.from({ length: 600 }, (_, at) => `Paragraph ${at}.`).join('\n\n');
    await draft.edit(...pages.slice(0, 30));
    const edited = await draft.edit(...pages.slice(30), { operation: 'insert_page', document: { markdown: long } });
    const { changes } = await read({ blocks: true, limit: 100 });
    expect(changes.filter((change) => 'blocks' in change)).toHaveLength(50);
    const last = createdIn(edited).at(-1);
    const [one] = ofType(await read({ blocks: true, page: last }), 'page_created');
    expect(one).toMatchObject({ blocks: { length: 500 }, moreBlocks: 100 });
  });
});

it('returns the places from and to which a page was moved', async () => {
  await draft.edit({ operation: 'update_page', page: home.id, into: guide.id });
  expect((await read()).changes).toEqual([
    {
      type: 'page_moved',
      page: { id: home.id, type: 'document', title: 'Home', path: 'guide/readme' },
      parent: { after: { id: guide.id, type: 'document', title: 'Guide', path: 'guide' } },
    },
  ]);
});

it('lists pages as they stand in the tree, the first of them first', async () => {
  const titles = Array.from({ length: 12 }, (_, at) => `Page ${String(at).padStart(2, '0')}`);
  const insert = (title: string, more = {}) => ({
    ...{ operation: 'insert_page', title, document: { markdown: 'x' }, ...more },
  });
  await draft.edit(...titles.map((title) => insert(title)), insert('Below', { into: guide.id }), {
    ...{ operation: 'update_page', page: home.id, title: 'Start' },
  });
  const named = async (query = {}) =>
    (await read(query)).changes.map((change) => ('page' in change ? change.page.title : '-'));
  expect(await named()).toEqual(['Start', 'Below', ...titles.slice(0, 8)]);
  const pages = await draft.pages();
  const [last, page] = ['Last', 'Page 00'].map((name) => pages.find(({ title }) => title === name)!);
  await draft.edit(
    { operation: 'delete_page', page: last!.id },
    insert('Above', { at: 0 }),
    insert('Deep', { into: page!.id }),
  );
  const expected = ['Above', 'Start', 'Below', 'Last', 'Page 00', 'Deep', ...titles.slice(1)];
  expect(await named({ limit: 100 })).toEqual(expected);
});

it('answers so many changes and says how many more there are', async () => {
  await draft.edit(...Array.from({ length: 15 }, () => ({ operation: 'insert_page', document: { markdown: 'x' } })));
  expect(await read()).toMatchObject({ changes: { length: 10 }, more: 5 });
  expect((await read({ limit: 12 })).more).toBe(3);
  expect(await read({ limit: 15 })).not.toHaveProperty('more');
});

it('lists what a revision changed: a merge, an edit of a draft, the first one', async () => {
  const caller = new BranchCaller(world);
  await draft.edit({ operation: 'update_page', page: guide.id, icon: 'book', title: 'Guidance' });
  const expected = await read();
  const changeRequest = draft.params.changeRequestId!;
  const { head } = await caller.call('getBranch', { space, changeRequest });
  const { revision } = await caller.call('mergeBranch', { space, changeRequest, head });
  const of = (revisionId: string) =>
    world.api.expect<RevisionSemanticChanges>('getRevisionSemanticChanges', {
      token: world.admin.token,
      params: { spaceId: space, revisionId },
      query: { limit: 1000 },
    });
  const { mergedFrom, ...merged } = await of(revision);
  expect(merged).toEqual(expected);
  expect(mergedFrom).toMatchObject({ id: changeRequest });
  expect(await of(head)).toEqual(expected);
  const past = async (revisionId: string) =>
    world.api.expect<Revision>('getRevisionById', { token: world.admin.token, params: { spaceId: space, revisionId } });
  const [first] = (await past(revision)).parents;
  expect(ofType(await of(first!), 'page_created')).toHaveLength(3);
});

it('names what is in conflict until it is settled', async () => {
  const caller = new BranchCaller(world);
  const branch = async (request: DraftCaller) => {
    const changeRequest = request.params.changeRequestId!;
    const { head } = await caller.call('getBranch', { space, changeRequest });
    return { space, changeRequest, head };
  };
  const other = await DraftCaller.create(world, space);
  await other.edit({ operation: 'update_page', page: home.id, title: 'By main' });
  await draft.edit({ operation: 'update_page', page: home.id, title: 'By the draft' });
  await caller.call('mergeBranch', await branch(other));
  expect((await caller.call('updateBranch', await branch(draft))).result).toBe('conflicts');
  const changes = await read();
  expect(changes.conflicts).toEqual([
    { object: 'page', id: home.id, reason: 'both-edited', attribute: 'title', main: 'By main', draft: 'By the draft' },
  ]);
  expect(ofType(changes, 'page_edited')).toMatchObject([
    { attributes: { title: { before: 'By main', after: 'By the draft' } } },
  ]);
  await draft.edit({ operation: 'update_page', page: home.id, title: 'By both' });
  expect(await read()).not.toHaveProperty('conflicts');
});
