import type { AuditEvent, AuditEventWithPayload, Organization, Page, UserAPIToken } from '@bindery/contracts';
import {
  Browser,
  callback,
  codeOf,
  mailsTo,
  nextMail,
  OAuthClient,
  type TestUser,
  post,
  until,
  withQuery,
} from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';
import { attributeOf, elements, textOf } from '../web/web-world';
import { Agent, agentWith } from './connect';

let world: TestOrganization;
let user: TestUser;
let client: OAuthClient;

beforeAll(async () => {
  world = await createTestOrganization();
  user = await world.records.user({ [world.organization]: 'edit', [world.other]: 'read' });
  client = await OAuthClient.register(world, user.email);
});
afterAll(() => world.close());

const me = (token: string) => world.api.call<{ id: string }>('getAuthenticatedUser', { token });
/** Why grants of the user ended, by the audit log. */
async function reasons(): Promise<(string | undefined)[]> {
  const [token, params] = [world.admin.token, { organizationId: world.organization }];
  const query = { action: 'revokeAgent', actor: user.id };
  const { items } = await world.api.expect<Page<AuditEvent>>('listAuditEventsInOrganizationById', {
    ...{ token, params, query },
  });
  const whole = items.map(({ id: auditEventId }) =>
    world.api.expect<AuditEventWithPayload>('getAuditEventInOrganizationById', {
      ...{ token, params: { ...params, auditEventId } },
    }),
  );
  return (await Promise.all(whole)).map(({ payload }) => payload.reason);
}

/** The token in the user's list of tokens. */
async function listedAs(token: string): Promise<UserAPIToken> {
  const { items } = await world.api.expect<Page<UserAPIToken>>('listUserTokens', { token: user.token });
  return items.find(({ hint }) => token.endsWith(hint.split('…')[1]!))!;
}

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
  ['a scheme that is no domain name', { redirect_uris: ['program://back'] }],
  ['plain http', { redirect_uris: ['http://client.example/back'] }],
  ['a name that only begins with that of the machine', { redirect_uris: ['http://localhost.example/back'] }],
  ['a fragment', { redirect_uris: ['https://client.example/back#x'] }],
  ['a user', { redirect_uris: ['https://bindery.test@client.example/back'] }],
  ['one bad among good', { redirect_uris: [callback, 'file:///etc/passwd'] }],
  ['eleven', { redirect_uris: Array(11).fill(callback) }],
])('registers no OAuth client with %s', async (_, json) => {
  expect(errorOf(await post(world, '/oauth/register', { json }))).toEqual([400, 'invalid_redirect_uri']);
});

it('registers OAuth clients with a scheme of their own, and gives no client a secret', async () => {
  const json = { redirect_uris: ['cursor://anysphere/back'], token_endpoint_auth_method: 'client_secret_post' };
  const { status, body } = await post<object>(world, '/oauth/register', { json });
  expect(status).toBe(201);
  expect(body).toMatchObject({ token_endpoint_auth_method: 'none', client_name: 'Unnamed OAuth client' });
  expect(body).not.toHaveProperty('client_secret');
});

