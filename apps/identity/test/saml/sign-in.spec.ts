import { execFileSync } from 'node:child_process';
import type { OrganizationMember } from '@bindery/contracts';
import {
  Browser,
  codeOf,
  mailsTo,
  nextMail,
  OAuthClient,
  selfSigned,
  type SignedInProgram,
  visit,
} from '@bindery/testing';
import { IdentityProvider, more, readRequest, xmlenc, type Draft } from './identity-provider';
import { newPerson, SamlWorld } from './saml-world';

let saml: SamlWorld;
beforeAll(async () => void (saml = await SamlWorld.create()));
afterAll(() => saml.close());

const member = (user: string, token = saml.world.admin.token, organizationId = saml.world.organization) =>
  saml.world.api.call<OrganizationMember>('getMemberInOrganizationById', {
    token,
    params: { organizationId, userId: user },
  });

it('sends the browser to the provider with a request and an id of its own, and nothing of an address', async () => {
  const connected = await saml.connect();
  const { headers } = await visit(saml.world, new URL(connected.provider.service.startURL).pathname);
  const location = new URL(headers.get('location')!);
  expect(location.origin + location.pathname).toBe('https://idp.example.com/sso');
  expect(location.searchParams.get('tenant')).toBe('1');
  expect(location.searchParams.get('RelayState')).toMatch(/^[0-9A-Za-z]{22}$/);
  const { acs, audience, id } = await saml.begin(connected);
  expect({ acs, audience }).toEqual({
    acs: connected.provider.service.acsURL,
    audience: connected.provider.service.entityID,
  });
  expect(id).toMatch(/^_\w{22}$/);
});

it('serves its metadata to providers', async () => {
  const { provider } = await saml.connect({ certificate: undefined });
  const { status, text, headers } = await visit(saml.world, new URL(provider.service.entityID).pathname);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('samlmetadata+xml');
  expect(text).toContain(`entityID="${provider.service.entityID}"`);
  expect(text).toContain(`Location="${provider.service.acsURL}"`);
  expect(text).toContain('WantAssertionsSigned="true"');
});

it('makes a new person a member with the provider’s role and team, and knows them again', async () => {
  const { api, admin, organization } = saml.world;
  const team = await api.expect<{ id: string }>('createOrganizationTeam', {
    token: admin.token,
    params: { organizationId: organization },
    body: { title: 'Company people' },
  });
  const connected = await saml.connect({ defaultRole: 'comment', defaultTeam: team.id });
  const person = newPerson('first.example');
  const first = await saml.signIn(connected, person);
  expect(first.status).toBe(200);
  expect(first.json.user).toMatchObject({ email: person.email, displayName: person.displayName });
  const { id } = first.json.user;
  expect((await member(id)).body).toMatchObject({ role: 'comment', sso: true, disabled: false, teams: 1 });
  expect(
    (await api.call('getOrganizationById', { token: first.json.token, params: { organizationId: organization } }))
      .status,
  ).toBe(200);

  // The provider's NameID identifies the person from now on, also with another address.
  const again = await saml.signIn(connected, { ...person, email: 'new@elsewhere.example' });
  expect({ status: again.status, id: again.json.user.id }).toEqual({ status: 200, id });
});

it('gives a token that is good for the organization, and not for the account', async () => {
  const { api } = saml.world;
  const connected = await saml.connect();
  const { json } = await saml.signIn(connected, newPerson('first.example'));
  const { token, user } = json;
  const other = await saml.world.records.token(user.id);
  const [listed, renamed] = [
    await api.call('listUserTokens', { token }),
    await api.call('updateUserById', { token, params: { userId: user.id }, body: { displayName: 'Somebody else' } }),
  ];
  expect([listed.status, renamed.status]).toEqual([403, 403]);
  expect((await api.call('listUserSessions', { token })).status).toBe(403);
  expect((await api.call('createOrganization', { token, body: { title: 'Escaped' } })).status).toBe(403);
  const [held] = await saml.world.records.query<{ end: Date }>(
    `select expires_at as end from api_token where user_id = $1 and organization_id is not null`,
    [user.id],
  );
  const made = await api.expect<{ expiresAt: string }>('createUserToken', { token, body: { label: 'Mine' } });
  expect(made.expiresAt).toBe(held!.end.toISOString());
  const tokens = await api.expect<{ items: { id: string }[] }>('listUserTokens', { token: other });
  for (const { id } of tokens.items) await api.call('deleteUserToken', { token, params: { tokenId: id } });
  expect((await api.call('getAuthenticatedUser', { token: other })).status).toBe(200);
});

