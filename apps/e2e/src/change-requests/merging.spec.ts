import type {
  ChangeRequest,
  ChangeRequestContributors,
  MergeResult,
  Page,
  RevisionPages,
  Space,
} from '@bindery/contracts';
import { importFiles, SpaceClient, type DiscussionWorld, until, upload, zipOf } from '@bindery/testing';
import { createDiscussionWorld } from './discussion-world';
import { Proposals, textOfPage } from './proposals';

let world: DiscussionWorld;
let proposals: Proposals;
let admin: SpaceClient;
let editor: SpaceClient;
let reviewer: SpaceClient;

beforeAll(async () => {
  world = await createDiscussionWorld();
  proposals = new Proposals(world);
  ({ admin, editor, reviewer } = proposals);
});
afterAll(() => world.close());

const text = async () =>
  (
    await admin.expect<{ markdown: string }>(
      'getPageById',
      { pageId: world.pages.Home!.id },
      { query: { format: 'markdown' } },
    )
  ).markdown;
const titlesIn = async (by: SpaceClient) =>
  (await by.expect<RevisionPages>('listPages')).pages.map(({ title }) => title);

describe('a merge', () => {
  it('makes the proposal the main content, for good', async () => {
    const { id, revision } = await proposals.create('# Home\n\nMerged.\n');
    const answer = await proposals.merge(id);
    expect(answer).toMatchObject({ status: 200, body: { result: 'merge' } });
    expect(await proposals.head()).toBe(answer.body.revision);
    expect(await text()).toBe('# Home\n\nMerged.\n');
    const merged = await proposals.get(id);
    expect(merged).toMatchObject({ status: 'merged', revision, revisionMerged: answer.body.revision, outdated: false });
    expect(await admin.expect('getCurrentRevision')).toMatchObject({ type: 'merge', mergedFrom: merged });
    const conflicting = await Promise.all([
      proposals.merge(id),
      editor.call('updateChangeRequest', { changeRequestId: id }),
      editor.call('updateChangeRequestById', { changeRequestId: id }, { body: { status: 'archived' } }),
      editor.call('updateChangeRequestById', { changeRequestId: id }, { body: { subject: 'Late' } }),
      editor.call('updateChangeRequestContent', { changeRequestId: id }, textOfPage(world.pages.Home!.id, 'Late')),
      reviewer.call('submitChangeRequestReview', { changeRequestId: id }, { body: { status: 'approved' } }),
      editor.call('requestReviewersForChangeRequest', { changeRequestId: id }, { body: { users: [world.admin.id] } }),
    ]);
    expect(conflicting.map(({ status }) => status)).toEqual(conflicting.map(() => 409));
    expect(await proposals.get(id)).toEqual(merged);
  });

  it('is the last change, also where the event of an edit comes late', async () => {
    const { id } = await proposals.create('# Home\n\nEdited before.\n');
    const edits = async () => {
      const request = { changeRequestId: id };
      const { items } = await admin.expect<ChangeRequestContributors>('getContributorsByChangeRequestId', request);
      return items[0]?.count ?? 0;
    };
    await until(async () => (await edits()) === 1);
    await proposals.merge(id);
    const merged = await proposals.get(id);
    // As if there had been another edit, whose event is published only now.
    await world.records.query(
      `insert into content.outbox (id, subject, envelope)
       select late.id, subject, jsonb_set(envelope, '{id}', to_jsonb(late.id))
       from content.outbox, (select gen_random_uuid() as id) as late
       where subject = 'event.content.branch.edited' and envelope -> 'payload' ->> 'changeRequest' = $1 limit 1`,
      [id],
    );
    await until(async () => (await edits()) === 2);
    expect(await proposals.get(id)).toEqual(merged);
  });

  it('is not for editors, and not of what is archived', async () => {
    const { id } = await proposals.create('# Home\n\nNot yet.\n');
    const before = await proposals.head();
    expect((await proposals.merge(id, editor)).status).toBe(403);
    await editor.expect('updateChangeRequestById', { changeRequestId: id }, { body: { status: 'archived' } });
    expect((await proposals.merge(id)).status).toBe(409);
    expect(await proposals.head()).toBe(before);
  });

  it('happens once, however many ask for it at once', async () => {
    const { id } = await proposals.create('# Home\n\nOnce.\n');
    const before = await proposals.head();
    const mergeOnce = (index: number) =>
      reviewer.persist<MergeResult>('mergeChangeRequest', { changeRequestId: id }, { key: `${id} ${index}` });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => mergeOnce(index)));
    const merges = answers.filter(({ status }) => status === 200).map(({ body }) => body.revision);
    expect(merges.length).toBeGreaterThan(0);
    expect(new Set(merges).size).toBe(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const after = await admin.expect<{ id: string; parents: string[] }>('getCurrentRevision');
    expect(after).toMatchObject({ id: merges[0], parents: expect.arrayContaining([before]) as string[] });
  });

  it('loses nothing of other proposals that are merged at the same time', async () => {
    const titles = ['One', 'Two', 'Three'];
    const insert = async (title: string) => {
      const { id } = await editor.propose(title);
      const body = { changes: [{ operation: 'insert_page', title, document: { markdown: `${title}.` } }] };
      await editor.expect('updateChangeRequestContent', { changeRequestId: id }, { body });
      return id;
    };
    const made = await Promise.all(titles.map(insert));
    const answers = await Promise.all(made.map((id) => proposals.merge(id)));
    expect(answers.map(({ body }) => body.result)).toEqual(['merge', 'merge', 'merge']);
    expect(await titlesIn(admin)).toEqual(expect.arrayContaining(titles));
  });

  it('compares the version that the caller knows before anything is merged', async () => {
    const { id } = await proposals.create('# Home\n\nKnown.\n');
    const before = await proposals.head();
    expect((await proposals.merge(id, reviewer, { 'if-match': '"99-x"' })).status).toBe(412);
    expect(await proposals.head()).toBe(before);
    const { headers } = await admin.call('getChangeRequestById', { changeRequestId: id });
    expect((await proposals.merge(id, reviewer, { 'if-match': headers.get('etag')! })).status).toBe(200);
  });

  it('with conflicts leaves main and the status, and puts both versions into the draft', async () => {
    const paragraph = (words: string) => `# Home\n\n${words}\n`;
    await proposals.merge((await proposals.create(paragraph('One sentence stands here.'))).id);
    const [mine, theirs] = [
      await proposals.create(paragraph('One sentence stood here.')),
      await proposals.create(paragraph('One word stands here.')),
    ];
    await proposals.merge(theirs.id);
    const before = await proposals.head();
    const answer = await proposals.merge(mine.id);
    expect(answer).toMatchObject({ status: 200, body: { result: 'conflicts' } });
    expect(await proposals.head()).toBe(before);
    expect(await proposals.get(mine.id)).toMatchObject({ status: 'draft', revision: answer.body.revision });
    expect((await proposals.merge(mine.id)).body).toEqual(answer.body);
  });
});

