import type { AgentConversation, AgentTask, ChangeRequest, Page, Space } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { conversationOf, Conversations, install, publish, refuses, spaceOf, tokenOf, until } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

let world: TestOrganization;
let conversations: Conversations;
beforeEach(async () => {
  world = await createTestOrganization();
  conversations = new Conversations(world);
});
afterEach(() => world.close());

const login = (id: string, change: { createdAt?: string; text?: string } = {}) =>
  conversationOf({
    id,
    subject: 'Cannot log in with SSO',
    messages: [
      change.text ?? 'After the SAML redirect the login page says the assertion is not valid.',
      'Please check the SAML certificate.',
    ],
    ...(change.createdAt && { createdAt: change.createdAt }),
  });
const invoice = (id: string) =>
  conversationOf({ id, subject: 'Invoice address', messages: ['Please correct the VAT number on our invoice.'] });
const weeksAgo = (weeks: number) => new Date(Date.now() - (weeks * 7 + 1) * 24 * 60 * 60 * 1000).toISOString();

it('takes one conversation or several, each once, and brings a changed one up to date', async () => {
  await conversations.ingest(login('1'));
  await conversations.ingest([login('1'), login('2'), login('3'), login('3')]);
  expect(await conversations.list()).toHaveLength(3);
  const before = await conversations.issues();
  expect(before).toHaveLength(3);
  expect(before).toContainEqual(expect.objectContaining({ title: 'Cannot log in with SSO', provider: 'extractive' }));
  await conversations.ingest({ ...invoice('2') });
  const after = await conversations.issues();
  expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
  expect(after.filter(({ title }) => title === 'Invoice address')).toEqual([
    expect.not.objectContaining({ cluster: expect.anything() as string }),
  ]);
  expect(await conversations.clusters()).toEqual([
    expect.objectContaining({ stats: expect.objectContaining({ issues: 2, conversations: 2 }) as object }),
  ]);
});

it('shows clusters with their weeks and sources, in any order', async () => {
  await conversations.ingest([
    login('1', { createdAt: weeksAgo(0) }),
    login('2', { createdAt: weeksAgo(2) }),
    login('3', { createdAt: weeksAgo(12) }),
    login('4', { createdAt: weeksAgo(40) }),
    invoice('5'),
    invoice('6'),
  ]);
  const pulse = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1];
  const clusters = await conversations.clusters({ orderBy: 'issues' });
  expect(clusters.map(({ stats }) => stats.issues)).toEqual([4, 2]);
  expect(clusters[0]).toMatchObject({
    label: 'Cannot log in with SSO',
    weeklyPulse: pulse,
    sources: { [`integration:api:${world.organization}`]: 4 },
    stats: { conversations: 4, tasksTotal: 0 },
  });
  const ascending = await conversations.clusters({ orderBy: 'conversations', order: 'asc' });
  expect(ascending.map(({ id }) => id)).toEqual(clusters.map(({ id }) => id).reverse());
  expect(await conversations.clusters({ status: 'pending' })).toEqual([]);
  expect(await conversations.issues({ cluster: clusters[0]!.id })).toHaveLength(4);
  const first = await conversations.page<{ id: string }>('listConversationsIssuesClusters', {
    limit: 1,
    orderBy: 'issues',
  });
  const second = await conversations.page<{ id: string }>('listConversationsIssuesClusters', {
    limit: 1,
    orderBy: 'issues',
    page: first.next!.page,
  });
  expect([first, second].map(({ items }) => items[0]!.id)).toEqual(clusters.map(({ id }) => id));
});

