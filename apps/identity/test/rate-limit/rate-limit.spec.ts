import { createHash } from 'node:crypto';
import { startServiceOrganization, type TestUser, type ServiceOrganization } from '@bindery/testing';

let world: ServiceOrganization;
let second: string;

beforeAll(async () => {
  world = await startServiceOrganization('identity', {
    settings: {
      RATE_LIMIT: 'on',
      RATE_LIMIT_TOKEN: '100',
      RATE_LIMIT_ADDRESS: '40',
      RATE_LIMIT_SEARCH: '5',
      RATE_LIMIT_USER: '150',
      RATE_LIMIT_ORGANIZATION: '400',
    },
  });
  second = await world.platform.addGateway();
});
afterAll(() => world.close());

const get = (path: string, token?: string, baseUrl = world.platform.baseUrl) =>
  fetch(`${baseUrl}/v1${path}`, { headers: { ...(token && { authorization: `Bearer ${token}` }) } });

/** A user in an organization of their own. */
const person = async (): Promise<TestUser> =>
  world.records.user({ [await world.records.organization('Alone')]: 'read' });

/** The answers to calls, of which 100 run at once: of more, a gateway on a busy machine rejects some with 503. */
async function answersOf(count: number, call: (index: number) => Promise<Response>): Promise<Response[]> {
  const answers: Response[] = [];
  let next = 0;
  const caller = async () => {
    for (let i = next++; i < count; i = next++) answers[i] = await call(i);
  };
  await Promise.all(Array.from({ length: 100 }, caller));
  return answers;
}

