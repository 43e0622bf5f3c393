import type {
  Branch,
  ChangeRequestChanges,
  DocumentPage,
  MergeBranchResult,
  Revision,
  RevisionPage,
} from '@bindery/contracts';
import {
  createdIn,
  createServiceOrganization,
  DraftCaller,
  type ServiceOrganization,
  spaceOf,
  sql,
} from '@bindery/testing';
import { BranchCaller } from './branch-caller';

let world: ServiceOrganization;
let caller: BranchCaller;
let space: string;
let home: RevisionPage;

const files = {
  'README.md': '# Home\n\nThe first block of the page.\n\nThe second block of the page.\n',
  'other.md': '# Other\n\nAnother page.\n',
};

beforeAll(async () => {
  world = await createServiceOrganization('content');
  caller = new BranchCaller(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  const made = await spaceOf(world, files);
  space = made.space;
  home = made.revision.pages[0]!;
});

const draft = () => DraftCaller.create(world, space);
const branchOf = ({ params }: DraftCaller): Promise<Branch> =>
  caller.call('getBranch', { space, changeRequest: params.changeRequestId });
const at = async (request: DraftCaller) => {
  const { head } = await branchOf(request);
  return { space, changeRequest: request.params.changeRequestId, head };
};
const merge = async (request: DraftCaller) => caller.call('mergeBranch', { ...(await at(request)), title: 'A title' });
const update = async (request: DraftCaller) => caller.call('updateBranch', await at(request));
/** The revision of main, without the change request that it came from, which learns of its merge a moment later. */
const main = async () => {
  const request = { token: world.admin.token, params: { spaceId: space } };
  const { mergedFrom: _, ...revision } = await world.api.expect<Revision>('getCurrentRevision', request);
  return revision;
};
const mainText = async (pageId = home.id) =>
  (
    await world.api.expect<DocumentPage>('getPageById', {
      token: world.admin.token,
      params: { spaceId: space, pageId },
      query: { format: 'markdown' },
    })
  ).markdown!;
const edit = (request: DraftCaller, text: string, page = home.id) =>
  request.edit({ operation: 'update_page', page, document: { markdown: text } });
const text = (first: string, second: string) => `# Home\n\n${first}\n\n${second}\n`;
const [first, second] = ['The first block of the page.', 'The second block of the page.'];

it('merges what a draft changed, as one revision', async () => {
  const request = await draft();
  const before = await main();
  await edit(request, text('The first block, as it is now.', second));
  const head = (await branchOf(request)).head;
  const { result, revision } = await merge(request);
  expect(result).toBe('merge');
  const after = await main();
  expect(after).toMatchObject({ id: revision, type: 'merge', parents: [before.id, head] });
  expect(await mainText()).toBe(text('The first block, as it is now.', second));
  expect(await branchOf(request)).toMatchObject({
    head,
    merged: revision,
    outdated: false,
    edits: 1,
    contributors: [world.admin.id],
  });
});

it('answers a repeated merge with the same revision, and takes no edits after it', async () => {
  const request = await draft();
  await edit(request, text('The first block, as it is now.', second));
  const call = await at(request);
  const answer = await caller.call('mergeBranch', call);
  expect(await caller.call('mergeBranch', call)).toEqual(answer);
  await expect(caller.call('updateBranch', call)).rejects.toMatchObject({ code: 409 });
  const late = await request.tryEdit({ operation: 'update_page', page: home.id, title: 'Late' });
  expect(late.status).toBe(409);
});

it('merges drafts that touched different blocks, pages and places', async () => {
  const [one, other, third] = [await draft(), await draft(), await draft()];
  await edit(one, text('The first block, changed by one.', second));
  await edit(other, text(first, 'The second block, changed by the other.'));
  const [page] = createdIn(
    await third.edit({ operation: 'insert_page', into: home.id, title: 'New', document: { markdown: 'New.' } }),
  );
  for (const request of [one, other, third]) expect((await merge(request)).result).toBe('merge');
  expect(await mainText()).toBe(text('The first block, changed by one.', 'The second block, changed by the other.'));
  expect(await mainText(page)).toContain('New.');
});

it('refuses a merge of a head that the branch has left', async () => {
  const request = await draft();
  await edit(request, text('The first block, once.', second));
  const call = await at(request);
  await edit(request, text('The first block, twice.', second));
  await expect(caller.call('mergeBranch', call)).rejects.toMatchObject({ code: 409 });
  await expect(caller.call('updateBranch', call)).rejects.toMatchObject({ code: 409 });
});

it('brings main into a draft, and says when it is behind', async () => {
  const [one, other] = [await draft(), await draft()];
  await edit(one, text('The first block, changed by one.', second));
  await edit(other, text(first, 'The second block, changed by the other.'));
  const merged = await merge(one);
  expect(await branchOf(other)).toMatchObject({ outdated: true });
  const call = await at(other);
  const answer = await caller.call('updateBranch', call);
  expect(answer).toEqual({ result: 'update', revision: expect.any(String) as string });
  expect(await caller.call('updateBranch', call)).toEqual(answer);
  expect(await branchOf(other)).toMatchObject({
    outdated: false,
    mergedAncestor: merged.revision,
    head: answer.revision,
  });
  expect(await update(other)).toEqual(answer);
  const text2 = text('The first block, changed by one.', 'The second block, changed by the other.');
  expect(await other.markdown(home.id)).toBe(text2);
  const revision = await other.expect<Revision>('getRevisionOfChangeRequestById');
  expect(revision).toMatchObject({ type: 'update', parents: [call.head, merged.revision] });
  expect((await merge(other)).result).toBe('merge');
  expect(await mainText()).toBe(text2);
});

describe('a conflict', () => {
  const mine = 'The first block, as the draft has it.';
  const theirs = 'The first block, as main has it.';
  let request: DraftCaller;
  beforeEach(async () => {
    const other = await draft();
    request = await draft();
    await edit(other, text(theirs, second));
    await edit(request, text(mine, second));
    await merge(other);
  });

  it('leaves main as it is, and puts both versions into the draft', async () => {
    const before = await main();
    const call = await at(request);
    const answer = await caller.call('mergeBranch', call);
    expect(answer).toEqual({ result: 'conflicts', revision: expect.any(String) as string });
    expect(await main()).toEqual(before);
    expect(await request.markdown(home.id)).toBe(`# Home\n\n${theirs}\n\n${mine}\n\n${second}\n`);
    expect(await branchOf(request)).toMatchObject({
      head: answer.revision,
      outdated: false,
      mergedAncestor: before.id,
    });
    expect(await caller.call('mergeBranch', call)).toEqual(answer);
    expect(await merge(request)).toEqual(answer);
    expect(await main()).toEqual(before);
  });

  it('is settled by an edit of its page, and not by one of another page', async () => {
    await merge(request);
    const other = (await request.pages())[1]!;
    await edit(request, '# Other\n\nStill another page.\n', other.id);
    expect((await merge(request)).result).toBe('conflicts');
    await edit(request, text(mine, second));
    expect((await merge(request)).result).toBe('merge');
    expect(await mainText()).toBe(text(mine, second));
    expect(await mainText(other.id)).toContain('Still another page.');
  });

  it('comes of an update as well', async () => {
    const answer = await update(request);
    expect(answer.result).toBe('conflicts');
    expect(await update(request)).toEqual(answer);
    expect(await request.markdown(home.id)).toContain(theirs);
  });
});

describe('a conflict of a page that is gone', () => {
  const remove = (request: DraftCaller, page: string) => request.edit({ operation: 'delete_page', page });

  it('ends when main deletes the page as well', async () => {
    const [request, other, third] = [await draft(), await draft(), await draft()];
    const page = (await request.pages())[1]!.id;
    await remove(request, page);
    await edit(request, text('The first block, as the draft has it.', second));
    await edit(other, '# Other\n\nAs main has it.\n', page);
    await merge(other);
    expect((await update(request)).result).toBe('conflicts');
    await update(third);
    await remove(third, page);
    await merge(third);
    expect((await update(request)).result).toBe('update');
    expect((await request.expect<ChangeRequestChanges>('getChangeRequestChanges')).conflicts).toBeUndefined();
    expect((await merge(request)).result).toBe('merge');
    expect((await main()).pages).toHaveLength(1);
  });

  it('no longer holds up a change request that already has it', async () => {
    const request = await draft();
    await edit(request, text('The first block, as the draft has it.', second));
    const { head } = await branchOf(request);
    const gone = { id: 'gone', reason: 'both-edited', attribute: 'title' } as const;
    const conflicts = (['page', 'file', 'reusable-content'] as const).map((object) => ({ object, ...gone }));
    await sql(world, 'update content.revision set conflicts = $2 where id = $1', [head, JSON.stringify(conflicts)]);
    expect((await request.expect<ChangeRequestChanges>('getChangeRequestChanges')).conflicts).toBeUndefined();
    expect(await update(request)).toEqual({ result: 'update', revision: head });
    expect((await merge(request)).result).toBe('merge');
  });
});

it('leaves the conflicts of pages below one that is decided to be deleted', async () => {
  const [setup, request, remover] = [await draft(), await draft(), await draft()];
  const other = (await setup.pages())[1]!.id;
  const below = { operation: 'insert_page', into: other, title: 'Below', document: { markdown: 'Text.\n' } };
  const [child] = createdIn(await setup.edit(below)) as [string];
  await merge(setup);
  for (const behind of [request, remover]) await update(behind);
  await edit(request, '# Below\n\nText of the draft.\n', child);
  await remover.edit({ operation: 'delete_page', page: other });
  await merge(remover);
  const undecided = async () => {
    const { conflicts = [] } = await request.expect<ChangeRequestChanges>('getChangeRequestChanges');
    return new Set(conflicts.map(({ id }) => id));
  };
  expect((await update(request)).result).toBe('conflicts');
  expect(await undecided()).toEqual(new Set([other, child]));
  await request.edit({ operation: 'delete_single_page', page: other });
  expect(await undecided()).toEqual(new Set([child]));
  await request.edit({ operation: 'update_page', page: child });
  expect((await merge(request)).result).toBe('merge');
  expect((await main()).pages.map(({ id }) => id)).toEqual([home.id, child]);
  expect(await mainText(child)).toContain('Text of the draft.');
});

it('finds pages at their former paths below one that main has no longer, with other work in main or without', async () => {
  const setup = await draft();
  const below = (title: string, into: string) => ({
    ...{ operation: 'insert_page', into, title, document: { markdown: 'Text.\n' } },
  });
  const other = (await setup.pages())[1]!.id;
  const [child] = createdIn(await setup.edit(below('Below', other))) as [string];
  const [deep] = createdIn(await setup.edit(below('Deep', child))) as [string];
  await merge(setup);
  const at = async (pagePath: string) =>
    (
      await world.api.call<DocumentPage>('getPageByPath', {
        token: world.admin.token,
        params: { spaceId: space, pagePath },
      })
    ).body.id;
  const first = await draft();
  await first.edit({ operation: 'delete_single_page', page: other });
  await merge(first);
  expect(await at('other/below/deep')).toBe(deep);
  const [second, elsewhere] = [await draft(), await draft()];
  await second.edit({ operation: 'delete_single_page', page: child });
  await edit(elsewhere, '# Home\n\nOther words.\n');
  await merge(elsewhere);
  await merge(second);
  expect((await main()).pages.map(({ id }) => id)).toContain(deep);
  expect(await Promise.all([at('other/below/deep'), at('below/deep'), at('other/below')])).toEqual([
    deep,
    deep,
    undefined,
  ]);
});

it('makes one revision of 50 merges at once', async () => {
  const request = await draft();
  await edit(request, text('The first block, merged fifty times.', second));
  const before = await main();
  const call = await at(request);
  const answers = await Promise.all(Array.from({ length: 50 }, () => retried(() => caller.call('mergeBranch', call))));
  expect(new Set(answers.map(({ revision }) => revision)).size).toBe(1);
  expect(await main()).toMatchObject({ id: answers[0]!.revision, parents: [before.id, call.head] });
});

/** Repeats a call that an overloaded service has refused. */
async function retried(ask: () => Promise<MergeBranchResult>): Promise<MergeBranchResult> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if ((error as { code?: number }).code !== 503) throw error;
    }
  }
}
