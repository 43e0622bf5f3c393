import type { AuditEvent, Organization, Page, UserAPIToken } from '@bindery/contracts';
import { until, type Person } from '@bindery/testing';
import { Browser } from '../sign-in/browser';
import { codeOf, mailsTo, nextMail } from '../sign-in/mails';
import { createWorld, type World } from '../support/world';
import { attributeOf, elements, textOf } from '../web/web-world';
import { Agent, agentWith } from './connect';
import { callback, OAuthClient, post } from './oauth-client';

let world: World;
let user: Person;
let client: OAuthClient;

beforeAll(async () => {
  world = await createWorld();
  user = await world.people.user({ [world.organization]: 'edit', [world.other]: 'read' });
  client = await OAuthClient.register(world, user.email);
});
afterAll(() => world.close());

const me = (token: string) => world.api.call<{ id: string }>('getAuthenticatedUser', { token });
const errorOf = ({ status, body }: { status: number; body: object }) => [status, (body as { error?: string }).error];

it('says where everything is', async () => {
  const at = (path: string) => fetch(`${world.platform.baseUrl}/.well-known/${path}`).then((answer) => answer.json());
  for (const path of ['oauth-protected-resource', 'oauth-protected-resource/mcp'])
    expect(await at(path)).toMatchObject({
      resource: 'http://bindery.test/mcp',
      authorization_servers: ['http://bindery.test'],
    });
  expect(await at('oauth-authorization-server')).toMatchObject({
    issuer: 'http://bindery.test',
    authorization_endpoint: 'http://bindery.test/oauth/authorize',
    token_endpoint: 'http://bindery.test/oauth/token',
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  });
});

it.each([
  ['no address', {}],
  ['a script', { redirect_uris: ['javascript://client.example/%0aalert(1)'] }],
  ['data', { redirect_uris: ['data:text/html,x'] }],
  ['plain http', { redirect_uris: ['http://client.example/back'] }],
  ['a name that only begins with that of the machine', { redirect_uris: ['http://localhost.example/back'] }],
  ['a fragment', { redirect_uris: ['https://client.example/back#x'] }],
  ['a user', { redirect_uris: ['https://bindery.test@client.example/back'] }],
  ['one bad among good', { redirect_uris: [callback, 'file:///etc/passwd'] }],
  ['eleven', { redirect_uris: Array(11).fill(callback) }],
])('registers no program with %s', async (_, json) => {
  expect(errorOf(await post(world, '/oauth/register', { json }))).toEqual([400, 'invalid_redirect_uri']);
});

it('registers programs with a scheme of their own, and gives nobody a secret', async () => {
  const json = { redirect_uris: ['cursor://anysphere/back'], token_endpoint_auth_method: 'client_secret_post' };
  const { status, body } = await post<object>(world, '/oauth/register', { json });
  expect(status).toBe(201);
  expect(body).toMatchObject({ token_endpoint_auth_method: 'none', client_name: 'A program without a name' });
  expect(body).not.toHaveProperty('client_secret');
});