it('stores no addresses, tokens and card numbers', async () => {
  const secrets = [
    'jane.doe@customer.example.com',
    '4111 1111 1111 1111',
    'sk-live4Kx9aQ2mTz7Lw1Pb8Nd5',
    'Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3A',
  ];
  const text = `My card ${secrets[1]} and key ${secrets[2]} or ${secrets[3]}, write to ${secrets[0]}. Order 1234567890123.`;
  const said = conversationOf({ id: 'x', subject: `From ${secrets[0]}`, messages: [text, text] });
  const url = `https://a.example/1 2?from=${secrets[0]}`;
  const metadata = { url, attributes: { mail: secrets[0] }, createdAt: '2026-01-02T03:04' };
  await conversations.ingest({ ...said, metadata });
  const { id } = (await conversations.list())[0]!;
  const stored = await world.api.expect('getConversationById', conversations.as({ conversationId: id }));
  const kept = await world.records.query(
    `select c::text, (select json_agg(i)::text from ai_jobs.issue i where i.conversation_id = c.id) as issues
     from ai_jobs.conversation c where c.id = $1`,
    [id],
  );
  for (const secret of secrets) {
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(JSON.stringify(kept)).not.toContain(secret);
  }
  expect(stored).toMatchObject({
    conversation: {
      subject: 'From [email]',
      urls: { source: 'https://a.example/1%202?from=%5Bemail%5D' },
      createdAt: '2026-01-02T03:04:00.000Z',
    },
    parts: [{ body: expect.stringContaining('[card] and key [token] or [token], write to [email]') as string }, {}],
    metadata: { attributes: { mail: '[email]' }, createdAt: '2026-01-02T03:04:00.000Z' },
  });
  expect(JSON.stringify(stored)).toContain('1234567890123');
});

it('comes from administrators and installations with the scope, and is seen by members', async () => {
  const integrationName = await publish(world, { scopes: ['conversations:ingest'] }, `ingest-${newId().slice(-8)}`);
  const installation = await install(world, integrationName);
  const token = await tokenOf(world, installation);
  const request = { params: { organizationId: world.organization }, body: login('1') };
  await world.api.expect('ingestConversation', { ...request, token });
  await conversations.settled();
  const source = `integration:${integrationName}:${installation.installationId}`;
  expect(await conversations.list({ source })).toHaveLength(1);
  await conversations.ingest(login('1'));
  expect(await conversations.list()).toHaveLength(2);
  await refuses(world, 'ingestConversation', { ...request, token: world.reader.token }, 403);
  await refuses(world, 'ingestConversation', { ...request, token: world.otherAdmin.token }, 404);
  const reading = { params: request.params, token: world.guest.token };
  await refuses(world, 'listConversations', reading, 403);
  await refuses(world, 'listConversationsIssuesClusters', reading, 403);
  expect((await world.api.call('listConversations', { ...reading, token: world.reader.token })).status).toBe(200);
});

it('names what of a list is wrong', async () => {
  const ask = (body: object, field: string) =>
    refuses(world, 'ingestConversation', { ...conversations.as(), body }, 400, field);
  await ask([login('1'), { ...login('2'), id: '' }], 'body[1].id');
  await ask([login('1'), { id: '2', parts: [{ type: 'message', role: 'robot', body: '' }] }], 'body[1].parts.0.role');
  await ask({ ...login('1'), metadata: { createdAt: '9999-01-01T00:00:00Z' } }, 'body.metadata.createdAt');
  await ask(
    { ...login('1'), parts: Array(10).fill({ type: 'message', role: 'user', body: 'x'.repeat(60_000) }) },
    'body.parts',
  );
  await ask(Array(1001).fill(login('1')), 'body');
  expect(await conversations.list()).toEqual([]);
});

