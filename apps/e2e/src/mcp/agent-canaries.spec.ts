import { agentTools, pathNames, type Revision } from '@bindery/contracts';
import { tokenScopeNeeded } from '@bindery/authorization';
import { spaceOf, until } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';
import { agentWith, type Agent } from './connect';

const canary = /canary/i;

let world: TestOrganization;
let admin: Agent;
let invited: Agent;
let guest: Agent;
/** The ids in the arguments of tools: objects of a space that guests may not see, and the organization. */
let ids: Record<string, string>;
let shown: string;

beforeAll(async () => {
  world = await createTestOrganization();
  const asAdmin = <T>(operation: string, params: Record<string, string>, body?: object) =>
    world.api.expect<T>(operation, { token: world.admin.token, params, ...(body && { body }) });
  const secret = await spaceOf(world, {
    'README.md': '# Canary home\n\nfindme canary text, [on](canary.md)\n',
    'canary.md': '# Canary below\n\nfindme canary more\n',
  });
  const open = await spaceOf(world, {
    'README.md': `# Open\n\nfindme open, [there](/spaces/${secret.space}/pages/${secret.revision.pages[0]!.id})\n`,
  });
  shown = open.space;
  const spaceId = secret.space;
  await asAdmin('updateSpaceById', { spaceId }, { title: 'Canary space', defaultLevel: null });
  const request = await asAdmin<{ id: string }>('createChangeRequest', { spaceId }, { subject: 'Canary request' });
  const inDraft = { spaceId, changeRequestId: request.id };
  const comment = await asAdmin<{ id: string }>('postCommentInChangeRequest', inDraft, {
    body: { markdown: 'canary comment' },
  });
  await asAdmin('postCommentInSpace', { spaceId }, { body: { markdown: 'canary comment' } });
  const changes = [{ operation: 'insert_page', title: 'Canary draft', document: { markdown: 'canary' } }];
  await asAdmin('updateChangeRequestContent', inDraft, { changes });
  const site = await asAdmin<{ id: string }>(
    'createSite',
    { organizationId: world.organization },
    { title: 'Site', spaces: [shown] },
  );
  const { id: revisionId } = await asAdmin<Revision>('getCurrentRevision', { spaceId });
  ids = {
    ...{ organizationId: world.organization, ...inDraft, commentId: comment.id, revisionId, siteId: site.id },
    ...{ pageId: secret.revision.pages[0]!.id, pagePath: 'canary', query: 'findme' },
  };
  const { baseUrl } = world.platform;
  admin = await agentWith(baseUrl, world.admin.token);
  const user = await world.records.user({ [world.organization]: null });
  await asAdmin('inviteToSpace', { spaceId: shown }, { users: [user.id], role: 'comment' });
  invited = await agentWith(baseUrl, user.token);
  guest = await agentWith(baseUrl, world.guest.token);
  await until(async () => (await everything(admin)).includes('canary text'));
});
afterAll(async () => {
  for (const agent of [admin, invited, guest]) await agent?.close();
  await world?.close();
});

const own: Record<string, object> = {
  edit_change_request: { changes: [{ operation: 'delete_page', page: 'unknown0' }] },
  comment: { body: { markdown: 'x' } },
  reply: { body: { markdown: 'x' } },
  update_comment: { body: { markdown: 'x' } },
  request_review: { users: ['unknown0'] },
};

/** All answers of the tools on hidden and visible objects, without the arguments of the calls. */
async function everything(agent: Agent): Promise<string> {
  const answers: string[] = [];
  for (const { name, operation } of agentTools().filter((tool) =>
    ['read', 'propose'].includes(tokenScopeNeeded(tool.operation)),
  )) {
    const needed = pathNames(operation.path);
    const asked = Object.fromEntries(needed.map((field) => [field, ids[field]]));
    const query = /^(search|ask)/.test(name) ? { query: ids.query } : {};
    const isRead = tokenScopeNeeded(operation) === 'read';
    if (isRead || agent !== admin) answers.push((await agent.call(name, { ...asked, ...query, ...own[name] })).text);
    if (isRead && needed.includes('spaceId'))
      answers.push((await agent.call(name, { ...asked, ...query, spaceId: shown })).text);
  }
  return answers.join('\n').replaceAll('"canary"', '');
}

it('stand where they are looked for: the administrator gets them', async () => {
  const text = await everything(admin);
  for (const word of ['Canary space', 'Canary home', 'canary text', 'Canary request', 'canary comment', 'Canary draft'])
    expect(text).toContain(word);
});

it('never come through a tool to a user of another space, nor to a guest', async () => {
  const text = await everything(invited);
  expect(text).toContain('findme open');
  expect(text).not.toMatch(canary);
  expect(await everything(guest)).not.toMatch(canary);
});