describe('the page at which a user decides', () => {
  it('says which program asks, where the answer goes, what it may do, and in which organizations', async () => {
    const answer = await client.open(client.parameters({ scope: 'read propose merge manage' }));
    const page = await answer.text();
    expect(answer.status).toBe(200);
    for (const word of ['Test agent', '127.0.0.1:33418', 'First', 'Other']) expect(page).toContain(word);
    const boxes = elements(page, 'input', 'type').filter(({ attrs }) =>
      attrs.some(({ value }) => value === 'checkbox'),
    );
    expect(boxes.map(({ attrs }) => attrs.some(({ name }) => name === 'checked'))).toEqual([true, true, false, false]);
    expect(elements(page, 'button').map(textOf)).toEqual(['Allow', 'Deny']);
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' http://127.0.0.1:33418");
    expect(policy).not.toContain('script-src');
  });

  it('asks to sign in first, and comes back', async () => {
    const browser = new Browser(world);
    const query = new URLSearchParams(client.parameters()).toString();
    const { status, headers } = await browser.visit(`/oauth/authorize?${query}`, { page: true });
    expect([status, headers.get('location')]).toEqual([303, '/sign-in']);
    const before = (await mailsTo(world, user.email)).length;
    const { json } = await browser.visit<{ signIn: string }>('/sign-in', { form: { email: user.email } });
    const form = { signIn: json.signIn, code: codeOf(await nextMail(world, user.email, before)) };
    const page = await browser.visit('/sign-in/code', { form, page: true });
    const [back] = elements(page.text, 'a', 'href').map((link) => attributeOf(link, 'href')!);
    expect(back).toContain('/oauth/authorize?');
    expect((await browser.visit(back!, { page: true })).text).toContain('Test agent');
  });

  it.each([
    ['an address that is not registered', { redirect_uri: 'https://evil.example/' }],
    ['another path', { redirect_uri: 'http://127.0.0.1:33418/other' }],
    ['another machine', { redirect_uri: 'http://127.0.0.2:33418/callback' }],
    ['a user in front of the machine', { redirect_uri: 'http://127.0.0.1:33418@evil.example/callback' }],
    ['a longer path', { redirect_uri: 'https://client.example/back/../evil' }],
    ['an address of ours', { redirect_uri: '//evil.example' }],
    ['none', { redirect_uri: '' }],
    ['a program that nobody knows', { client_id: 'nobody' }],
  ])('sends nobody to %s', async (_, more) => {
    for (const answer of [
      await client.open(client.parameters(more)),
      await client.decide({}, client.parameters(more)),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers.get('location')).toBeNull();
      expect(await answer.text()).not.toContain('evil');
    }
  });

  it('lets a program on the machine listen at any port', async () => {
    const parameters = client.parameters({ redirect_uri: callback.replace('33418', '50000') });
    expect((await client.open(parameters)).status).toBe(200);
  });

  it.each([
    ['no challenge', { code_challenge: '' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
    ['scopes that nobody knows', { scope: 'everything' }, 'invalid_scope'],
    ['another server', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
  ])('sends a program back that asks with %s', async (_, more, error) => {
    for (const answer of [
      await client.open(client.parameters(more)),
      await client.decide({}, client.parameters(more)),
    ]) {
      const to = new URL(answer.headers.get('location') ?? 'about:blank');
      expect([answer.status, to.origin + to.pathname]).toEqual([303, callback]);
      if (error !== 'invalid_scope' || to.searchParams.has('error')) {
        expect(to.searchParams.get('error')).toBe(error);
        expect(to.searchParams.get('state')).toBe('some state');
        expect(to.searchParams.get('iss')).toBe('http://bindery.test');
        expect(to.searchParams.has('code')).toBe(false);
      }
    }
  });

  it('counts when the platform itself shows it, and to nobody else', async () => {
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site' },
      {},
    ] as Record<string, string>[]) {
      const answer = await client.decide({}, client.parameters(), headers);
      expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
    }
  });

  it('tells the program that the user denied', async () => {
    const to = new URL((await client.decide({ decision: 'deny' })).headers.get('location')!);
    expect([to.searchParams.get('error'), to.searchParams.get('state')]).toEqual(['access_denied', 'some state']);
  });

  it('lets a program into organizations of the user alone, and for something', async () => {
    const stranger = await world.people.organization('Elsewhere');
    expect((await client.decide({ organization: stranger })).status).toBe(403);
    expect((await client.decide({ may_read: '', may_propose: '' })).status).toBe(400);
  });
});

describe('tokens', () => {
  it('act for the user in the one organization, with the scopes, and in the name of the program', async () => {
    const to = new URL((await client.decide()).headers.get('location')!);
    expect(to.searchParams.get('state')).toBe('some state');
    const { status, body, headers } = await client.exchange(to.searchParams.get('code')!);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'read propose' });
    expect(body.expires_in).toBeGreaterThan(3_500);
    expect((await me(body.access_token)).body.id).toBe(user.id);
    const { items } = await world.api.expect<Page<Organization>>('listOrganizationsForAuthenticatedUser', {
      token: body.access_token,
    });
    expect(items.map(({ id }) => id)).toEqual([world.organization]);
    const space = { token: body.access_token, params: { organizationId: world.organization }, body: { title: 'No' } };
    expect((await world.api.call('createSpace', space)).status).toBe(403);
    expect((await world.api.call('listUserTokens', { token: body.access_token })).status).toBe(403);
    const agent = await agentWith(world.platform.baseUrl, body.access_token, { name: 'Liar' });
    expect((await agent.tools()).map(({ name }) => name)).not.toContain('merge_change_request');
    await agent.expect('list_spaces', { organizationId: world.organization });
    await agent.close();
    const params = { organizationId: world.organization };
    const listed = async (action: string) =>
      (
        await world.api.expect<Page<AuditEvent>>('listAuditEventsInOrganizationById', {
          token: world.admin.token,
          params,
          query: { action },
        })
      ).items;
    await until(async () => (await listed('authorizeAgent')).length > 0);
    await until(async () => (await listed('listSpacesInOrganizationById')).length > 0);
    const [{ id: auditEventId }] = (await listed('listSpacesInOrganizationById')) as [AuditEvent];
    expect(
      await world.api.expect('getAuditEventInOrganizationById', {
        token: world.admin.token,
        params: { ...params, auditEventId },
      }),
    ).toMatchObject({ payload: { agent: 'Test agent' } });
  });

  it.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another address', { redirect_uri: 'https://client.example/back' }, 'invalid_request'],
    ['no address', { redirect_uri: '' }, 'invalid_request'],
  ])('come for no code with %s, which is spent then', async (_, more, error) => {
    const code = await client.code();
    expect(errorOf(await client.exchange(code, more))).toEqual([400, error]);
    expect(errorOf(await client.exchange(code))).toEqual([400, 'invalid_grant']);
  });

  it('come for no code of another program', async () => {
    const other = await OAuthClient.register(world, user.email);
    const code = await client.code();
    expect(errorOf(await other.exchange(code, { code_verifier: client.verifier }))).toEqual([400, 'invalid_grant']);
  });

  it('end when their code comes again', async () => {
    const code = await client.code();
    const { body } = await client.exchange(code);
    expect((await me(body.access_token)).status).toBe(200);
    expect(errorOf(await client.exchange(code))).toEqual([400, 'invalid_grant']);
    await until(async () => (await me(body.access_token)).status === 401);
    expect(errorOf(await client.refresh(body.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('come once when a code comes many times at once', async () => {
    const code = await client.code();
    const answers = await Promise.all([...Array(8)].map(() => client.exchange(code)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('are replaced by a refresh token, and end with all of them when one comes again', async () => {
    const first = await client.tokens();
    const { status, body: second } = await client.refresh(first.refresh_token);
    expect(status).toBe(200);
    expect(second).toMatchObject({ scope: 'read propose' });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    await until(async () => (await me(first.access_token)).status === 401);
    expect((await me(second.access_token)).status).toBe(200);
    expect(errorOf(await client.refresh(first.refresh_token))).toEqual([400, 'invalid_grant']);
    await until(async () => (await me(second.access_token)).status === 401);
    expect(errorOf(await client.refresh(second.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('get no further scopes by a refresh token, and go to no other program', async () => {
    const { refresh_token: token } = await client.tokens({ may_propose: '' });
    const other = await OAuthClient.register(world, user.email);
    expect(errorOf(await other.refresh(token))).toEqual([400, 'invalid_grant']);
    expect(errorOf(await client.refresh(token, { scope: 'read manage' }))[1]).toBe('invalid_scope');
  });

  it('are good for what they are: none is a code, a session or a refresh token', async () => {
    const made = await client.tokens();
    expect(errorOf(await client.exchange(made.access_token))).toEqual([400, 'invalid_grant']);
    expect(errorOf(await client.refresh(made.access_token))).toEqual([400, 'invalid_grant']);
    for (const token of [made.refresh_token, await client.code()]) expect((await me(token)).status).toBe(401);
  });

  it('are revoked by the program, by either of them, and by no other program', async () => {
    const other = await OAuthClient.register(world, user.email);
    for (const which of ['access_token', 'refresh_token'] as const) {
      const made = await client.tokens();
      expect((await other.revoke(made[which])).status).toBe(200);
      expect((await me(made.access_token)).status).toBe(200);
      expect((await client.revoke(made[which])).status).toBe(200);
      await until(async () => (await me(made.access_token)).status === 401);
      expect(errorOf(await client.refresh(made.refresh_token))).toEqual([400, 'invalid_grant']);
    }
    expect((await client.revoke('bnd_user_nothing_0')).status).toBe(200);
  });

  it('are among the API tokens of the user, who ends them there', async () => {
    const made = await client.tokens();
    const { items } = await world.api.expect<Page<UserAPIToken>>('listUserTokens', { token: user.token });
    const listed = items.find(({ hint }) => made.access_token.endsWith(hint.split('…')[1]!))!;
    expect(listed).toMatchObject({ agent: 'Test agent', scopes: ['read', 'propose'] });
    await world.api.expect('deleteUserToken', { token: user.token, params: { tokenId: listed.id } });
    await until(async () => (await me(made.access_token)).status === 401);
    expect(errorOf(await client.refresh(made.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('open nothing in an organization that lets no such programs in', async () => {
    const made = await client.tokens();
    const organizationId = world.organization;
    const set = (agents: boolean) =>
      world.api.expect('updateOrganizationById', {
        token: world.admin.token,
        params: { organizationId },
        body: { agents },
      });
    const get = () => world.api.call('getOrganizationById', { token: made.access_token, params: { organizationId } });
    expect((await get()).status).toBe(200);
    await set(false);
    await until(async () => (await get()).status === 404);
    await expect(client.code()).rejects.toThrow(/403/);
    expect(errorOf(await client.refresh(made.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await (await client.open()).text()).not.toContain('First');
    await set(true);
    await until(async () => (await get()).status === 200);
  });

  it('end with the membership of the user', async () => {
    const leaving = await world.people.user({ [world.organization]: 'edit' });
    const theirs = await OAuthClient.register(world, leaving.email);
    const { access_token: token } = await theirs.tokens();
    const params = { organizationId: world.organization, userId: leaving.id };
    await world.api.expect('removeMemberFromOrganizationById', { token: world.admin.token, params });
    await until(async () => (await world.api.call('getOrganizationById', { token, params })).status === 404);
    await expect(Agent.connect(`${world.platform.baseUrl}/mcp`, {})).rejects.toThrow();
  });
});

it.each([
  [{}, 'invalid_client'],
  [{ grant_type: 'password', username: 'a', password: 'b' }, 'invalid_client'],
  [{ grant_type: 'client_credentials', client_id: 'nobody' }, 'invalid_client'],
])('refuses %j', async (form, error) => {
  const answer = await post<object>(world, '/oauth/token', { form: form as Record<string, string> });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(errorOf(answer)[1]).toBe(error);
});
