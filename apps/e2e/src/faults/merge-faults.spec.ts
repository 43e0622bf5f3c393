import type { ChangeRequest, MergeResult, Page, Revision, Space } from '@bindery/contracts';
import { HttpError, type ApiClient } from '@bindery/command-line';
import { seededRandom } from '@bindery/testing';
import { eventually, within } from './kill';
import { Steps } from './steps';
import { TappedPlatform } from './tapped-platform';

/** Processes of their own, as `npm start` runs them, and killed as a machine would kill them. */
const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);
const victims = ['content', 'change-requests', 'nats', 'postgres'] as const;
/** Where to begin and to end in the long form, to look at some steps only. */
const [first = 1, last = Infinity] = (process.env.BINDERY_STEPS ?? '').split('-').filter(Boolean).map(Number);

jest.setTimeout(long ? 4 * 3_600_000 : 4 * within);

/** The operation of a merge. */
const operation = 'mergeChangeRequest';

const random = seededRandom(seed);
let tapped: TappedPlatform;
let api: ApiClient;
let space: string;
/** The steps of a merge that nothing disturbs. */
let steps: readonly string[];

beforeAll(async () => {
  tapped = await TappedPlatform.start();
  api = tapped.platform.api;
  const { organization } = tapped.platform.developer;
  // A process of the platform may still come back from its start on a machine that is busy.
  space = (await eventually(() => api.post<Space>(`/orgs/${organization}/spaces`, { title: 'Merged' }))).id;
  // Warms up statements that are prepared once a connection, before steps are counted.
  for (const title of ['first', 'second']) steps = await undisturbed(title);
});
afterAll(() => tapped?.stop());

/** The steps of a merge without faults. */
async function undisturbed(title: string): Promise<readonly string[]> {
  const { id, path } = await proposed(title);
  const watched = new Steps(tapped.statements, id, operation);
  await tapped.observed(watched, () => api.post(`${path}/merge`, {}));
  return watched.seen;
}

it('knows the steps of a merge', () => {
  const sent = (text: string) => steps.some((step) => step.toLowerCase().includes(text));
  for (const text of [
    'to nats: rpc.change-requests.mergechangerequest',
    'to postgres: insert into branch_work',
    'to nats: rpc.content.mergebranch',
    'to postgres: update branch set merged',
    'to postgres: insert into outbox',
    'to postgres: commit',
    'to postgres: update change_request set',
    'from nats: _inbox',
  ])
    expect([text, sent(text)]).toEqual([text, true]);
});

if (long) {
  it('is done or not done, when any process is killed at any step', async () => {
    for (let step = first; step <= Math.min(last, steps.length); step++)
      for (const victim of victims) await killAt(victim, step);
  });
} else {
  // Those that take part in a merge; all four are in the long form.
  it.each(victims.slice(0, 2))('is done or not done when %s is killed at a step', async (victim) => {
    // The last steps are partly those of the background, and not every merge comes to as many.
    const anyStep = () => 1 + Math.floor(random() * steps.length * 0.75);
    let killed = false;
    for (let attempt = 0; attempt < 5 && !killed; attempt++) killed = await killAt(victim, anyStep(), attempt);
    expect(killed).toBe(true);
  });
}

/** Kills a part when a merge comes to a step: between what was said and what is heard of it. Answers whether it came there. */
async function killAt(victim: (typeof victims)[number], step: number, attempt = 0): Promise<boolean> {
  const title = `${victim} ${step} ${attempt}`;
  const { id, path } = await proposed(title);
  const before = await eventually(current);
  let killed = false;
  const watched = new Steps(tapped.statements, id, operation, step, async () => {
    process.kill(await tapped.pidOf(victim), 'SIGKILL');
    killed = true;
  });
  const answer = await tapped.observed(watched, () =>
    api.post<MergeResult>(`${path}/merge`, {}).catch((error: unknown) => error),
  );
  console.log(`seed ${seed}: ${victim} ${killed ? 'killed' : 'not killed'} at step ${step}, ${watched.seen.at(-1)}`);
  // After any outcome, main is as it was, or holds the page once.
  const seen = await eventually(current);
  if (seen.id !== before.id) expectMerged(seen, before, title);
  const again = await eventually(() => merge(path));
  if (again !== merged) expect(again.result).toBe('merge');
  const now = await eventually(current);
  expectMerged(now, before, title);
  for (const answered of [answer, again]) if (isResult(answered)) expect(answered.revision).toBe(now.id);
  const request = await eventually(async () => {
    const found = await api.get<ChangeRequest>(path);
    return found.status === 'merged' ? found : undefined;
  });
  expect(request).toMatchObject({ revisionMerged: now.id, outdated: false });
  const { items } = await eventually(() =>
    api.get<Page<ChangeRequest>>(`/spaces/${space}/change-requests?status=merged&limit=1000`),
  );
  expect(items.filter(({ subject }) => subject === title)).toHaveLength(1);
  return killed;
}

/** A change request that adds a page of this title. */
async function proposed(title: string): Promise<{ id: string; path: string }> {
  const { id } = await eventually(() =>
    api.post<ChangeRequest>(`/spaces/${space}/change-requests`, { subject: title }),
  );
  const path = `/spaces/${space}/change-requests/${id}`;
  const change = { operation: 'insert_page', title, document: { markdown: `Page of ${title}.` } };
  await eventually(() => api.post(`${path}/content`, { changes: [change] }));
  // Background work of the edit is no step of the merge.
  await eventually(async () => (await api.get<Page<object>>(`${path}/contributors`)).items[0]);
  return { id, path };
}

const merged = 'merged' as const;
const isResult = (answer: unknown): answer is MergeResult =>
  typeof answer === 'object' && answer !== null && 'revision' in answer;

/** The answer to a merge; a change request that is merged already says so. */
async function merge(path: string): Promise<MergeResult | typeof merged> {
  try {
    return await api.post<MergeResult>(`${path}/merge`, {});
  } catch (error) {
    if (error instanceof HttpError && error.status === 409 && error.message.includes(merged)) return merged;
    throw error;
  }
}

/** One revision after `before`, with the page once more than it had it. */
function expectMerged(revision: Revision, before: Revision, title: string): void {
  expect(revision).toMatchObject({ type: 'merge', parents: [before.id, expect.any(String) as string] });
  expect(revision.pages.map((page) => page.title).sort()).toEqual(
    [...before.pages.map((page) => page.title), title].sort(),
  );
}

const current = (): Promise<Revision> => api.get<Revision>(`/spaces/${space}/content`);