/** How many answers had each status. */
function counted(answers: Response[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

it('says how much is left, and when there is more', async () => {
  const { token } = await person();
  const now = Date.now() / 1000;
  const [first, next] = [await get('/user', token), await get('/user', token)];
  expect(first.headers.get('x-ratelimit-limit')).toBe('100');
  expect([first, next].map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['99', '98']);
  const reset = Number(first.headers.get('x-ratelimit-reset'));
  expect(reset).toBeGreaterThan(now);
  expect(reset).toBeLessThanOrEqual(now + 62);
  expect(Number.isInteger(reset)).toBe(true);
});

it('counts a request however its address is spelled', async () => {
  const { token } = await person();
  const remaining = async (url: string) =>
    (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).headers.get('x-ratelimit-remaining');
  expect(await remaining(`${world.platform.baseUrl}/v1/user`)).toBe('99');
  expect(await remaining(`${world.platform.baseUrl}/%761/user`)).toBe('98');
});

it('admits exactly the limit of a token through two gateways, with few shared writes', async () => {
  const { token } = await person();
  const before = await leases();
  const answers = await answersOf(300, (i) => get('/user', token, i % 2 ? second : undefined));
  expect(counted(answers)).toEqual({ 200: 100, 429: 200 });
  const refused = answers.find(({ status }) => status === 429)!;
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
  expect(await refused.json()).toMatchObject({ error: { code: 429 } });
  const shared = (await leases()) - before;
  expect(shared).toBeGreaterThanOrEqual(20);
  // Those of the user and of the organization are larger, and so fewer: 13 and 5 of 8 and 20 each, and one a gateway.
  expect(shared).toBeLessThanOrEqual(45);
});

it('leaves to other replicas all but one lease of a replica that is idle', async () => {
  const { token } = await person();
  expect((await get('/user', token, second)).status).toBe(200);
  const answers = await answersOf(200, () => get('/user', token));
  expect(counted(answers)).toEqual({ 200: 95, 429: 105 });
});

it('counts each token for itself, and another address’s worth for callers without a valid one', async () => {
  const [one, other] = [await person(), await person()];
  await answersOf(101, () => get('/user', one.token));
  expect((await get('/user', one.token)).status).toBe(429);
  expect((await get('/user', other.token)).status).toBe(200);
  const answers = await answersOf(60, (i) => get('/user', i % 2 ? undefined : `bnd_user_${i}`));
  expect(counted(answers)).toEqual({ 401: 40, 429: 20 });
  expect((await get('/user', other.token)).status).toBe(200);
});

it('counts a user once more, with all tokens and sessions together', async () => {
  const { id, token } = await person();
  const second = await world.records.token(id);
  const many = (by: string) => answersOf(100, () => get('/user', by));
  expect(counted(await many(token))).toEqual({ 200: 100 });
  expect(counted(await many(second))).toEqual({ 200: 50, 429: 50 });
  expect((await get('/user', await world.records.token(id))).status).toBe(429);
});

it('counts the requests to an organization, of which refused ones and those of strangers use nothing up', async () => {
  const organization = await world.records.organization('Busy');
  const path = `/orgs/${organization}`;
  const many = async (by: string) => counted(await answersOf(120, () => get(path, by)));
  const stranger = await person();
  expect(await many(stranger.token)).toEqual({ 404: 100, 429: 20 });
  for (let i = 0; i < 4; i++)
    expect(await many((await world.records.user({ [organization]: 'read' })).token)).toEqual({ 200: 100, 429: 20 });
  const fifth = await world.records.user({ [organization]: 'read' });
  expect((await get(path, fifth.token)).status).toBe(429);
  expect((await get('/user', stranger.token)).status).toBe(429);
  expect((await get('/user', (await person()).token)).status).toBe(200);
});

it('counts a request whose path names no organization for the only one of its caller, or else for its user alone', async () => {
  const [busy, other] = [await world.records.organization('Busy'), await world.records.organization('Other')];
  const many = async (path: string, token: string) => counted(await answersOf(100, () => get(path, token)));
  const inBoth = await world.records.user({ [busy]: 'read', [other]: 'read' });
  const confined = await world.records.token(inBoth.id);
  const hash = createHash('sha256').update(confined).digest('hex');
  await world.records.query('update identity.api_token set organization_id = $1 where hash = $2', [busy, hash]);
  for (let i = 0; i < 3; i++)
    expect(await many('/user', (await world.records.user({ [busy]: 'read' })).token)).toEqual({ 200: 100 });
  // A token that is good in one organization counts there, although its user is in two.
  expect(await many('/user', confined)).toEqual({ 200: 100 });
  expect((await get('/user', (await world.records.user({ [busy]: 'read' })).token)).status).toBe(429);
  // Requests that name no organization are limited by the token and the user.
  expect(await many('/user', inBoth.token)).toEqual({ 200: 50, 429: 50 });
  expect(
    (await get(`/orgs/${busy}`, (await world.records.user({ [busy]: 'read', [other]: 'read' })).token)).status,
  ).toBe(429);
});

it('is stricter with searches, with any token of a user', async () => {
  const organization = await world.records.organization('Searched');
  const { id, token } = await world.records.user({ [organization]: 'read' });
  const search = (by = token) => get(`/orgs/${organization}/search?query=home`, by);
  const answers = [];
  for (let i = 0; i < 7; i++) answers.push(await search());
  expect(counted(answers)).toEqual({ 200: 5, 429: 2 });
  expect(answers[0]!.headers.get('x-ratelimit-limit')).toBe('5');
  expect((await search(await world.records.token(id))).status).toBe(429);
  for (const questions of ['questions', 'questions/stream'])
    expect((await get(`/orgs/${organization}/ask/${questions}`, token)).status).toBe(429);
  expect((await get('/user', token)).status).toBe(200);
});

it('leaves health and documents alone', async () => {
  const answers = await answersOf(60, (i) => fetch(`${world.platform.baseUrl}${i % 2 ? '/livez' : '/openapi.json'}`));
  expect(counted(answers)).toEqual({ 200: 60 });
});

/** Leases that identity has handed out so far, by its own count: each is one shared write. */
async function leases(): Promise<number> {
  const metrics = await world.platform.service.service.metrics.registry.metrics();
  return Number(
    /^bindery_operation_seconds_count\{[^}]*operation="leaseAllowance"[^}]*\} (\d+)$/m.exec(metrics)?.[1] ?? 0,
  );
}