it.each<[string, (draft: Draft) => void]>([
  ['the response alone', (draft) => void (draft.sign = ['response'])],
  ['the response and the assertion', (draft) => void (draft.sign = ['assertion', 'response'])],
  [
    'SHA-512',
    ({ signing }) => void Object.assign(signing, { signature: `${more}rsa-sha512`, digest: `${xmlenc}sha512` }),
  ],
  [
    'clocks that are 50 seconds apart',
    ({ assertion }) => void (assertion.notBefore = new Date(Date.now() + 50_000).toISOString()),
  ],
  [
    'an e-mail NameID and no attributes',
    ({ assertion }) => {
      assertion.nameIDFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
      assertion.nameID = assertion.attributes[0]![1]!;
      assertion.attributes = [];
    },
  ],
])('accepts a signature over or with %s', async (_, change) => {
  const answer = await saml.signIn(await saml.connect(), newPerson('first.example'), change);
  expect({ status: answer.status, error: answer.json.error }).toEqual({ status: 200, error: undefined });
});

it('accepts keys on elliptic curves', async () => {
  const idp = new IdentityProvider('https://ec.example.com', selfSigned({ curve: 'prime256v1' }));
  const connected = await saml.connect({}, saml.world.organization, saml.world.admin.token, idp);
  expect((await saml.signIn(connected, newPerson('first.example'))).status).toBe(200);
});

it('answers browsers with pages', async () => {
  const connected = await saml.connect();
  const request = await saml.begin(connected);
  const xml = connected.idp.write(connected.idp.draft(request, newPerson('first.example')));
  const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: request.relayState };
  const path = new URL(connected.provider.service.acsURL).pathname;
  const page = await visit(saml.world, path, { form, page: true });
  expect(page.text).toContain('You are signed in');
  expect(page.headers.getSetCookie().join()).toMatch(
    /bindery-session=bnd_session_\w+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+/,
  );
  const refused = await visit(saml.world, path, { form, page: true });
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('role="alert"');
});

it('leads back to the OAuth client that asked, all of whose tokens end with the session', async () => {
  const { world } = saml;
  const client = await OAuthClient.registered(world);
  const browser = new Browser(world);
  const asked = `/oauth/authorize?${new URLSearchParams(client.parameters()).toString()}`;
  expect((await browser.visit(asked, { page: true })).headers.getSetCookie().join()).toMatch(
    /bindery-next=[^;]+; Path=\/;/,
  );
  const connected = await saml.connect();
  const { headers } = await browser.visit(new URL(connected.provider.service.startURL).pathname);
  const request = readRequest(headers.get('location')!);
  const person = newPerson('first.example');
  const xml = connected.idp.write(connected.idp.draft(request, person));
  const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: request.relayState };
  const page = await browser.visit(new URL(connected.provider.service.acsURL).pathname, { form, page: true });
  expect(page.text).toContain('href="/oauth/authorize?');
  const ends = `update session set ends_at = now() + interval '10 minutes'
    where user_id = (select id from "user" where email = $1) returning ends_at as end`;
  const [session] = await world.records.query<{ end: Date }>(ends, [person.email]);
  const signedIn = client.in(`bindery-session=${browser.cookies.get('bindery-session')!}`);
  const first = await signedIn.tokens();
  const { body: second } = await signedIn.refresh(first.refresh_token);
  for (const { expires_in: seconds } of [first, second]) expect(seconds).toBeLessThanOrEqual(600);
  const kept = await world.records.query<{ end: Date }>(
    `select r.expires_at as end from oauth_refresh r join oauth_grant g on g.id = r.grant_id where g.client_id = $1
     union select expires_at from api_token where grant_id in (select id from oauth_grant where client_id = $1)`,
    [client.id],
  );
  expect(kept).toEqual([session]);
});

