import type { AgentTask, DocumentPage, Page } from '@bindery/contracts';
import { conversationOf, Conversations, ModelServer, spaceOf, until } from '@bindery/testing';
import { startIsolatedPlatform, type IsolatedPlatform } from '../support/test-organization';

let server: ModelServer;
let world: IsolatedPlatform;
beforeAll(async () => {
  server = await ModelServer.open();
  world = await startIsolatedPlatform(server.settings);
});
afterAll(async () => {
  await world.close();
  await server.close();
});

const pageAt = async (spaceId: string, pagePath: string) =>
  world.api.expect<DocumentPage>('getPageByPath', {
    token: world.admin.token,
    params: { spaceId, pagePath },
    query: { format: 'markdown' },
  });

it('drafts the edit of a task, as the user who started it, and keeps what a user writes meanwhile', async () => {
  const conversations = new Conversations(world);
  let open!: (changeRequestId: string) => void;
  const opened = new Promise<string>((resolve) => (open = resolve));
  let drafts = 0;
  server.behave = async ({ system, data }) => {
    if (system.includes('Name the issues'))
      return { answer: { issues: [{ title: 'SSO login fails', summary: 'The assertion is refused.' }] } };
    if (system.includes('are alike')) return { answer: { label: 'SSO login', summary: 'Certificates expire.' } };
    if (++drafts === 1) await write(await opened);
    return { answer: { markdown: `${String(data.page)}\n\nRenew the certificate.\n` } };
  };
  /** A user edits the page. */
  const write = async (changeRequestId: string) => {
    const document = { markdown: '# SSO login\n\nHow to.\n\nAsk your administrator.\n' };
    const page = (await pageAt(space, 'sso')).id;
    await world.api.expect('updateChangeRequestContent', {
      ...{ token: world.admin.token, params: { spaceId: space, changeRequestId } },
      body: { changes: [{ operation: 'update_page', page, document }] },
    });
  };
  const { space } = await spaceOf(world, {
    'README.md': '# Home\n',
    'sso.md': '# SSO login\n\nHow to.\n',
    'SUMMARY.md': '* [Home](README.md)\n* [SSO](sso.md)\n',
  });
  let asks = 0;
  const said = ['a', 'b', 'c'].map((id) =>
    conversationOf({ id, subject: 'SSO login', messages: ['The SAML assertion is refused at SSO login.'] }),
  );
  const list = async () => (await world.api.expect<Page<AgentTask>>('listAgentTasks', conversations.as())).items;
  await until(async () => {
    await conversations.ingest(said.map((one) => ({ ...one, subject: `SSO login, ask ${++asks}` })));
    return (await list()).some((task) => task.space === space);
  });
  const task = (await list()).find((one) => one.space === space)!;
  expect((await conversations.issues())[0]).toMatchObject({ title: 'SSO login fails', provider: 'openai:test' });
  const { changeRequest } = await world.api.expect<AgentTask>('updateAgentTask', {
    ...conversations.as({ agentTaskId: task.id }),
    body: { status: 'started' },
  });
  open(changeRequest!);
  const draft = { token: world.admin.token, params: { spaceId: space, changeRequestId: changeRequest! } };
  const written = async () => {
    const request = { ...draft, params: { ...draft.params, pagePath: 'sso' }, query: { format: 'markdown' } };
    return (await world.api.expect<DocumentPage>('getPageInChangeRequestByPath', request)).markdown!;
  };
  await until(async () => (await written()).includes('Renew the certificate.'));
  expect(await written()).toContain('Ask your administrator.');
  expect(drafts).toBe(2);
  expect((await pageAt(space, 'sso')).markdown).not.toContain('Renew');
});
