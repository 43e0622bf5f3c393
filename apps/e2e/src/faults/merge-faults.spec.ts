import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeRequest, MergeResult, Page, Revision, Space } from '@bindery/contracts';
import { BenchPlatform, HttpError, Progress, type ApiClient } from '@bindery/tools';
import { eventually, pidOf, within } from './kill';
import { seededRandom } from './seeded-random';

/** Processes of their own, as `npm start` runs them, and killed as a machine would kill them. */
const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);
const victims = ['content', 'change-requests', 'nats', 'postgres'] as const;
const rounds = victims.flatMap((victim) => Array.from({ length: long ? 10 : 1 }, (_, n) => [victim, n + 1] as const));
/** Milliseconds in which a merge may be anywhere, before it begins and after it ended included. */
const spread = 60;

jest.setTimeout(4 * within);

const random = seededRandom(seed);
let platform: BenchPlatform;
let api: ApiClient;
let space: string;

beforeAll(async () => {
  platform = await BenchPlatform.start(new Progress({ write: () => true }));
  api = platform.api;
  space = (await api.post<Space>(`/orgs/${platform.developer.organization}/spaces`, { title: 'Merged' })).id;
});
afterAll(() => platform.stop());

it.each(rounds)('kill -9 of %s during a merge leaves it done or not done (round %i)', async (victim, round) => {
  const title = `${victim} ${round}`;
  const { id } = await eventually(() =>
    api.post<ChangeRequest>(`/spaces/${space}/change-requests`, { subject: title }),
  );
  const path = `/spaces/${space}/change-requests/${id}`;
  const change = { operation: 'insert_page', title, document: { markdown: `Page of ${title}.` } };
  await eventually(() => api.post(`${path}/content`, { changes: [change] }));
  const before = await eventually(current);
  const pid = await pidOf(platform, victim);
  const first = api.post<MergeResult>(`${path}/merge`, {}).catch((error: unknown) => error);
  const after = random() * spread;
  await sleep(after);
  process.kill(pid, 'SIGKILL');
  const answer = await first;
  // Whatever became of it: main is as it was, or holds the page once.
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
  console.log(
    `seed ${seed}: ${victim} killed ${Math.round(after)} ms into a merge: ${seen.id === before.id ? 'not yet' : 'already'} merged, ${answer instanceof Error ? answer.message : 'answered'}`,
  );
});

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
