import type { Page, UserSession } from '@bindery/contracts';
import {
  Browser,
  codeOf,
  createServiceOrganization,
  mailsTo,
  nextMail,
  type SignedInProgram,
  type TestOrganization,
} from '@bindery/testing';

let world: TestOrganization;
beforeAll(async () => void (world = await createServiceOrganization('identity')));
afterAll(() => world.close());

const own = { origin: 'http://bindery.test', 'sec-fetch-site': 'same-origin' };
const get = { ...own, origin: undefined } as unknown as Record<string, string>;

/** A user who signed in with a browser, and with a program. */
async function signIn(email: string, page = true): Promise<{ browser: Browser; secret: string; token: string }> {
  const browser = new Browser(world);
  const before = (await mailsTo(world, email)).length;
  const { json } = await browser.visit<{ signIn: string }>('/sign-in', { form: { email } });
  const form = { signIn: json.signIn, code: codeOf(await nextMail(world, email, before)) };
  const headers = { 'user-agent': 'Browser of a test' };
  const answer = await browser.visit<SignedInProgram>('/sign-in/code', { form, page, headers });
  return { browser, secret: browser.cookies.get('bindery-session') ?? '', token: answer.json.token };
}

interface Call {
  cookie?: string;
  body?: object;
  headers?: Record<string, string | undefined>;
}

async function call<T = unknown>(method: string, path: string, { cookie, body, headers = own }: Call) {
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await fetch(`${world.platform.baseUrl}/v1${path}`, {
    method,
    headers: {
      ...Object.fromEntries(given),
      ...(cookie && { cookie: `bindery-session=${cookie}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : undefined) as T };
}

const person = () => world.records.user({ [world.organization]: 'admin' });

it('calls operations from pages of the platform, as its user', async () => {
  const { id, email } = await person();
  const { secret } = await signIn(email);
  expect((await call<{ id: string }>('GET', '/user', { cookie: secret, headers: get })).body.id).toBe(id);
  const title = 'By a browser';
  const made = await call<{ id: string }>('PUT', `/orgs/${world.organization}/teams`, {
    cookie: secret,
    body: { title },
  });
  expect(made.status).toBe(201);
});

it('does nothing for pages of other sites, nor for programs', async () => {
  const { email } = await person();
  const { secret } = await signIn(email);
  const path = `/orgs/${world.organization}/teams`;
  const title = `Forged ${email}`;
  const foreign: Record<string, string | undefined>[] = [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { ...own, 'sec-fetch-site': 'same-site' },
    { ...own, origin: 'http://bindery.test.evil.example' },
    {},
  ];
  for (const headers of foreign)
    expect([headers, (await call('PUT', path, { cookie: secret, body: { title }, headers })).status]).toEqual([
      headers,
      403,
    ]);
  for (const headers of foreign.slice(0, 5))
    expect([headers, (await call('GET', '/user', { cookie: secret, headers })).status]).toEqual([headers, 401]);
  const teams = await world.api.expect<Page<{ title: string }>>('listTeamsInOrganizationById', {
    token: world.admin.token,
    params: { organizationId: world.organization },
    query: { limit: 1000 },
  });
  expect(teams.items.filter((team) => team.title === title)).toEqual([]);
});

it('lets no script of another origin read what a cookie opens', async () => {
  const { secret } = await signIn((await person()).email);
  for (const origin of ['http://bindery.test', 'https://evil.example']) {
    const response = await fetch(`${world.platform.baseUrl}/v1/user`, {
      headers: { cookie: `bindery-session=${secret}`, origin },
    });
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  }
});

it('is no bearer token, and a token is no session', async () => {
  const { email, token } = await person();
  const { secret } = await signIn(email);
  expect((await world.api.call('getAuthenticatedUser', { token: secret })).status).toBe(401);
  expect((await call('GET', '/user', { cookie: token, headers: get })).status).toBe(401);
  expect(
    (await call('GET', '/user', { cookie: secret, headers: { ...get, authorization: 'Bearer bnd_user_x' } })).status,
  ).toBe(401);
  const program = await signIn(email, false);
  expect(program.secret).toBe('');
  expect((await world.api.call('getAuthenticatedUser', { token: program.token })).status).toBe(200);
});

it('is listed and ended by its user alone', async () => {
  const [somebody, another] = [await person(), await person()];
  const [first, second] = [await signIn(somebody.email), await signIn(somebody.email)];
  const { items, count } = (
    await call<Page<UserSession>>('GET', '/user/sessions', { cookie: second.secret, headers: get })
  ).body;
  expect(count).toBe(2);
  expect(items.map(({ current, label, client }) => ({ current, label, client }))).toEqual([
    { current: true, label: 'Signed in by e-mail', client: 'Browser of a test' },
    { current: false, label: 'Signed in by e-mail', client: 'Browser of a test' },
  ]);
  const sessionId = items[1]!.id;
  const remove = (token: string) => world.api.call('deleteUserSession', { token, params: { sessionId } });
  expect((await remove(another.token)).status).toBe(204);
  expect((await call('GET', '/user', { cookie: first.secret, headers: get })).status).toBe(200);
  expect((await call('DELETE', `/user/sessions/${sessionId}`, { cookie: second.secret })).status).toBe(204);
  expect((await call('GET', '/user', { cookie: first.secret, headers: get })).status).toBe(401);
  expect((await call('GET', '/user', { cookie: second.secret, headers: get })).status).toBe(200);
});

it('ends by signing out', async () => {
  const { browser, secret } = await signIn((await person()).email);
  await browser.visit('/app/sign-out', { form: {}, headers: own });
  expect((await call('GET', '/user', { cookie: secret, headers: get })).status).toBe(401);
});

it('lives on while it is used, up to a last day, and ends when it is not', async () => {
  const { id, email } = await person();
  const { secret } = await signIn(email);
  const change = (set: string) => world.records.query(`update session set ${set} where user_id = $1`, [id]);
  const left = async () => {
    const rows = await world.records.query<{ days: number }>(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days from session where user_id = $1`,
      [id],
    );
    return rows[0]!.days;
  };
  const use = async () => {
    // The gateway keeps principals for less than a second.
    await new Promise((resolve) => setTimeout(resolve, 900));
    return (await call('GET', '/user', { cookie: secret, headers: get })).status;
  };
  expect(await left()).toBe(14);
  await change(`last_used_at = now() - interval '5 days', expires_at = now() + interval '9 days'`);
  expect(await use()).toBe(200);
  expect(await left()).toBe(14);
  await change(`last_used_at = now() - interval '5 days', ends_at = now() + interval '3 days'`);
  expect(await use()).toBe(200);
  expect(await left()).toBe(3);
  await change(`expires_at = now() - interval '1 second'`);
  expect(await use()).toBe(401);
});

it('is not in a list of tokens, and its secret is stored nowhere', async () => {
  const { id, email, token } = await person();
  const { secret } = await signIn(email);
  expect((await world.api.expect<Page<object>>('listUserTokens', { token })).items).toHaveLength(1);
  const rows = await world.records.query<{ row: string }>(
    `select s::text as row from session s where user_id = $1 union all select a::text from audit_event a where actor = $1`,
    [id],
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ row }) => row).join()).not.toContain(secret);
});
