import {
  clientOf,
  conversationOf,
  Conversations,
  newSlug,
  paragraph,
  petStore,
  processed,
  spaceOf,
  textOf,
  Translations,
} from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

type Data = Record<string, unknown> & { id: string };
type Operation = (...args: unknown[]) => Promise<{ status: number; data: Data & { items: Data[] } }>;

/** The specified operations of these areas, by the names that the public client has for them. */
const specified = [
  ...['listOpenApiSpecs', 'createOpenApiSpec', 'getOpenApiSpecBySlug', 'createOrUpdateOpenApiSpecBySlug'],
  ...['updateOpenApiSpecBySlug', 'deleteOpenApiSpecBySlug'],
  ...['listTranslations', 'createTranslation', 'getTranslation', 'updateTranslation', 'runTranslation'],
  ...['deleteTranslation', 'ingestConversation', 'listConversations', 'getConversationById', 'listConversationsIssues'],
  ...['getConversationIssueById', 'listConversationsIssuesClusters'],
  ...['getOrganizationAgentInstructions', 'updateOrganizationAgentInstructions'],
];
const called = new Set<string>();

let world: TestOrganization;
/** Calls an operation of the public client on the first organization, as its administrator. */
let call: (name: string, ...args: unknown[]) => Promise<Data & { items: Data[] }>;
beforeAll(async () => {
  world = await createTestOrganization();
  const { orgs } = clientOf(world, world.admin) as unknown as { orgs: Record<string, Operation> };
  call = async (name, ...args) => {
    const { data } = await orgs[name]!(world.organization, ...args);
    called.add(name);
    return data;
  };
});
afterAll(() => world.close());

it('keeps specifications through the public client', async () => {
  const slug = newSlug();
  expect(await call('createOpenApiSpec', { slug, source: textOf(petStore()) })).toMatchObject({ slug });
  const { lastVersion } = await processed(world, slug);
  await call('createOrUpdateOpenApiSpecBySlug', slug, { source: textOf(petStore('2.0.0')) });
  await processed(world, slug);
  const spec = await call('getOpenApiSpecBySlug', slug);
  expect(spec).toMatchObject({ object: 'openapi-spec', processingState: 'complete', visibility: 'private' });
  expect(spec.lastVersion).not.toBe(lastVersion);
  expect(await call('updateOpenApiSpecBySlug', slug, { visibility: 'public' })).toMatchObject({ visibility: 'public' });
  expect((await call('listOpenApiSpecs', { limit: 10 })).items.map(({ id }) => id)).toEqual([spec.id]);
  await call('deleteOpenApiSpecBySlug', slug);
  expect((await call('listOpenApiSpecs')).items).toEqual([]);
});

it('translates through the public client', async () => {
  const { space } = await spaceOf(world, { 'README.md': '# Home\n', 'SUMMARY.md': '* [Home](README.md)\n' });
  const source = { space, language: 'en' };
  const { id } = await call('createTranslation', { language: 'de', source, automatic: false });
  const translations = new Translations(world);
  await translations.ended(id);
  expect(await call('getTranslation', id)).toMatchObject({
    object: 'translation',
    status: 'completed',
    language: 'de',
  });
  const change = { instructions: paragraph('Be brief.'), automatic: true };
  expect(await call('updateTranslation', id, change)).toMatchObject({ id, automatic: true });
  await call('runTranslation', id);
  expect(await translations.ended(id, 2)).toMatchObject({ status: 'completed' });
  expect((await call('listTranslations', { limit: 10 })).items).toMatchObject([{ id, stats: { runs: 2 } }]);
  await call('deleteTranslation', id);
  expect((await call('listTranslations')).items).toEqual([]);
});

it('learns from conversations through the public client', async () => {
  const document = paragraph('Never name competitors.');
  await call('updateOrganizationAgentInstructions', { instructions: document });
  expect(await call('getOrganizationAgentInstructions')).toMatchObject({ instructions: document });
  const said = ['a', 'b'].map((id) => conversationOf({ id, messages: ['The webhook does not arrive at our shop.'] }));
  await call('ingestConversation', said);
  await call('ingestConversation', said[0]);
  await new Conversations(world).settled();
  const listed = await call('listConversations', { limit: 1 });
  expect(listed).toMatchObject({ count: 2, next: { page: expect.any(String) as string } });
  const { id } = listed.items[0]!;
  expect(await call('getConversationById', id)).toMatchObject({ conversation: { id }, parts: [{ role: 'user' }] });
  const [cluster] = (await call('listConversationsIssuesClusters', { orderBy: 'issues', order: 'desc' })).items;
  expect(cluster).toMatchObject({ object: 'issues-cluster', stats: { issues: 2 } });
  const { items } = await call('listConversationsIssues', { cluster: cluster!.id });
  expect(items).toHaveLength(2);
  const { issue } = items[0]! as unknown as { issue: { id: string } };
  expect(await call('getConversationIssueById', issue.id)).toMatchObject({ issue: { id: issue.id } });
});

it('calls every one of these operations', () => {
  expect([...called].sort()).toEqual([...specified].sort());
});