describe('an update', () => {
  it('brings main in, after which the change request is not outdated', async () => {
    const { id } = await proposals.create('# Home\n\nThe first.\n');
    const guide = world.pages.Guide!.id;
    await proposals.merge((await proposals.create(`# Guide\n\nAnother way, ${Date.now()}.\n`, guide)).id);
    expect((await proposals.get(id)).outdated).toBe(true);
    const answer = await editor.expect<{ result: string; revision: string }>('updateChangeRequest', {
      changeRequestId: id,
    });
    expect(answer.result).toBe('update');
    expect(await proposals.get(id)).toMatchObject({
      status: 'draft',
      outdated: false,
      revision: answer.revision,
      revisionMergedAncestor: await proposals.head(),
    });
  });

  it('is for editors', async () => {
    const { id: changeRequestId } = await editor.propose();
    const by = (who: SpaceClient) => who.call('updateChangeRequest', { changeRequestId });
    expect((await by(new SpaceClient(world, world.commenter))).status).toBe(403);
    expect((await by(editor)).status).toBe(200);
  });
});

it('returns the contributors, and the time of the last edit', async () => {
  const { id, createdAt } = await proposals.create('# Home\n\nContributed.\n');
  const contributors = () =>
    admin.expect<ChangeRequestContributors>('getContributorsByChangeRequestId', { changeRequestId: id });
  await until(async () => (await contributors()).count > 0);
  expect((await contributors()).items).toMatchObject([{ user: { id: world.editor.id }, actionType: 'edit', count: 1 }]);
  expect(Date.parse((await proposals.get(id)).updatedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
  const filtered = await admin.expect<Page<ChangeRequest>>(
    'listChangeRequestsForSpace',
    {},
    { query: { status: 'draft', contributor: world.editor.id, limit: 1000 } },
  );
  expect(filtered.items.map((item) => item.id)).toContain(id);
});

it('holds what is imported into it by its number, and nothing any more once it is merged', async () => {
  const { id: space } = await admin.expect<Space>(
    'createSpace',
    { organizationId: world.organization },
    { body: { title: 'Target' } },
  );
  const inside = new SpaceClient(world, world.admin, space);
  const { id, number } = await inside.propose();
  const target = { space, changeRequest: String(number) };
  const run = await importFiles(world, { 'README.md': '# Imported\n' }, target);
  expect(run).toMatchObject({ status: 'completed', spaces: [{ id: space }] });
  expect(await titlesIn(inside)).toEqual([]);
  expect((await proposals.merge(id, inside)).body.result).toBe('merge');
  expect(await titlesIn(inside)).toEqual(['Imported']);
  const source = { type: 'file', files: [await upload(world, await zipOf({ 'README.md': '# Late\n' }))] };
  const late = { token: world.admin.token, params: { organizationId: world.organization }, body: { source, target } };
  expect((await world.api.call('startImport', late)).status).toBe(409);
});