describe('an answer counts in the browser that was sent to the provider', () => {
  it('and is not used up elsewhere', async () => {
    const connected = await saml.connect();
    const request = await saml.begin(connected);
    const xml = connected.idp.write(connected.idp.draft(request, newPerson('first.example')));
    const [none, other] = [new Browser(saml.world), new Browser(saml.world)];
    await other.visit(new URL(connected.provider.service.startURL).pathname);
    for (const browser of [none, other]) {
      const { status, json } = await saml.post(connected, xml, request.relayState, browser);
      expect([status, json.error.message]).toEqual([403, expect.stringContaining('a request of this browser')]);
    }
    expect((await saml.post(connected, xml, request.relayState)).status).toBe(200);
  });

  it('and comes again from a page of ours where the browser kept the cookie back', async () => {
    const connected = await saml.connect();
    const request = await saml.begin(connected);
    const xml = connected.idp.write(connected.idp.draft(request, newPerson('first.example')));
    const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: request.relayState };
    const path = new URL(connected.provider.service.acsURL).pathname;
    const none = new Browser(saml.world);
    const { status, text, headers } = await none.visit(path, { form, page: true });
    expect([status, headers.getSetCookie()]).toEqual([200, []]);
    expect(text).toContain(`<form method="post" action="${path}">`);
    const fields = [...text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]);
    const again = Object.fromEntries(fields) as Record<string, string>;
    expect((await none.visit(path, { form: again, page: true })).status).toBe(403);
    expect((await visit(saml.world, path, { form: again, page: true })).status).toBe(200);
  });

  it('and is not read before its request is found, nor more than five times for one', async () => {
    const connected = await saml.connect();
    const request = await saml.begin(connected);
    const xml = connected.idp.write(connected.idp.draft(request, newPerson('first.example')));
    expect((await saml.post(connected, '<not XML', 'unknown')).json.error.message).toContain(
      'a request of this browser',
    );
    const messages = [];
    for (let i = 0; i < 6; i++)
      messages.push((await saml.post(connected, '<not XML', request.relayState)).json.error.message);
    expect(messages.map((text) => text.includes('well-formed'))).toEqual([true, true, true, true, true, false]);
    expect((await saml.post(connected, xml, request.relayState)).status).toBe(403);
  });
});

it('takes both keys while the provider changes from one to the other, and no third one', async () => {
  const { api, admin, organization } = saml.world;
  const [next, third] = [selfSigned(), selfSigned()];
  const connected = await saml.connect({ nextCertificate: next.certificate });
  const signedWith = (key: typeof next) =>
    saml.signIn(connected, newPerson('first.example'), (draft) => {
      draft.signing.key = key;
      draft.sign = ['assertion', 'response'];
    });
  expect((await signedWith(connected.idp.key)).status).toBe(200);
  expect((await signedWith(next)).status).toBe(200);
  expect((await signedWith(third)).json.error.message).toContain('signature is not valid');
  const params = { organizationId: organization, samlProviderId: connected.provider.id };
  const change = (body: object) => api.expect('updateOrganizationSAMLProvider', { token: admin.token, params, body });
  expect(await change({ certificate: next.certificate, nextCertificate: null })).not.toHaveProperty('nextCertificate');
  expect((await signedWith(connected.idp.key)).json.error.message).toContain('signature is not valid');
  expect((await signedWith(next)).status).toBe(200);
});

