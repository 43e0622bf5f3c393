import { agentTools, type AuditEventWithPayload, type Page } from '@bindery/contracts';
import { tokenScopeNeeded } from '@bindery/authorization';
import { until } from '@bindery/testing';
import { AgentWorld } from './agent-world';
import { agentWith, type Agent } from './connect';
import { OfficialLogin } from './official-login';

let world: AgentWorld;
/** The official client, which was let in with all scopes by its own OAuth. */
let all: Agent;
let login: OfficialLogin;
/** The arguments of a call of each tool that works. */
let given: Record<string, object>;

beforeAll(async () => {
  world = await AgentWorld.create({ 'README.md': '# Home\n\nFindable words.\n', 'guide.md': '# Guide\n\nHow to.\n' });
  const { space, world: inner } = world;
  const { organization: organizationId, records } = inner;
  ({ agent: all, login } = await OfficialLogin.agent(inner, inner.admin.email, 'Everything'));
  const reviewer = await records.user({ [organizationId]: 'review' });
  const site = await world.asAdmin<{ id: string }>(
    'createSite',
    {},
    { title: 'Site', spaces: [space], visibility: 'share-link' },
  );
  await world.asAdmin('updateSpaceById', {}, { editMode: 'live' });
  const { id } = await world.open('Things to do');
  const { id: other } = await world.open('To merge');
  const pageId = await world.pageNamed('Guide');
  await world.edit(id, {
    operation: 'update_page',
    page: pageId,
    document: { markdown: '# Guide\n\nHow to do it.\n' },
  });
  await world.edit(other, { operation: 'insert_page', title: 'New', document: { markdown: 'New.\n' } });
  const body = { markdown: 'A remark' };
  const { id: commentId } = await world.asAdmin<{ id: string }>(
    'postCommentInChangeRequest',
    { changeRequestId: id },
    { body },
  );
  const revisionId = await world.main();
  const inSpace = { spaceId: space };
  const inDraft = { ...inSpace, changeRequestId: id };
  const change = { operation: 'insert_page', title: 'Added', document: { markdown: 'Added.\n' } };
  given = {
    who_am_i: {},
    list_organizations: {},
    list_members: { organizationId },
    list_spaces: { organizationId },
    get_space: inSpace,
    list_collections: { organizationId },
    ask: { organizationId, query: 'What are the findable words?' },
    search_organization: { organizationId, query: 'findable' },
    search_space: { ...inSpace, query: 'findable', limit: 5 },
    list_pages: inSpace,
    get_page: { ...inSpace, pageId },
    get_page_by_path: { ...inSpace, pagePath: 'guide' },
    list_links: inSpace,
    list_backlinks: { ...inSpace, pageId },
    list_revisions: inSpace,
    get_revision_changes: { ...inSpace, revisionId },
    list_comments: inSpace,
    list_sites: { organizationId },
    get_site_structure: { organizationId, siteId: site.id },
    list_openapi_specs: { organizationId },
    list_organization_change_requests: { organizationId, status: 'draft' },
    list_change_requests: { ...inSpace, status: 'draft' },
    get_change_request: inDraft,
    list_change_request_pages: inDraft,
    get_change_request_page: { ...inDraft, pageId },
    get_change_request_page_by_path: { ...inDraft, pagePath: 'guide' },
    get_change_request_changes: inDraft,
    list_change_request_comments: inDraft,
    list_change_request_replies: { ...inDraft, commentId },
    list_reviews: inDraft,
    create_change_request: { ...inSpace, subject: 'By a tool' },
    update_change_request: { ...inDraft, subject: 'Renamed' },
    edit_change_request: { ...inDraft, changes: [change] },
    update_from_main: inDraft,
    comment: { ...inDraft, body },
    reply: { ...inDraft, commentId, body },
    update_comment: { ...inDraft, commentId, body: { markdown: 'Another remark' } },
    request_review: { ...inDraft, users: [reviewer.id] },
    submit_review: { ...inSpace, changeRequestId: other, status: 'changes-requested' },
    merge_change_request: { ...inSpace, changeRequestId: other },
    edit_space: { ...inSpace, changes: [change] },
    create_space: { organizationId, title: 'By a tool' },
    publish_site: { organizationId, siteId: site.id },
  };
});
afterAll(async () => {
  await all?.close();
  await world?.close();
});

