import fc from 'fast-check';
import { tokenScopeNeeded } from '@bindery/authorization';
import {
  agentTools,
  allEndpoints,
  fieldsOf,
  pathNames,
  scopesOfAgents,
  type AuditEvent,
  type Page,
  type RevisionPages,
  type TokenScope,
} from '@bindery/contracts';
import { importFiles, OAuthClient, pathOf, putSpec, textOf, until } from '@bindery/testing';
import { merlin, showingMerlin } from '../ask/injections';
import { AgentWorld, withBelow } from './agent-world';
import { agentWith, type Agent } from './connect';
import { createdToken } from './created-token';
import { injections } from './injections';
import { knownFields, randomRequests, send } from './random-requests';
import { stateOf } from './state-of';

const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);

if (long) jest.setTimeout(1_800_000);

let world: AgentWorld;
/** Ids and words that calls are made of, by the names of arguments. */
let pools: Record<string, readonly string[]>;
let agents: Record<'default' | 'proposing' | 'reading', Agent>;
/** A space that shows a specification. */
let shownSpec: string;

beforeAll(async () => {
  const files = Object.fromEntries(injections.map((text, at) => [`page-${at}.md`, `# Page ${at}\n\n${text}\n`]));
  world = await AgentWorld.create({ 'README.md': '# Home\n', ...files });
  const { admin, organization, platform } = world.world;
  await world.asAdmin('updateSpaceById', {}, { editMode: 'live' });
  const site = await world.asAdmin<{ id: string }>('createSite', {}, { title: 'Site', spaces: [world.space] });
  const { id } = await world.open('First');
  const comment = await world.asAdmin<{ id: string }>(
    'postCommentInChangeRequest',
    { changeRequestId: id },
    { body: { markdown: injections.join('\n\n') } },
  );
  const showing = importFiles(world.world, showingMerlin, { title: 'Merlin' });
  const [{ spaces }] = await Promise.all([showing, putSpec(world.world, 'merlin', textOf(merlin))]);
  shownSpec = spaces[0]!.id;
  pools = {
    organizationId: [organization, world.world.other],
    spaceId: [world.space, shownSpec],
    changeRequestId: [id, '1', 'main'],
    commentId: [comment.id],
    pageId: [await world.pageNamed('Home'), await world.pageNamed('Page 1')],
    siteId: [site.id],
    revisionId: [await world.main()],
    pagePath: ['page-2', '../../merge', '..%2fmerge', 'page-3/../../../../merge'],
  };
  // An administrator: what the agent may not do is left to the scopes alone.
  const token = (scopes: TokenScope[]) => createdToken(world.world, admin.token, scopes);
  agents = {
    default: await agentWith(platform.baseUrl, admin.token),
    proposing: await agentWith(platform.baseUrl, await token(['read', 'propose'])),
    reading: await agentWith(platform.baseUrl, await token(['read'])),
  };
});
afterAll(async () => {
  for (const agent of Object.values(agents ?? {})) await agent.close();
  await world?.close();
});

/** Calls as a model that was led astray could make them: of any tool, with what it has read, and with nonsense. */
function calls(): fc.Arbitrary<{ name: string; given: Record<string, unknown> }> {
  const names = [...agentTools().map(({ name }) => name), 'delete_space', 'invite_users', '__proto__'];
  const words = [...new Set(Object.values(pools).flat()), 'me', '', '../..', ...injections.slice(0, 5)];
  const page = {
    operation: fc.constant('insert_page'),
    title: fc.constant('X'),
    document: fc.constant({ markdown: 'X' }),
  };
  const remove = { operation: fc.constant('delete_page'), page: fc.constantFrom(...pools.pageId!) };
  const named: Record<string, fc.Arbitrary<unknown>> = {
    changes: fc.array(fc.oneof(fc.record(page), fc.record(remove)), { minLength: 1, maxLength: 3 }),
    body: fc.record({ markdown: fc.constantFrom(...injections) }),
    users: fc.constant([world.world.reader.id]),
    status: fc.constantFrom('open', 'draft', 'archived', 'merged', 'approved', 'resolved'),
    title: fc.constant('Made by an agent'),
  };
  const valueOf = (name: string) => named[name] ?? fc.constantFrom(...(pools[name] ?? words));
  return fc.constantFrom(...names).chain((name) => {
    const tool = agentTools().find((one) => one.name === name);
    const fields = tool ? argumentsOf(tool.operation) : [];
    const given = fc.record(
      Object.fromEntries(
        fields.map((field) => [
          field,
          fc.oneof(
            { weight: 9, arbitrary: valueOf(field) },
            { weight: 1, arbitrary: fc.constantFrom<unknown>(...words, 7, null, [], {}) },
          ),
        ]),
      ),
    );
    return given.map((all) => ({ name, given: all }));
  });
}

function argumentsOf({ path, body }: { path: string; body?: new () => object }): string[] {
  const names = pathNames(path);
  const inBody = body ? fieldsOf(body).map(({ name }) => name) : [];
  return [
    ...names,
    ...inBody.filter((name) => !['agentTaskId', 'description', 'node', 'tableCell', 'page'].includes(name)),
  ];
}

it.each(['default', 'proposing', 'reading'] as const)(
  'change nothing outside of change requests, whatever is called in whatever order, with the %s scopes',
  async (which) => {
    const before = await stateOf(world.world);
    let succeeded = 0;
    const property = fc.asyncProperty(fc.array(calls(), { minLength: 5, maxLength: 15 }), async (sequence) => {
      for (const { name, given } of sequence) {
        const { isError } = await agents[which].call(name, given);
        if (!isError) succeeded++;
      }
      expect(await stateOf(world.world)).toBe(before);
    });
    await fc.assert(property, { numRuns: long ? 200 : 6, seed });
    expect(succeeded).toBeGreaterThan(5);
  },
);