it('has people in the teams of their groups, at each sign-in', async () => {
  const { api, admin, organization } = saml.world;
  const make = async (title: string) => {
    const params = { organizationId: organization };
    return (await api.expect<{ id: string }>('createOrganizationTeam', { token: admin.token, params, body: { title } }))
      .id;
  };
  const [writers, readers, own] = [await make('Writers'), await make('Readers'), await make('Of their own')];
  const groups = {
    attribute: 'MemberOf',
    teams: [
      { group: 'docs-writers', team: writers },
      { group: 'docs-readers', team: readers },
      { group: 'everybody', team: readers },
    ],
  };
  const connected = await saml.connect({ defaultRole: 'read', groups });
  expect(connected.provider.groups).toEqual(groups);
  const person = newPerson('first.example');
  const teamsAfter = async (...values: string[]) => {
    const { status, json } = await saml.signIn(connected, person, ({ assertion }) => {
      for (const value of values) assertion.attributes.push(['memberof', value]);
    });
    expect(status).toBe(200);
    const rows = await saml.world.records.query<{ team: string }>(
      `select team_id as team from team_membership where user_id = $1 order by team_id = $2, team_id`,
      [json.user.id, own],
    );
    if (rows.every(({ team }) => team !== own))
      await saml.world.records.query(
        `insert into team_membership (team_id, organization_id, user_id, role) values ($1, $2, $3, 'member')`,
        [own, organization, json.user.id],
      );
    return rows.map(({ team }) => team);
  };
  expect(await teamsAfter('docs-writers', 'everybody', 'others')).toEqual([writers, readers].sort());
  expect(await teamsAfter('docs-readers')).toEqual([readers, own]);
  expect(await teamsAfter()).toEqual([own]);
  // A member of as many teams as there may be signs in, and joins no further one.
  await saml.world.records.query(
    `with made as (
       insert into team (id, organization_id, title) select 'many-' || n, $1, 'Many' from generate_series(1, 999) n returning id)
     insert into team_membership (team_id, organization_id, user_id, role)
     select made.id, $1, user_id, 'member' from made, team_membership where team_id = $2`,
    [organization, own],
  );
  expect(await teamsAfter('docs-readers')).toHaveLength(1_000);
  const logged = await saml.world.records.query<{ action: string; team: string }>(
    `select envelope->'payload'->>'action' as action, envelope->'payload'->'target'->>'id' as team from outbox
     where envelope->'payload'->>'action' like '%TeamOfGroup' and envelope->>'organization' = $1
       and envelope->'payload'->'params'->>'samlProviderId' = $2
     order by 1, envelope->'payload'->'target'->>'id' collate "C"`,
    [organization, connected.provider.id],
  );
  const [first, second] = [writers, readers].sort();
  expect(logged).toEqual([
    { action: 'joinTeamOfGroup', team: first },
    { action: 'joinTeamOfGroup', team: second },
    { action: 'leaveTeamOfGroup', team: first },
    { action: 'leaveTeamOfGroup', team: second },
  ]);
});

it('refuses groups that stand for teams of elsewhere, and a next certificate that is none', async () => {
  const { api, otherAdmin, other } = saml.world;
  const team = await api.expect<{ id: string }>('createOrganizationTeam', {
    token: otherAdmin.token,
    params: { organizationId: other },
    body: { title: 'Elsewhere' },
  });
  const groups = { attribute: 'groups', teams: [{ group: 'all', team: team.id }] };
  for (const settings of [{ groups }, { nextCertificate: 'none' }, { groups: { attribute: 'groups', teams: [] } }])
    await expect(saml.connect(settings)).rejects.toThrow('400');
});

describe('a person who has an account already', () => {
  it('connects it with a code that is sent to the address, and not without', async () => {
    const connected = await saml.connect();
    const person = newPerson('first.example');
    const { id, token } = await saml.world.records.user({ [saml.world.other]: 'edit' });
    await saml.world.records.query(`update "user" set email = $2 where id = $1`, [id, person.email]);

    const first = await saml.signIn(connected, person);
    expect(first.status).toBe(200);
    expect(Object.keys(first.json)).toEqual(['signIn']);
    expect((await member(id)).status).toBe(404);
    expect((await saml.signIn(connected, person)).json.signedIn).toBeUndefined();

    const mail = await nextMail(saml.world, person.email);
    expect(mail.subject).toContain('Connect your account');
    const form = { signIn: first.json.signIn!, code: codeOf(mail) };
    const proven = await visit<SignedInProgram>(saml.world, '/sign-in/code', { form });
    expect({ status: proven.status, id: proven.json.user.id }).toEqual({ status: 200, id });
    expect((await member(id)).body).toMatchObject({ sso: true });
    const sent = (await mailsTo(saml.world, person.email)).length;
    const later = await saml.signIn(connected, person);
    expect({ status: later.status, id: later.json.user.id }).toEqual({ status: 200, id });
    expect(await mailsTo(saml.world, person.email)).toHaveLength(sent);

    // A sign-in through the provider gives access to its own organization and to no other of the person's.
    const read = (organizationId: string, bearer: string) =>
      saml.world.api.call('getOrganizationById', { token: bearer, params: { organizationId } });
    for (const bearer of [proven.json.token, later.json.token]) {
      expect((await read(saml.world.organization, bearer)).status).toBe(200);
      expect((await read(saml.world.other, bearer)).status).toBe(404);
      const made = await saml.world.api.expect<{ token: string }>('createUserToken', {
        token: bearer,
        body: { label: 'Mine' },
      });
      expect((await read(saml.world.other, made.token)).status).toBe(404);
      expect((await read(saml.world.organization, made.token)).status).toBe(200);
    }
    expect((await read(saml.world.other, token)).status).toBe(200);
  });

  it('stays out when an administrator disabled the membership', async () => {
    const connected = await saml.connect({ defaultRole: 'read' });
    const person = newPerson('first.example');
    const { user } = (await saml.signIn(connected, person)).json;
    await saml.world.api.expect('updateMemberInOrganizationById', {
      token: saml.world.admin.token,
      params: { organizationId: saml.world.organization, userId: user.id },
      body: { disabled: true },
    });
    expect((await saml.signIn(connected, person)).status).toBe(403);
  });
});

