import * as fc from 'fast-check';
import type { ChangeRequest, DocumentPage, MergeResult, Space } from '@bindery/contracts';
import { createTalkWorld, Talker, type TalkWorld } from './talk-world';

const long = process.env.BINDERY_TEST === 'long';
const runs = { numRuns: long ? 1_000 : 12, seed: Number(process.env.BINDERY_SEED ?? 1), endOnFailure: true };
jest.setTimeout(long ? 3_600_000 : 120_000);

let world: TalkWorld;
let admin: Talker;

beforeAll(async () => {
  world = await createTalkWorld();
  admin = new Talker(world, world.admin);
});
afterAll(() => world.close());

let written = 0;
const freshText = () => `Text ${++written}, which nothing else says.`;
const get = (changeRequestId: string) => admin.expect<ChangeRequest>('getChangeRequestById', { changeRequestId });
const merge = (changeRequestId: string) => admin.call<MergeResult>('mergeChangeRequest', { changeRequestId });
const update = (changeRequestId: string) => admin.call<MergeResult>('updateChangeRequest', { changeRequestId });
const set = (changeRequestId: string, status: string) =>
  admin.call('updateChangeRequestById', { changeRequestId }, { body: { status } });
const head = async () => (await admin.expect<Space>('getSpaceById')).revision;

function edit(changeRequestId: string, page: string, text: string) {
  const changes = [{ operation: 'update_page', page, document: { markdown: text } }];
  return admin.call('updateChangeRequestContent', { changeRequestId }, { body: { changes } });
}

/** What a page says below its title. */
async function textOf(page: string): Promise<string> {
  const query = { format: 'markdown' };
  const { markdown = '' } = await admin.expect<DocumentPage>('getPageById', { pageId: page }, { query });
  return markdown.replace(/^# .*\n+/, '').trim();
}

/** One change request after another: what is expected of it, and of the page that it edits. */
interface Model {
  id: string;
  page: string;
  status: ChangeRequest['status'];
  /** What the draft's page says, and what main's said when the draft last had it. */
  draft: string;
  ancestor: string;
  /** Both versions stand in the draft: what follows is content's. */
  conflicting: boolean;
}

const step = fc.record({
  action: fc.constantFrom('propose', 'edit', 'merge', 'update', 'archive', 'reopen', 'draft'),
  which: fc.nat(),
});

it('is at every step what a sequential model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      const pages = [world.pages.Home!.id, world.pages.Guide!.id];
      const main = new Map(await Promise.all(pages.map(async (page) => [page, await textOf(page)] as const)));
      const models: Model[] = [];
      for (const { action, which } of steps) {
        const model = models[which % (models.length || 1)];
        if (action === 'propose' || !model) models.push(await proposed(pages[which % 2]!, main));
        else await act(model, action, main);
      }
      for (const [page, text] of main) expect(await textOf(page)).toBe(text);
      for (const { id, status } of models) expect((await get(id)).status).toBe(status);
    }),
    runs,
  );
});

async function proposed(page: string, main: Map<string, string>): Promise<Model> {
  const { id } = await admin.propose();
  const text = main.get(page)!;
  return { id, page, status: 'draft', draft: text, ancestor: text, conflicting: false };
}

async function act(model: Model, action: string, main: Map<string, string>): Promise<void> {
  const active = model.status === 'draft' || model.status === 'open';
  if (action === 'edit') {
    const text = freshText();
    const { status } = await edit(model.id, model.page, text);
    expect(status).toBe(active ? 200 : 409);
    if (active) model.draft = text;
  } else if (action === 'merge' || action === 'update') {
    await bringTogether(model, action, main, active);
  } else {
    const wanted = action === 'archive' ? 'archived' : action === 'reopen' ? 'open' : 'draft';
    const { status } = await set(model.id, wanted);
    expect(status).toBe(model.status === 'merged' ? 409 : 200);
    if (status === 200) model.status = wanted;
  }
}

async function bringTogether(
  model: Model,
  action: 'merge' | 'update',
  main: Map<string, string>,
  active: boolean,
): Promise<void> {
  const before = await head();
  const { status, body } = await (action === 'merge' ? merge : update)(model.id);
  expect(status).toBe(active ? 200 : 409);
  if (!active || model.conflicting) return;
  const ofMain = main.get(model.page)!;
  const both = model.draft !== model.ancestor && ofMain !== model.ancestor;
  if (body.result === 'conflicts') {
    expect(both).toBe(true);
    expect(await head()).toBe(before);
    model.conflicting = true;
    return;
  }
  expect(both).toBe(false);
  const text = model.draft === model.ancestor ? ofMain : model.draft;
  model.draft = text;
  model.ancestor = ofMain;
  if (action === 'update') return expect(await head()).toBe(before);
  model.status = 'merged';
  main.set(model.page, text);
  expect(await get(model.id)).toMatchObject({ status: 'merged', revisionMerged: body.revision });
}

const actions = fc.array(fc.constantFrom('merge', 'update', 'archive', 'reopen', 'edit'), {
  minLength: 2,
  maxLength: 8,
});

it('leaves no half state, whatever happens to a change request at once', async () => {
  const page = world.pages.Home!.id;
  await fc.assert(
    fc.asyncProperty(actions, async (wanted) => {
      const { id } = await admin.propose();
      const texts = [freshText()];
      await edit(id, page, texts[0]!);
      const [before, textBefore] = [await head(), await textOf(page)];
      const answers = await Promise.all(
        wanted.map(async (action) => {
          const { status, body } = await allAtOnce(action, id, page, texts);
          return { action, status, body: body as unknown as MergeResult };
        }),
      );
      const settled = await get(id);
      const succeeded = (action: string) =>
        answers.filter((answer) => answer.action === action && answer.status === 200);
      for (const { status } of answers) expect([200, 409, 503, 504]).toContain(status);
      // Of what a busy platform did not answer nobody knows whether it was done.
      fc.pre(answers.every(({ status }) => status < 500));
      const merges = succeeded('merge').filter(({ body }) => body.result === 'merge');
      if (settled.status === 'merged') {
        expect(new Set(merges.map(({ body }) => body.revision))).toEqual(new Set([settled.revisionMerged]));
        expect(await head()).toBe(settled.revisionMerged);
        expect(texts).toContain(await textOf(page));
        // What was archived was opened again before it was merged.
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

function allAtOnce(action: string, id: string, page: string, texts: string[]) {
  if (action === 'merge') return merge(id);
  if (action === 'update') return update(id);
  if (action !== 'edit') return set(id, action === 'archive' ? 'archived' : 'open');
  const text = freshText();
  texts.push(text);
  return edit(id, page, text);
}
