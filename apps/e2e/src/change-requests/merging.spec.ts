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

let world: DiscussionWorld;
let admin: SpaceClient;
let editor: SpaceClient;
let reviewer: SpaceClient;

beforeAll(async () => {
  world = await createDiscussionWorld();
  admin = new SpaceClient(world, world.admin);
  editor = new SpaceClient(world, world.editor);
  reviewer = new SpaceClient(world, world.reviewer);
});
afterAll(() => world.close());

const get = (changeRequestId: string) => admin.expect<ChangeRequest>('getChangeRequestById', { changeRequestId });
const merge = (changeRequestId: string, by = reviewer, headers: Record<string, string> = {}) =>
  by.call<MergeResult>('mergeChangeRequest', { changeRequestId }, { headers });
const head = async () => (await admin.expect<Space>('getSpaceById')).revision;

/** A proposal to give a page, Home if nothing is said, this text. */
async function proposal(text: string, page = world.pages.Home!.id): Promise<ChangeRequest> {
  const { id } = await editor.propose();
  await editor.expect('updateChangeRequestContent', { changeRequestId: id }, change(page, text));
  return get(id);
}
const change = (page: string, text: string) => ({
  body: { changes: [{ operation: 'update_page', page, document: { markdown: text } }] },
});
const text = async (page = world.pages.Home!.id) =>
  (await admin.expect<{ markdown: string }>('getPageById', { pageId: page }, { query: { format: 'markdown' } }))
    .markdown;

const titlesIn = async (by: SpaceClient) =>
  (await by.expect<RevisionPages>('listPages')).pages.map(({ title }) => title);

describe('a merge', () => {
  it('makes the proposal the main content, for good', async () => {
    const { id, revision } = await proposal('# Home\n\nMerged.\n');
    const answer = await merge(id);
    expect(answer).toMatchObject({ status: 200, body: { result: 'merge' } });
    expect(await head()).toBe(answer.body.revision);
    expect(await text()).toBe('# Home\n\nMerged.\n');
    const merged = await get(id);
    expect(merged).toMatchObject({ status: 'merged', revision, revisionMerged: answer.body.revision, outdated: false });
    expect(await admin.expect('getCurrentRevision')).toMatchObject({ type: 'merge', mergedFrom: merged });
    const conflicting = await Promise.all([
      merge(id),
      editor.call('updateChangeRequest', { changeRequestId: id }),
      editor.call('updateChangeRequestById', { changeRequestId: id }, { body: { status: 'archived' } }),
      editor.call('updateChangeRequestById', { changeRequestId: id }, { body: { subject: 'Late' } }),
      editor.call('updateChangeRequestContent', { changeRequestId: id }, change(world.pages.Home!.id, 'Late')),
      reviewer.call('submitChangeRequestReview', { changeRequestId: id }, { body: { status: 'approved' } }),
      editor.call('requestReviewersForChangeRequest', { changeRequestId: id }, { body: { users: [world.admin.id] } }),
    ]);
    expect(conflicting.map(({ status }) => status)).toEqual(conflicting.map(() => 409));
    expect(await get(id)).toEqual(merged);
  });

  it('is not for editors, and not of what is archived', async () => {
    const { id } = await proposal('# Home\n\nNot yet.\n');
    const before = await head();
    expect((await merge(id, editor)).status).toBe(403);
    await editor.expect('updateChangeRequestById', { changeRequestId: id }, { body: { status: 'archived' } });
    expect((await merge(id)).status).toBe(409);
    expect(await head()).toBe(before);
  });

  it('happens once, however many ask for it at once', async () => {
    const { id } = await proposal('# Home\n\nOnce.\n');
    const before = await head();
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
    const answers = await Promise.all(made.map((id) => merge(id)));
    expect(answers.map(({ body }) => body.result)).toEqual(['merge', 'merge', 'merge']);
    expect(await titlesIn(admin)).toEqual(expect.arrayContaining(titles));
  });

  it('compares the version that the caller knows before anything is merged', async () => {
    const { id } = await proposal('# Home\n\nKnown.\n');
    const before = await head();
    expect((await merge(id, reviewer, { 'if-match': '"99-x"' })).status).toBe(412);
    expect(await head()).toBe(before);
    const { headers } = await admin.call('getChangeRequestById', { changeRequestId: id });
    expect((await merge(id, reviewer, { 'if-match': headers.get('etag')! })).status).toBe(200);
  });

  it('with conflicts leaves main and the status, and puts both versions into the draft', async () => {
    const paragraph = (words: string) => `# Home\n\n${words}\n`;
    await merge((await proposal(paragraph('One sentence stands here.'))).id);
    const [mine, theirs] = [
      await proposal(paragraph('One sentence stood here.')),
      await proposal(paragraph('One word stands here.')),
    ];
    await merge(theirs.id);
    const before = await head();
    const answer = await merge(mine.id);
    expect(answer).toMatchObject({ status: 200, body: { result: 'conflicts' } });
    expect(await head()).toBe(before);
    expect(await get(mine.id)).toMatchObject({ status: 'draft', revision: answer.body.revision });
    expect((await merge(mine.id)).body).toEqual(answer.body);
  });
});