const names = agentTools().map(({ name }) => name);
const isWrite = (name: string) =>
  tokenScopeNeeded(agentTools().find((tool) => tool.name === name)!.operation) !== 'read';

it('lists to a token without scopes what reads and what proposes, and to one with all scopes all', async () => {
  const listed = (await world.agent.tools()).map(({ name }) => name);
  expect((await all.tools()).map(({ name }) => name)).toEqual(names);
  expect(names.filter((name) => !listed.includes(name))).toEqual([
    'submit_review',
    'merge_change_request',
    'edit_space',
    'create_space',
    'publish_site',
  ]);
  for (const { name, annotations, inputSchema } of await all.tools()) {
    expect([name, annotations?.readOnlyHint]).toEqual([name, !isWrite(name)]);
    expect(JSON.stringify(inputSchema)).not.toContain('#/components');
  }
});

it.each(names)('%s is called, and the audit log names the agent', async (name) => {
  const { isError, text } = await all.call(name, given[name]);
  expect([name, isError, text]).toEqual([name, false, text]);
  if (text !== 'Done') expect(typeof JSON.parse(text)).toBe('object');
});

it('keeps all of these calls in the audit log', async () => {
  const { organization: organizationId, admin } = world.world;
  const operations = agentTools()
    .filter(({ name }) => !['who_am_i', 'list_organizations'].includes(name))
    .map(({ operation }) => operation.name);
  const logged = async (action: string) => {
    const query = { action, actor: admin.id };
    const page = await world.world.api.expect<Page<{ id: string }>>('listAuditEventsInOrganizationById', {
      ...{ token: admin.token, params: { organizationId }, query },
    });
    const whole = page.items.map(({ id: auditEventId }) =>
      world.asAdmin<AuditEventWithPayload>('getAuditEventInOrganizationById', { auditEventId }),
    );
    return (await Promise.all(whole)).some(({ payload }) => payload.agent === 'Everything');
  };
  let missing = operations;
  const isComplete = async () => {
    const found = await Promise.all(missing.map(logged));
    missing = missing.filter((_, index) => !found[index]);
    return missing.length === 0;
  };
  await until(isComplete).catch(() => expect(missing).toEqual([]));
});

const failures: [does: string, name: string, given: object, failure: string][] = [
  ['changes what is not there', 'update_change_request', { subject: 'No' }, '404 Change request not found'],
  ['reads what is not there', 'list_reviews', {}, '404 Change request not found'],
  ['needs another token', 'merge_change_request', {}, '403 This needs a token with the scope merge'],
  ['names nothing', 'get_change_request_page', { pageId: 'a\0b' }, '400 pageId must be the id or name of an object'],
  ['has a field too many', 'get_change_request', { format: 'x' }, '400 There is no argument format'],
];

it.each(failures)('keeps in the audit log that a call failed which %s, and how', async (_, name, more, failure) => {
  const unknown = { spaceId: world.space, changeRequestId: 'unknown0' };
  const { organization: organizationId, admin } = world.world;
  expect(await world.agent.call(name, { ...unknown, ...more })).toMatchObject({ isError: true });
  const action = agentTools().find((tool) => tool.name === name)!.operation.name;
  let found: AuditEventWithPayload | undefined;
  await until(async () => {
    const query = { action, actor: world.editor.id };
    const request = { token: admin.token, params: { organizationId }, query };
    const { items } = await world.world.api.expect<Page<{ id: string }>>('listAuditEventsInOrganizationById', request);
    const auditEventId = items[0]?.id;
    found = auditEventId
      ? await world.asAdmin<AuditEventWithPayload>('getAuditEventInOrganizationById', { auditEventId })
      : undefined;
    return found !== undefined;
  });
  const { failure: told, ...payload } = found!.payload;
  expect(payload).toEqual({ ...unknown, agent: 'Scripted agent' });
  expect(told).toMatch(failure);
});