describe('an organization that enforces single sign-on', () => {
  it('is closed at once to other tokens of users who sign in that way, and to no others', async () => {
    const { api, records } = saml.world;
    const organizationId = await records.organization('Enforced');
    const admin = await records.user({ [organizationId]: 'admin' });
    const plain = await records.user({ [organizationId]: 'read' });
    await api.expect('updateOrganizationById', {
      token: admin.token,
      params: { organizationId },
      body: { emailDomains: ['enforced.example'] },
    });
    const connected = await saml.connect({ defaultRole: 'read' }, organizationId, admin.token);
    const through = (await saml.signIn(connected, newPerson('enforced.example'))).json;
    const byMail = await records.token(through.user.id);
    const status = async (token: string) =>
      (await api.call('getOrganizationById', { token, params: { organizationId } })).status;
    expect(await Promise.all([through.token, byMail, plain.token].map(status))).toEqual([200, 200, 200]);
    await api.expect('updateOrganizationById', { token: admin.token, params: { organizationId }, body: { sso: true } });
    expect(await Promise.all([through.token, byMail, plain.token, admin.token].map(status))).toEqual([
      200, 404, 200, 200,
    ]);
  });
});

it('does not start with a provider that is not set up, and finds one by domain, address, id or hostname', async () => {
  const { api, records } = saml.world;
  const organizationId = await records.organization('Found');
  const admin = await records.user({ [organizationId]: 'admin' });
  const body = { emailDomains: ['found.example'], hostname: 'found-company' };
  await api.expect('updateOrganizationById', { token: admin.token, params: { organizationId }, body });
  const pending = await saml.connect({ ssoURL: undefined }, organizationId, admin.token);
  expect((await visit(saml.world, new URL(pending.provider.service.startURL).pathname)).status).toBe(404);
  const found = async (text: string) =>
    (await visit<{ items: unknown[] }>(saml.world, `/sign-in/sso?organization=${encodeURIComponent(text)}`)).json.items;
  expect(await found('found.example')).toEqual([]);
  const { provider } = await saml.connect({}, organizationId, admin.token);
  const login = { id: provider.id, label: 'Company', startURL: provider.service.startURL };
  for (const text of ['found.example', ' Ada@Found.example', 'found-company', organizationId])
    expect(await found(text)).toEqual([login]);
  expect(await found('und.example')).toEqual([]);
  await records.query(
    `insert into organization (id, title, type, email_domains)
     select 'listing-' || n, 'A', 'business', '{found.example}' from generate_series(1, 101) n`,
  );
  expect(await found('found.example')).toEqual([login]);
  const member = await records.user();
  await records.query(`update "user" set email = 'ada@found.example' where id = $1`, [member.id]);
  await api.expect('joinOrganization', { token: member.token, params: { organizationId } });
  const unlisted = { token: member.token, params: { organizationId: saml.world.organization } };
  expect((await api.call('joinOrganization', unlisted)).status).toBe(404);
});

it('checks responses in processes of their own, for which other sign-ins do not wait', async () => {
  const connected = await saml.connect();
  expect((await saml.signIn(connected, newPerson('first.example'))).status).toBe(200);
  const children = execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.trim().startsWith(`${process.pid} `));
  expect(children.some((line) => line.includes('verification-program'))).toBe(true);
});