describe('an update', () => {
  it('brings main in, after which the change request is not outdated', async () => {
    const { id } = await proposal('# Home\n\nThe first.\n');
    const guide = world.pages.Guide!.id;
    await merge((await proposal(`# Guide\n\nAnother way, ${Date.now()}.\n`, guide)).id);
    expect((await get(id)).outdated).toBe(true);
    const answer = await editor.expect<{ result: string; revision: string }>('updateChangeRequest', {
      changeRequestId: id,
    });
    expect(answer.result).toBe('update');
    expect(await get(id)).toMatchObject({
      status: 'draft',
      outdated: false,
      revision: answer.revision,
      revisionMergedAncestor: await head(),
    });
  });

  it('is for editors', async () => {
    const { id: changeRequestId } = await editor.propose();
    const by = (who: SpaceClient) => who.call('updateChangeRequest', { changeRequestId });
    expect((await by(new SpaceClient(world, world.commenter))).status).toBe(403);
    expect((await by(editor)).status).toBe(200);
  });
});

describe('merge rules', () => {
  const rules = (given: object) => admin.expect('updateSpaceById', {}, { body: { mergeRules: given } });
  const ofOrganization = (given: object) =>
    admin.expect('updateOrganizationById', { organizationId: world.organization }, { body: { mergeRules: given } });
  const listed = (...given: object[]) => ({ type: 'rules', rules: given });
  const approve = (changeRequestId: string, by: SpaceClient) =>
    by.expect('submitChangeRequestReview', { changeRequestId }, { body: { status: 'approved' } });

  afterEach(async () => {
    await rules({ type: 'none' });
    await ofOrganization({ type: 'none' });
  });

  it('refuse by naming each rule that fails, and allow once they pass', async () => {
    await rules(
      listed(
        { rule: 'require_specific_reviewers', users: [world.reviewer.id] },
        { rule: 'require_change_request_description' },
        { rule: 'require_change_request_subject' },
      ),
    );
    const { id } = await proposal('# Home\n\nReviewed.\n');
    const before = await head();
    const refused = await merge(id);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: {
          details: [
            { field: 'mergeRules.require_specific_reviewers' },
            { field: 'mergeRules.require_change_request_description' },
          ],
        },
      },
    });
    const { message } = (refused.body as unknown as { error: { message: string } }).error;
    expect(message).toContain('require_specific_reviewers');
    expect(message).toContain('require_change_request_description');
    expect(await head()).toBe(before);
    await approve(id, reviewer);
    const leaf = { object: 'leaf', text: 'Why', marks: [] };
    const nodes = [
      { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [{ object: 'text', leaves: [leaf] }] },
    ];
    const description = { object: 'document', data: {}, nodes };
    await editor.expect('updateChangeRequestById', { changeRequestId: id }, { body: { description } });
    expect((await merge(id)).body.result).toBe('merge');
  });

  it('do not take an approval for what was changed after it', async () => {
    await rules(listed({ rule: 'require_at_least_one_review' }));
    const { id } = await proposal('# Home\n\nGood.\n');
    await approve(id, reviewer);
    await editor.expect('updateChangeRequestContent', { changeRequestId: id }, change(world.pages.Home!.id, 'Bad.'));
    expect((await merge(id)).status).toBe(409);
    const reviews = await admin.expect<Page<{ outdated: boolean }>>('getReviewsByChangeRequestId', {
      changeRequestId: id,
    });
    expect(reviews.items).toMatchObject([{ outdated: true }]);
    await approve(id, reviewer);
    expect((await merge(id)).status).toBe(200);
  });

  it('of the organization hold where the space inherits them', async () => {
    await ofOrganization(listed({ rule: 'require_at_least_one_review' }));
    const { id } = await proposal('# Home\n\nInherited.\n');
    await rules({ type: 'inherit' });
    expect((await merge(id)).status).toBe(409);
    await rules({ type: 'none' });
    expect((await merge(id)).status).toBe(200);
  });

  it('refuse what is behind the main content', async () => {
    await rules(listed({ rule: 'require_up_to_date_change_request' }));
    const { id } = await proposal('# Home\n\nBehind.\n');
    await merge((await proposal('# Guide\n\nAhead.\n', world.pages.Guide!.id)).id);
    expect((await merge(id)).status).toBe(409);
    await editor.expect('updateChangeRequest', { changeRequestId: id });
    expect((await merge(id)).status).toBe(200);
  });

  it('can be expressions over the space, the change request, the reviews and the actor', async () => {
    const mine = `space.title == "Imported" && changeRequest.createdBy.id != actor.id && reviews[0].reviewer.id == "${world.reviewer.id}"`;
    await rules(listed({ rule: 'custom', expression: mine }));
    const { id } = await proposal('# Home\n\nExpressed.\n');
    expect((await merge(id)).status).toBe(409);
    await approve(id, reviewer);
    expect((await merge(id)).status).toBe(200);
  });

  it('take what a change request does not have for absent', async () => {
    await rules(listed({ rule: 'custom', expression: '"description" in changeRequest' }));
    const { id } = await proposal('# Home\n\nUndescribed.\n');
    expect((await merge(id)).status).toBe(409);
    await rules(listed({ rule: 'custom', expression: '!("conversationsIssuesCluster" in changeRequest)' }));
    expect((await merge(id)).status).toBe(200);
  });

  it('are bypassed by the users in `allow_bypass`', async () => {
    await rules(listed({ rule: 'require_agent_review' }, { rule: 'allow_bypass', users: [world.admin.id] }));
    const { id } = await proposal('# Home\n\nBypassed.\n');
    expect((await merge(id, reviewer)).status).toBe(409);
    expect((await merge(id, admin)).status).toBe(200);
  });
});

it('returns the contributors, and the time of the last edit', async () => {
  const { id, createdAt } = await proposal('# Home\n\nContributed.\n');
  const contributors = () =>
    admin.expect<ChangeRequestContributors>('getContributorsByChangeRequestId', { changeRequestId: id });
  await until(async () => (await contributors()).count > 0);
  expect((await contributors()).items).toMatchObject([{ user: { id: world.editor.id }, actionType: 'edit', count: 1 }]);
  expect(Date.parse((await get(id)).updatedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
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
  expect((await merge(id, inside)).body.result).toBe('merge');
  expect(await titlesIn(inside)).toEqual(['Imported']);
  const source = { type: 'file', files: [await upload(world, await zipOf({ 'README.md': '# Late\n' }))] };
  const late = { token: world.admin.token, params: { organizationId: world.organization }, body: { source, target } };
  expect((await world.api.call('startImport', late)).status).toBe(409);
});