it('calls no other operation with any arguments', async () => {
  const { organization: organizationId } = world.world;
  for (const [name, given] of [
    ['list_spaces', { organizationId: '..' }],
    ['list_pages', { spaceId: '.' }],
    ['get_page', { spaceId: world.space, pageId: 'a\0b' }],
    ['list_spaces', { organizationId: organizationId + '/x'.repeat(2_000) }],
  ] as const) {
    const { isError, text } = await world.agent.call(name, given);
    expect([isError, text]).toEqual([true, expect.stringMatching(/^Error 400: (organizationId|spaceId|pageId) must /)]);
  }
  for (const spaceId of ['../orgs', `${world.space}/../${world.space}`, '%2e%2e', '..\\'])
    expect(await world.agent.call('get_space', { spaceId })).toEqual({
      isError: true,
      text: 'Error 404: Space not found',
    });
});

it('says of those that the token is not good for which scope they need', async () => {
  for (const [name, scope] of [
    ['merge_change_request', 'merge'],
    ['edit_space', 'manage'],
    ['publish_site', 'manage'],
  ] as const)
    expect(await world.agent.call(name, given[name])).toEqual({
      isError: true,
      text: `Error 403: This needs a token with the scope ${scope}`,
    });
});

it('speaks the revisions of the protocol that begin with a handshake, and keeps the name', async () => {
  const { organization: organizationId } = world.world;
  const old = await agentWith(world.world.platform.baseUrl, world.editor.token, { name: 'Old agent', mode: 'legacy' });
  expect((await old.tools()).length).toBeGreaterThan(30);
  await old.expect('list_collections', { organizationId });
  await old.close();
  const query = { action: 'listCollectionsInOrganizationById', actor: world.editor.id };
  await until(async () => {
    const request = { token: world.world.admin.token, params: { organizationId }, query };
    const { items } = await world.world.api.expect<Page<{ id: string }>>('listAuditEventsInOrganizationById', request);
    if (!items[0]) return false;
    const found = await world.asAdmin<AuditEventWithPayload>('getAuditEventInOrganizationById', {
      auditEventId: items[0].id,
    });
    return found.payload.agent === 'Old agent';
  });
});

it('requires the token of a user', async () => {
  const at = `${world.world.platform.baseUrl}/mcp`;
  const bearers = [undefined, 'Bearer nonsense', 'Bearer bnd_user_nobody_0', 'Basic eDp5'];
  for (const authorization of bearers) {
    const answer = await fetch(at, { method: 'POST', headers: authorization ? { authorization } : {}, body: '{}' });
    expect([authorization, answer.status]).toEqual([authorization, 401]);
    expect(answer.headers.get('www-authenticate')).toContain(
      'resource_metadata="http://bindery.test/.well-known/oauth-protected-resource/mcp"',
    );
  }
  for (const method of ['GET', 'DELETE']) expect((await fetch(at, { method })).status).toBe(405);
});

it('finds nothing of another organization by any ids', async () => {
  const { platform, otherAdmin } = world.world;
  const stranger = await agentWith(platform.baseUrl, otherAdmin.token);
  for (const name of (await stranger.tools()).map((tool) => tool.name)) {
    if (['who_am_i', 'list_organizations'].includes(name)) continue;
    const { isError, text } = await stranger.call(name, given[name]);
    expect([name, isError]).toEqual([name, true]);
    expect(text).toMatch(/^Error (404|403): [\w ]+$/);
    expect(text).not.toMatch(/Guide|Things|remark/);
  }
  await stranger.close();
});

it('goes on by the refresh token of the official client, and ends when that is revoked', async () => {
  const first = login.accessToken;
  expect(await login.refresh()).toBe('AUTHORIZED');
  const second = login.accessToken;
  expect(second).not.toBe(first);
  expect((await all.call('who_am_i')).isError).toBe(false);
  login.loseAccess();
  expect((await all.call('who_am_i')).isError).toBe(false);
  expect(login.accessToken).not.toBe(second);
  await login.revoke();
  await until(() =>
    all.call('who_am_i').then(
      () => false,
      () => true,
    ),
  );
});