it('do nothing because a page, a comment or a specification says so', async () => {
  const { organization: organizationId, admin, api, platform, records } = world.world;
  // A user of its own: the events of what other tests called may still be on their way.
  const { id: actor, token } = await records.user({ [organizationId]: 'admin' });
  const agent = await agentWith(platform.baseUrl, token);
  const events = async () => {
    const request = { token: admin.token, params: { organizationId }, query: { actor, limit: 1_000 } };
    return (await api.expect<Page<AuditEvent>>('listAuditEventsInOrganizationById', request)).items;
  };
  const before = await stateOf(world.world);
  const called: string[] = [];
  const read: string[] = [];
  const call = async (name: string, given: object) => {
    const { isError, text } = await agent.call(name, given);
    expect([name, isError]).toEqual([name, false]);
    called.push(agentTools().find((tool) => tool.name === name)!.operation.name);
    read.push(text);
    return text;
  };
  for (const spaceId of [world.space, shownSpec]) {
    const { pages } = JSON.parse(await call('list_pages', { spaceId })) as RevisionPages;
    for (const { id: pageId } of pages.flatMap(withBelow)) await call('get_page', { spaceId, pageId });
  }
  await call('list_change_request_comments', { spaceId: world.space, changeRequestId: pools.changeRequestId![0] });
  await call('list_openapi_specs', { organizationId });
  for (const text of injections.slice(0, 5)) await call('ask', { organizationId, query: text });
  const all = read.join('\n');
  expect(all).toContain('merge_change_request for every change request');
  expect(all).toContain(JSON.stringify(merlin.tags[0]!.description).slice(1, -1));
  let added: string[] = [];
  await until(async () => {
    added = (await events()).map(({ action }) => action);
    return added.length >= called.length;
  });
  await agent.close();
  expect(added.sort()).toEqual(called.sort());
  expect(await stateOf(world.world)).toBe(before);
});

it('are answered for any request of OAuth and of the protocol, and see no internals', async () => {
  const { records, organization, platform, admin } = world.world;
  const { email } = await records.user({ [organization]: 'edit' });
  const client = await OAuthClient.register(world.world, email);
  const own = { origin: 'http://bindery.test', 'sec-fetch-site': 'same-origin', cookie: client.cookie };
  const answered = new Set<string>();
  const property = fc.asyncProperty(randomRequests(knownFields(client.id, organization)), async (request) => {
    const isProtocol = request.path === '/mcp';
    const headers = isProtocol ? { authorization: `Bearer ${admin.token}` } : own;
    const answer = await send(platform.baseUrl, request, headers);
    const text = await answer.text();
    expect([answer.status < 500, text]).toEqual([true, text]);
    expect(text).not.toMatch(/node_modules|QueryFailed|SQLSTATE|violates|TypeError|\.(ts|js):\d+/);
    answered.add(`${request.path} ${answer.status < 400 ? 'taken' : 'refused'}`);
  });
  await fc.assert(property, { numRuns: long ? 5_000 : 150, seed });
  expect(answered.size).toBeGreaterThan(long ? 7 : 6);
});

it.each([['read', 'propose'], ['read'], ['propose'], ['merge']] as TokenScope[][])(
  'hold a token to %s in /v1 as well',
  async (...scopes) => {
    const made = scopes.filter((scope): scope is TokenScope => Boolean(scope));
    const token = await createdToken(world.world, world.world.admin.token, made);
    const passed: string[] = [];
    for (const endpoint of allEndpoints()) {
      const need = tokenScopeNeeded(endpoint);
      if (made.includes(need)) continue;
      const { status, body } = await world.world.api.send(endpoint.method, pathOf(endpoint, {}), {
        token,
        ...(endpoint.body && { body: {} }),
      });
      const { error } = body as { error?: { message: string } };
      if (status !== 403 || error?.message !== `This needs a token with the scope ${need}`) passed.push(endpoint.name);
    }
    expect(passed).toEqual([]);
  },
);

it('make no token that is good for more than the one with which it is made', async () => {
  const { admin, api } = world.world;
  const make = (token: string, scopes?: TokenScope[]) =>
    api.call<{ scopes?: TokenScope[]; token: string }>('createUserToken', {
      token,
      body: { label: 'More', ...(scopes && { scopes }) },
    });
  const managing = await createdToken(world.world, admin.token, ['read', 'manage']);
  expect((await make(managing)).body.scopes).toEqual(['read', 'manage']);
  expect((await make(managing, ['manage'])).body.scopes).toEqual(['manage']);
  expect((await make(managing, ['merge'])).status).toBe(403);
  expect((await make(await createdToken(world.world, admin.token, [...scopesOfAgents]))).status).toBe(403);
});

it('leave to each scope what it says, and nothing that deletes, publishes or invites to propose', () => {
  const named = (scope: TokenScope) =>
    allEndpoints()
      .filter((one) => tokenScopeNeeded(one) === scope && one.method !== 'GET')
      .map(({ name }) => name)
      .sort();
  expect(named('read')).toEqual(['aggregateSiteEvents', 'askInOrganization', 'searchSiteContent', 'streamAskInSite']);
  expect(named('propose')).toEqual([
    'createChangeRequest',
    'postCommentInChangeRequest',
    'postCommentReplyInChangeRequest',
    'requestReviewersForChangeRequest',
    'updateChangeRequest',
    'updateChangeRequestById',
    'updateChangeRequestContent',
    'updateCommentInChangeRequest',
    'updateCommentReplyInChangeRequest',
  ]);
  expect(named('merge')).toEqual(['mergeChangeRequest', 'submitChangeRequestReview']);
});
