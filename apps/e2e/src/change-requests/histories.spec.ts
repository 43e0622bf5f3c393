import * as fc from 'fast-check';
import type { ChangedContent, ChangeRequest, MergeResult, Space } from '@bindery/contracts';
import { type ApiAnswer, createdIn, SpaceClient, type DiscussionWorld } from '@bindery/testing';
import { HistoryModel, type Draft } from './history-model';
import { createDiscussionWorld } from './discussion-world';

const long = process.env.BINDERY_TEST === 'long';
const runs = { numRuns: long ? 1_000 : 12, seed: Number(process.env.BINDERY_SEED ?? 1), endOnFailure: true };
if (long) jest.setTimeout(3 * 3_600_000);

let world: DiscussionWorld;
let admin: SpaceClient;

beforeAll(async () => {
  world = await createDiscussionWorld();
  admin = new SpaceClient(world, world.admin);
});
afterAll(() => world.close());

let written = 0;
const freshText = () => `Text ${++written}, which nothing else says.`;
/** The outcome of a call that a busy platform did not answer is unknown: such a run is not conclusive. */
async function call<T>(...args: Parameters<SpaceClient['call']>): Promise<ApiAnswer<T>> {
  return answered(admin.call<T>(...args));
}
async function answered<T>(asked: Promise<ApiAnswer<T>>): Promise<ApiAnswer<T>> {
  const answer = await asked;
  fc.pre(answer.status < 500);
  return answer;
}
async function expectCall<T>(...args: Parameters<SpaceClient['call']>): Promise<T> {
  const { status, body } = await call<T>(...args);
  if (status >= 400) throw new Error(`${args[0]} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
const get = (changeRequestId: string) => expectCall<ChangeRequest>('getChangeRequestById', { changeRequestId });
const merge = (changeRequestId: string) => admin.call<MergeResult>('mergeChangeRequest', { changeRequestId });
const update = (changeRequestId: string) => admin.call<MergeResult>('updateChangeRequest', { changeRequestId });
const set = (changeRequestId: string, status: string) =>
  admin.call('updateChangeRequestById', { changeRequestId }, { body: { status } });
const head = async () => (await expectCall<Space>('getSpaceById')).revision;
const change = (changeRequestId: string, made: object) =>
  admin.call('updateChangeRequestContent', { changeRequestId }, { body: { changes: [made] } });
const edit = (changeRequestId: string, page: string, text: string) =>
  change(changeRequestId, { operation: 'update_page', page, document: { markdown: text } });
const deletePage = (changeRequestId: string, page: string) =>
  change(changeRequestId, { operation: 'delete_page', page });
/** Whether the space may be deleted, also by a run that ended early. */
let deleted = false;
const deleteSpace = () => {
  deleted = true;
  return admin.call('deleteSpaceById');
};
const restoreSpace = () => admin.call('restoreSpace');
async function restoreIfDeleted(): Promise<void> {
  if (deleted) fc.pre((await restoreSpace()).status < 500);
  deleted = false;
}

/** The text of a page of main below its title; null without such a page. */
async function textOf(page: string): Promise<string | null> {
  const { status, body } = await call<{ markdown?: string }>(
    'getPageById',
    { pageId: page },
    { query: { format: 'markdown' } },
  );
  if (status === 404) return null;
  return (body.markdown ?? '').replace(/^# .*\n+/, '').trim();
}

/** New pages in main, with these texts. */
async function newPages(texts: string[]): Promise<string[]> {
  await restoreIfDeleted();
  const { id } = await expectCall<ChangeRequest>('createChangeRequest', {}, { body: {} });
  const changes = texts.map((markdown) => ({ operation: 'insert_page', title: markdown, document: { markdown } }));
  const made = await expectCall<ChangedContent>(
    'updateChangeRequestContent',
    { changeRequestId: id },
    { body: { changes }, query: { compat: false } },
  );
  expect((await answered(merge(id))).body.result).toBe('merge');
  return createdIn(made);
}

const step = fc.record({
  action: fc.constantFrom(
    ...(['propose', 'edit', 'edit', 'delete', 'merge', 'merge', 'update', 'archive', 'reopen', 'draft'] as const),
    ...(['delete space', 'restore space'] as const),
  ),
  which: fc.nat(),
});

it('is at every step what a sequential model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      const texts = [freshText(), freshText()];
      const pages = await newPages(texts);
      const model = new HistoryModel(new Map(pages.map((page, n) => [page, texts[n]!])));
      for (const { action, which } of steps) {
        const draft = model.drafts[which % (model.drafts.length || 1)];
        if (action === 'delete space') await hide(model);
        else if (action === 'restore space') await show(model);
        else if (action === 'propose' || !draft) await propose(model, pages[which % 2]!);
        else await act(model, draft, action);
      }
      await show(model);
      for (const [page, text] of model.main) expect(await textOf(page)).toBe(text);
      for (const { id, status } of model.drafts) expect((await get(id)).status).toBe(status);
    }),
    runs,
  );
});

async function hide(model: HistoryModel): Promise<void> {
  expect((await answered(deleteSpace())).status).toBe(204);
  model.hidden = true;
}

async function show(model: HistoryModel): Promise<void> {
  if (!model.hidden) return;
  expect((await answered(restoreSpace())).status).toBe(200);
  model.hidden = false;
}

async function propose(model: HistoryModel, page: string): Promise<void> {
  const { status, body } = await call<ChangeRequest>('createChangeRequest', {}, { body: {} });
  expect(status).toBe(model.hidden ? 404 : 201);
  if (status === 201) model.propose(body.id, page);
}

async function act(model: HistoryModel, draft: Draft, action: string): Promise<void> {
  if (action === 'edit') {
    const text = freshText();
    const expected = model.edit(draft, text);
    expect((await answered(edit(draft.id, draft.page, text))).status).toBe(expected);
  } else if (action === 'delete') {
    const expected = model.edit(draft, null);
    expect((await answered(deletePage(draft.id, draft.page))).status).toBe(expected);
  } else if (action === 'merge' || action === 'update') await bringTogether(model, draft, action);
  else {
    const wanted = action === 'archive' ? 'archived' : action === 'reopen' ? 'open' : 'draft';
    const expected = model.become(draft, wanted);
    expect((await answered(set(draft.id, wanted))).status).toBe(expected);
  }
}

async function bringTogether(model: HistoryModel, draft: Draft, action: 'merge' | 'update'): Promise<void> {
  const before = model.hidden ? undefined : await head();
  const { status, body } = await answered((action === 'merge' ? merge : update)(draft.id));
  const expected = model.bringTogether(draft, action);
  expect({ status, result: body.result }).toEqual(expected);
  if (body.result === 'merge')
    expect(await get(draft.id)).toMatchObject({ status: 'merged', revisionMerged: body.revision });
  else if (status === 200) expect(await head()).toBe(before);
}

const actions = fc.array(
  fc.constantFrom('merge', 'merge', 'update', 'archive', 'reopen', 'edit', 'delete', 'delete space', 'restore space'),
  { minLength: 2, maxLength: 8 },
);

it('leaves no half state after any concurrent calls on a change request', async () => {
  await fc.assert(
    fc.asyncProperty(actions, async (wanted) => {
      const [page] = (await newPages([freshText()])) as [string];
      const { id } = await expectCall<ChangeRequest>('createChangeRequest', {}, { body: {} });
      const texts: (string | null)[] = [freshText()];
      await answered(edit(id, page, texts[0]!));
      const [before, textBefore] = [await head(), await textOf(page)];
      const answers = await Promise.all(
        wanted.map(async (action) => {
          const { status, body } = await allAtOnce(action, id, page, texts);
          return { action, status, body: body as unknown as MergeResult };
        }),
      );
      await restoreIfDeleted();
      const settled = await get(id);
      const succeeded = (action: string) => answers.filter((answer) => answer.action === action && answer.status < 300);
      // 404 where the space was deleted, or the page.
      const absent = wanted.some((action) => /delete|restore/.test(action)) ? [404] : [];
      for (const { status } of answers) expect([200, 204, 409, 503, 504, ...absent]).toContain(status);
      fc.pre(answers.every(({ status }) => status < 500));
      const merges = succeeded('merge').filter(({ body }) => body.result === 'merge');
      if (settled.status === 'merged') {
        for (const { body } of merges) expect(body.revision).toBe(settled.revisionMerged);
        // A merge may be done, and its caller not find the space any more.
        if (absent.length === 0) expect(merges.length).toBeGreaterThan(0);
        expect(await head()).toBe(settled.revisionMerged);
        expect(texts).toContain(await textOf(page));
        // An archived change request was opened again before it was merged.
        if (succeeded('archive').length > 0) expect(succeeded('reopen').length).toBeGreaterThan(0);
      } else {
        expect(merges).toEqual([]);
        expect(settled).not.toHaveProperty('revisionMerged');
        expect([await head(), await textOf(page)]).toEqual([before, textBefore]);
      }
    }),
    runs,
  );
});

function allAtOnce(action: string, id: string, page: string, texts: (string | null)[]) {
  if (action === 'merge') return merge(id);
  if (action === 'update') return update(id);
  if (action === 'delete space') return deleteSpace();
  if (action === 'restore space') return restoreSpace();
  if (action === 'archive' || action === 'reopen') return set(id, action === 'archive' ? 'archived' : 'open');
  const text = action === 'delete' ? null : freshText();
  texts.push(text);
  return text === null ? deletePage(id, page) : edit(id, page, text);
}