describe('the page at which a user decides', () => {
  it('says which OAuth client asks, where the answer goes, what it may do, and in which organizations', async () => {
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
    ['an OAuth client that nobody knows', { client_id: 'nobody' }],
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

  it('lets an OAuth client on the machine listen at any port', async () => {
    const parameters = client.parameters({ redirect_uri: callback.replace('33418', '50000') });
    expect((await client.open(parameters)).status).toBe(200);
  });

  it.each([
    ['no challenge', { code_challenge: '' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
    ['scopes that nobody knows', { scope: 'everything' }, 'invalid_scope'],
    ['another server', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
  ])('tells the user, and once they decided the OAuth client, that it asks with %s', async (_, more, error) => {
    const shown = await client.open(client.parameters(more));
    expect([shown.status, shown.headers.get('location')]).toEqual([400, null]);
    expect(await shown.text()).toContain('Test agent sent a request that is not valid');
    const answer = await client.decide({}, client.parameters(more));
    const to = new URL(answer.headers.get('location') ?? 'about:blank');
    expect([answer.status, to.origin + to.pathname]).toEqual([303, callback]);
    expect(to.searchParams.get('state')).toBe('some state');
    expect(to.searchParams.get('iss')).toBe('http://bindery.test');
    // The scopes are those that the user chose.
    expect(to.searchParams.get('error')).toBe(error === 'invalid_scope' ? null : error);
    expect(to.searchParams.has('code')).toBe(error === 'invalid_scope');
  });

  it('says which parameter is too long, or holds U+0000', async () => {
    for (const more of [{ state: 'x'.repeat(2_049) }, { state: 'a\0b' }, { client_id: 'a\0b' }] as Record<
      string,
      string
    >[]) {
      const answer = await client.open(client.parameters(more));
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
      expect(await answer.text()).toContain(`${Object.keys(more)[0]!} must be `);
    }
  });

  it('counts only when the platform itself shows it', async () => {
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

  it('reports to the OAuth client that the user denied', async () => {
    const to = new URL((await client.decide({ decision: 'deny' })).headers.get('location')!);
    expect([to.searchParams.get('error'), to.searchParams.get('state')]).toEqual(['access_denied', 'some state']);
  });

  it('answers behind the query that the OAuth client registered', async () => {
    const parameters = client.parameters({ redirect_uri: withQuery });
    const answered = async (decision: string) =>
      (await client.decide({ decision }, parameters)).headers.get('location')!.split(withQuery)[1];
    expect(await answered('deny')).toMatch(/^&error=access_denied&error_description=[\w+]+&state=some\+state&iss=/);
    expect(await answered('allow')).toMatch(/^&code=\w+&state=some\+state&iss=/);
  });

  it('lets an OAuth client into organizations of the user alone, and for something', async () => {
    const stranger = await world.records.organization('Elsewhere');
    expect((await client.decide({ organization: stranger })).status).toBe(403);
    expect((await client.decide({ may_read: '', may_propose: '' })).status).toBe(400);
  });
});

describe('tokens', () => {
  it('act for the user in the one organization, with the scopes, and in the name of the OAuth client', async () => {
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

  it('come for no code of another OAuth client', async () => {
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
    await until(async () => (await reasons()).includes('A code came a second time'));
  });

  it('come once when a code comes many times at once', async () => {
    const code = await client.code();
    const answers = await Promise.all([...Array(8)].map(() => client.exchange(code)));
    const made = answers.filter(({ status }) => status === 200);
    expect(made.length).toBeLessThanOrEqual(1);
    for (const { body } of made) await until(async () => (await me(body.access_token)).status === 401);
  });

  it('end when a refresh token comes many times at once', async () => {
    const { refresh_token: token } = await client.tokens();
    const answers = await Promise.all([...Array(8)].map(() => client.refresh(token)));
    const made = answers.filter(({ status }) => status === 200);
    expect(made.length).toBeLessThanOrEqual(1);
    for (const { body } of made) {
      await until(async () => (await me(body.access_token)).status === 401);
      expect(errorOf(await client.refresh(body.refresh_token))).toEqual([400, 'invalid_grant']);
    }
    await until(async () => (await reasons()).includes('A refresh token came a second time'));
  });

  it('make no other tokens, with any scopes', async () => {
    const { access_token: token } = await client.tokens({ may_merge: 'yes', may_manage: 'yes' });
    const { status, body } = await world.api.call<{ error: { message: string } }>('createUserToken', {
      ...{ token, body: { label: 'Mine' } },
    });
    expect([status, body.error.message]).toEqual([403, 'An OAuth client cannot create API tokens']);
  });

  it('are asked for with the address of the platform, or none', async () => {
    const code = await client.code();
    const elsewhere = { resource: 'https://evil.example/mcp' };
    expect(errorOf(await client.exchange(code, elsewhere))).toEqual([400, 'invalid_target']);
    expect((await client.exchange(code, { resource: 'http://bindery.test/mcp' })).status).toBe(200);
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

  it('get no further scopes by a refresh token, and go to no other OAuth client', async () => {
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

  it('are revoked by the OAuth client, by either of them, and by no other OAuth client', async () => {
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
    const listed = await listedAs(made.access_token);
    expect(listed).toMatchObject({ agent: 'Test agent', scopes: ['read', 'propose'] });
    await world.api.expect('deleteUserToken', { token: user.token, params: { tokenId: listed.id } });
    await until(async () => (await me(made.access_token)).status === 401);
    expect(errorOf(await client.refresh(made.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('are ended under the id that the user saw before the OAuth client refreshed them', async () => {
    const made = await client.tokens();
    const { id: tokenId } = await listedAs(made.access_token);
    const { body: second } = await client.refresh(made.refresh_token);
    expect((await listedAs(second.access_token)).id).toBe(tokenId);
    await world.api.expect('deleteUserToken', { token: user.token, params: { tokenId } });
    await until(async () => (await me(second.access_token)).status === 401);
    expect(errorOf(await client.refresh(second.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('are ended by the user while the OAuth client refreshes them', async () => {
    for (let round = 0; round < 5; round++) {
      const made = await client.tokens();
      const { id: tokenId } = await listedAs(made.access_token);
      const [{ body }] = await Promise.all([
        client.refresh(made.refresh_token),
        world.api.expect('deleteUserToken', { token: user.token, params: { tokenId } }),
      ]);
      for (const token of [made.refresh_token, body.refresh_token ?? 'none'])
        expect(errorOf(await client.refresh(token))).toEqual([400, 'invalid_grant']);
    }
  });

  it('open nothing in an organization that lets no OAuth clients in', async () => {
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
    const leaving = await world.records.user({ [world.organization]: 'edit' });
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
  [{ grant_type: 'refresh_token', client_id: 'a\0b', refresh_token: 'x' }, 'invalid_request'],
])('refuses %j', async (form, error) => {
  const answer = await post<object>(world, '/oauth/token', { form: form as Record<string, string> });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(errorOf(answer)[1]).toBe(error);
});

it('makes room for a new OAuth client by deleting those without a grant, in any order of registration', async () => {
  const { records } = world;
  const busy = "(select lpad(n::text, 4, '0') as n from generate_series(1, 120) n) s";
  await records.query(`insert into oauth_client (id, name, redirect_uris, last_used_at)
    select 'busy' || n, 'Busy', '{https://client.example/}', now() - interval '9 days' from ${busy}
    union all values ('idle', 'Idle', '{https://client.example/}'::text[], now() - interval '2 days'),
      ('over', 'Over', '{https://client.example/}', now() - interval '2 days')`);
  await records.query(
    `insert into oauth_grant (id, client_id, user_id, organization_id, scopes, vouched)
     select 'grant' || n, 'busy' || n, $1, $2, '{read}'::text[], false from ${busy}
     union all values ('grantover', 'over', $1, $2, '{read}'::text[], false)`,
    [user.id, world.organization],
  );
  await records.query(`insert into oauth_refresh (hash, grant_id, expires_at)
    select repeat('0', 60) || n, 'grant' || n, now() + interval '1 day' from ${busy}
    union all values (repeat('1', 64), 'grantover', now() - interval '1 hour')`);
  await OAuthClient.registered(world);
  const left = await records.query<{ count: number; idle: number }>(
    `select count(*) filter (where id like 'busy%')::int as count, count(*) filter (where id in ('idle', 'over'))::int as idle
     from oauth_client`,
  );
  expect(left).toEqual([{ count: 120, idle: 0 }]);
  await records.query(`delete from oauth_client where id like 'busy%'`);
});

it('keeps no more OAuth clients that have nothing than a flood of them leaves', async () => {
  const { records } = world;
  await records.query(`insert into oauth_client (id, name, redirect_uris, last_used_at)
    select 'flood' || n, 'Flood', '{https://client.example/}', now() - interval '1 hour' from generate_series(1, 10001) n
    union all values ('before', 'Before', '{https://client.example/}'::text[], now() - interval '2 hours')`);
  await OAuthClient.registered(world);
  const [left] = await records.query<{ count: number }>(
    `select count(*)::int as count from oauth_client where id = 'before'`,
  );
  expect(left!.count).toBe(0);
  await records.query(`delete from oauth_client where id like 'flood%'`);
});
