import { isDeepStrictEqual } from 'node:util';
import type { AuditEvent, ChangedContent, DocumentPage, Page, RevisionPage } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import { DraftCaller, guideSpace, persist, until } from '@bindery/testing';
import { startIsolatedPlatform, type IsolatedPlatform } from '../support/test-organization';

const COUNT = 24;

let world: IsolatedPlatform;
let drafts: DraftCaller[];
let home: RevisionPage;

beforeAll(async () => {
  world = await startIsolatedPlatform();
  const guide = await guideSpace(world);
  home = guide.home;
  drafts = await Promise.all(Array.from({ length: COUNT }, () => DraftCaller.create(world, guide.space)));
});
afterAll(() => world.close());

const update = (page: string, markdown: string) => ({ operation: 'update_page', page, document: { markdown } });
const idOf = (draft: DraftCaller): string => draft.params.changeRequestId!;

const post = (key: string, { params }: DraftCaller, markdown: string) =>
  world.api.call<ChangedContent>('updateChangeRequestContent', {
    token: world.admin.token,
    params,
    query: { compat: false },
    body: { changes: [update(home.id, markdown)] },
    headers: { 'idempotency-key': key },
  });

it('does the edits of many at once, each in its own change request, and refuses the wrong ones alone', async () => {
  const answers = await Promise.all(
    drafts.map((draft, index) =>
      draft.tryEdit(update(index % 4 === 3 ? 'unknown' : home.id, `A welcome to all.\n\nEdited as ${index}.`)),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(drafts.map((_, index) => (index % 4 === 3 ? 404 : 200)));
  const texts = await Promise.all(drafts.map((draft) => draft.markdown(home.id)));
  expect(texts.map((text) => /Edited as (\d+)/.exec(text)?.[1])).toEqual(
    drafts.map((_, index) => (index % 4 === 3 ? undefined : String(index))),
  );
});

it('loses no edit of one change request that many make at once, and keeps the keys of blocks', async () => {
  const [draft] = drafts as [DraftCaller];
  const before = await draft.page(home.id);
  const made = await Promise.all(
    Array.from({ length: COUNT }, (_, index) =>
      draft.expect<ChangedContent>('updateChangeRequestContent', {
        query: { compat: false },
        body: { changes: [{ operation: 'insert_page', title: `Page ${index}`, document: { markdown: 'New.' } }] },
      }),
    ),
  );
  expect(made).toHaveLength(COUNT);
  const titles = (await draft.pages()).map((page) => (page as DocumentPage).title);
  expect(titles.filter((title) => /^Page \d+$/.test(title)).sort()).toEqual(
    Array.from({ length: COUNT }, (_, index) => `Page ${index}`).sort(),
  );
  await draft.edit(update(home.id, 'A welcome to all.\n\nEdited again.'));
  const after = await draft.page(home.id);
  expect(keysOf(after)[0]).toBe(keysOf(before)[0]);
});

const keysOf = ({ document }: DocumentPage) =>
  (document as unknown as { nodes: { key: string }[] }).nodes.map(({ key }) => key);

it('does what is asked twice under one key once, and records every edit once', async () => {
  const asked = drafts.flatMap((draft, index) =>
    [0, 1].map(() => persist(() => post(`edit ${index}`, draft, `Keyed ${index}.`))),
  );
  const answers = await Promise.all(asked);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const edits = await editsOf(drafts);
  expect(edits).toEqual(drafts.map((_, index) => 1 + (index % 4 === 3 ? 0 : 1) + (index === 0 ? COUNT + 1 : 0)));
  await until(async () => isDeepStrictEqual(await auditedOf(drafts), edits));
  await until(async () => isDeepStrictEqual(await contributionsOf(drafts), edits));
});

it('does not wait for a change request that another edit has locked', async () => {
  const [held, ...others] = drafts as [DraftCaller, ...DraftCaller[]];
  const db = world.platform.services.content.app.get(Database);
  const edited: string[] = [];
  // An edit that waits for the held one may get 503, and is then repeated.
  const edit = async (draft: DraftCaller): Promise<void> => {
    const { status } = await draft.tryEdit(update(home.id, 'Edited while one was held.'));
    if (status === 503) return edit(draft);
    expect(status).toBe(200);
    edited.push(idOf(draft));
  };
  const waiting = await db.transaction(async () => {
    await db.query(`select 1 from branch where id = $1 for update`, [idOf(held)]);
    const late = edit(held);
    await Promise.all(others.map(edit));
    return { late };
  });
  expect(edited).toHaveLength(others.length);
  await waiting.late;
  expect(await held.markdown(home.id)).toContain('Edited while one was held.');
});

async function editsOf(all: DraftCaller[]): Promise<number[]> {
  const db = world.platform.services.content.app.get(Database);
  const rows = await db.query<{ id: string; edits: number }>(`select id, edits from branch where id <> 'main'`);
  return all.map((draft) => rows.find(({ id }) => id === idOf(draft))!.edits);
}

async function contributionsOf(all: DraftCaller[]): Promise<number[]> {
  const db = world.platform.services['change-requests'].app.get(Database);
  const rows = await db.query<{ id: string; edits: number }>(
    `select change_request_id as id, sum(edits)::integer as edits from edit_contribution group by 1`,
  );
  return all.map((draft) => rows.find(({ id }) => id === idOf(draft))?.edits ?? 0);
}

/** How many edits of each the audit log of the organization holds. */
async function auditedOf(all: DraftCaller[]): Promise<number[]> {
  const { items } = await world.api.expect<Page<AuditEvent>>('listAuditEventsInOrganizationById', {
    token: world.admin.token,
    params: { organizationId: world.organization },
    query: { action: 'updateChangeRequestContent', limit: 1000 },
  });
  return all.map((draft) => items.filter(({ target }) => target.id === idOf(draft)).length);
}