describe('a task', () => {
  const tasks = async () => (await world.api.expect<Page<AgentTask>>('listAgentTasks', conversations.as())).items;

  async function proposed(): Promise<{ task: AgentTask; space: string }> {
    const { space } = await spaceOf(world, {
      'README.md': '# Home\n',
      'sso.md': '# Log in with SSO\n\nYou cannot log in without.\n',
      'SUMMARY.md': '* [Home](README.md)\n* [SSO](sso.md)\n',
    });
    await until(async () => {
      await conversations.ingest(['1', '2', '3'].map(() => login(newId())));
      return (await tasks()).length > 0;
    });
    const [task, ...others] = await tasks();
    expect(others).toEqual([]);
    return { task: task!, space };
  }

  it('comes of a cluster, is started by its change request and completed with it', async () => {
    const { task, space } = await proposed();
    expect(task).toMatchObject({ title: 'Cannot log in with SSO', status: 'backlog', space });
    const started = await world.api.expect<AgentTask>('updateAgentTask', {
      ...conversations.as({ agentTaskId: task.id }),
      body: { status: 'started' },
    });
    expect(started).toMatchObject({ status: 'started', changeRequest: expect.any(String) as string });
    const params = { spaceId: space, changeRequestId: started.changeRequest! };
    const token = world.admin.token;
    const request = await world.api.expect<ChangeRequest>('getChangeRequestById', { token, params });
    expect(request).toMatchObject({ subject: task.title, conversationsIssuesCluster: task.cluster });
    const ofRequest = { token, params: { spaceId: space, changeRequestId: String(request.number) } };
    const talks = async () =>
      (await world.api.expect<Page<AgentConversation>>('listChangeRequestConversations', ofRequest)).items;
    await until(async () => (await talks()).length > 0);
    expect(await talks()).toMatchObject([
      { object: 'agent-conversation', id: 'default', title: task.title, shared: true },
    ]);
    const talk = { token, params: { ...params, conversationId: 'default' } };
    const renamed = { ...talk, body: { title: 'About certificates' } };
    await world.api.expect('updateChangeRequestConversation', renamed);
    expect((await talks())[0]).toMatchObject({ title: 'About certificates' });
    await world.api.expect('deleteChangeRequestConversation', talk);
    expect(await talks()).toEqual([]);
    await refuses(world, 'updateChangeRequestConversation', renamed, 404);
    expect(JSON.stringify(request.description)).toContain('assertion is not valid');
    await refuses(
      world,
      'createChangeRequest',
      { token, params: { spaceId: space }, body: { agentTaskId: task.id } },
      400,
      'body.agentTaskId',
    );
    const changes = [{ operation: 'insert_page', title: 'Certificates', document: { markdown: 'Renew them.' } }];
    await world.api.expect('updateChangeRequestContent', { token, params, body: { changes } });
    await world.api.expect('mergeChangeRequest', { token, params });
    await until(async () => (await tasks())[0]!.status === 'completed');
    const [cluster] = await conversations.clusters();
    expect(cluster!.stats).toMatchObject({ tasksTotal: 1, tasksCompleted: 1, tasksStarted: 0 });
    const again = { ...conversations.as({ agentTaskId: task.id }), body: { status: 'backlog' } };
    await refuses(world, 'updateAgentTask', again, 409);
  });

  it('is started once by two users at the same time', async () => {
    const { task, space } = await proposed();
    const colleague = await world.records.user({ [world.organization]: 'admin' });
    const ask = { ...conversations.as({ agentTaskId: task.id }), body: { status: 'started' } };
    const answers = await Promise.all(
      [world.admin, colleague].map(({ token }) => world.api.call<AgentTask>('updateAgentTask', { ...ask, token })),
    );
    const { items } = await world.api.expect<Page<ChangeRequest>>('listChangeRequestsForSpace', {
      ...{ token: world.admin.token, params: { spaceId: space }, query: { status: 'draft' } },
    });
    expect(items.map(({ subject }) => subject)).toEqual([task.title]);
    const [started, ...others] = answers.filter(({ status }) => status === 200);
    for (const { body } of [started!, ...others]) expect(body.changeRequest).toBe(items[0]!.id);
    for (const { status } of answers) expect([200, 409]).toContain(status);
  });

  it('is for users who may edit its space, and for no other space', async () => {
    const { task } = await proposed();
    const body = { status: 'canceled' };
    const ask = { ...conversations.as({ agentTaskId: task.id }), body };
    await refuses(world, 'updateAgentTask', { ...ask, token: world.reader.token }, 403);
    const elsewhere = await world.api.expect<Space>('createSpace', { ...conversations.as(), body: { title: 'Else' } });
    const request = { token: world.admin.token, params: { spaceId: elsewhere.id }, body: { agentTaskId: task.id } };
    await refuses(world, 'createChangeRequest', request, 400, 'body.agentTaskId');
    expect(await world.api.expect('updateAgentTask', ask)).toMatchObject({ status: 'canceled' });
    expect((await conversations.clusters())[0]!.stats).toMatchObject({ tasksCancelled: 1 });
  });
});

it('is all removed with its organization', async () => {
  await conversations.ingest([login('1'), login('2')]);
  await world.api.expect('deleteOrganizationById', conversations.as());
  await until(async () => {
    const rows = await world.records.query(
      `select from ai_jobs.conversation where organization_id = $1 union all select from ai_jobs.issues_cluster where organization_id = $1`,
      [world.organization],
    );
    return rows.length === 0;
  });
});
