import { GitBookAPI } from '@gitbook/api';
import type {
  AggregatedEvents,
  AskedAnswer,
  Events,
  SearchAIAnswer,
  SearchAIAnswerStream,
  Site,
  SiteCustomizationSettings,
} from '@bindery/contracts';
import { importFiles, SiteWorld, until } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

/** An operation of the public client that streams. */
type StreamingOperation<T> = (...args: unknown[]) => AsyncIterable<T>;
interface StreamingClient {
  orgs: {
    askInOrganization: (...args: unknown[]) => Promise<{ data: AskedAnswer }>;
    streamAskInOrganization: StreamingOperation<SearchAIAnswerStream>;
    streamRecommendedQuestionsInOrganization: StreamingOperation<{ question: string }>;
    streamAskInSite: StreamingOperation<SearchAIAnswerStream>;
  };
}

const files = {
  'README.md': '# Lantern\n\nLantern keeps notes of a ship.\n',
  'backup.md':
    '# Backups\n\nNotes are kept in the hold.\n\n## How are backups restored?\n\nRun `lantern thaw` with the name of the barrel. The notes of that day come back within a minute.\n\n## Retention\n\nBarrels are kept for ninety days.\n',
  'crew.md': '# Crew\n\nThe captain invites sailors from the bridge. Each sailor has one berth.\n',
  'SUMMARY.md': '# Table of contents\n\n* [Lantern](README.md)\n* [Backups](backup.md)\n* [Crew](crew.md)\n',
};

let world: TestOrganization;
let space: string;
let client: StreamingClient;
beforeAll(async () => {
  world = await createTestOrganization();
  const { spaces } = await importFiles(world, files, { title: 'Lantern' });
  space = spaces[0]!.id;
  const search = { token: world.admin.token, params: { spaceId: space }, query: { query: 'barrels' } };
  await until(async () => (await world.api.expect<{ count: number }>('searchSpaceContent', search)).count === 1);
  client = new GitBookAPI({
    endpoint: world.platform.baseUrl,
    authToken: world.admin.token,
  }) as unknown as StreamingClient;
});
afterAll(() => world.close());

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const events: T[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

async function ask(query: string, format = 'markdown'): Promise<SearchAIAnswer> {
  const { data } = await client.orgs.askInOrganization(world.organization, { query }, { format });
  return data.answer!;
}

it('quotes the passage that answers, with its heading and address, and says that it is one', async () => {
  const answer = await ask('How can I restore a backup of my notes?');
  expect(answer.outcome).toBe('passages');
  expect(answer.answer!.markdown).toContain('not put into words by a model');
  expect(answer.statements[0]!.text).toContain('Run lantern thaw with the name of the barrel.');
  const [source] = answer.sources;
  expect(source).toMatchObject({ type: 'page', space, title: 'Backups', path: 'backup' });
  expect(source!.sections[0]).toContain('#how-are-backups-restored');
  expect(answer.answer!.markdown).toContain(`/s/${space}/backup#how-are-backups-restored`);
});

it('answers as a document by default', async () => {
  const { data } = await client.orgs.askInOrganization(world.organization, { query: 'How long are barrels kept?' });
  expect(data.answer!.answer!.document!.nodes.length).toBeGreaterThan(1);
  expect(data.answer!.statements[0]!.text).toContain('ninety days');
});

it('says that it does not know what no page says', async () => {
  for (const question of ['Which currency do invoices use?', 'How do I connect a printer?']) {
    const answer = await ask(question);
    expect(answer).toMatchObject({ outcome: 'unknown', sources: [], statements: [] });
    expect(answer.answer!.markdown).toContain('I do not know');
  }
});

it('streams to the public client, and ends', async () => {
  const query = { query: 'Who invites sailors?', format: 'markdown' };
  const events = await all(client.orgs.streamAskInOrganization(world.organization, query));
  expect(events).toMatchObject([{ type: 'answer', answer: { outcome: 'passages' } }]);
  expect(events[0]!.answer.statements[0]!.text).toContain('The captain invites sailors');
  const questions = await all(client.orgs.streamRecommendedQuestionsInOrganization(world.organization));
  expect(questions).toEqual([{ question: 'How are backups restored?' }]);
  const request = { token: world.admin.token, params: { organizationId: world.organization }, query };
  const { headers } = await world.api.call('streamAskInOrganization', request);
  for (const name of ['x-request-id', 'x-content-type-options', 'vary'])
    expect([name, headers.get(name)]).toEqual([name, expect.any(String)]);
});

it('answers callers who see nothing as if there were nothing', async () => {
  const body = { query: 'How can I restore a backup of my notes?' };
  const params = { organizationId: world.organization };
  const { answer } = await world.api.expect<AskedAnswer>('askInOrganization', {
    token: world.guest.token,
    params,
    body,
  });
  expect(answer).toMatchObject({ outcome: 'unknown', sources: [] });
  const stranger = await world.api.call('askInOrganization', { token: world.otherAdmin.token, params, body });
  expect(stranger.status).toBe(404);
});

it('answers readers of a published site, with addresses on it', async () => {
  const sites = new SiteWorld(world);
  const { id: siteId } = await sites.expect<Site>('createSite', {
    body: { title: 'Lantern', spaces: [space], visibility: 'public' },
  });
  const params = { organizationId: world.organization, siteId };
  const body = { question: 'How can I restore a backup?', scope: { mode: 'default' } };
  expect((await world.api.call('streamAskInSite', { params, body })).status).toBe(401);
  await sites.publish(siteId);
  const { events } = await world.api.expect<Events<SearchAIAnswerStream>>('streamAskInSite', {
    ...{ params, body },
    query: { format: 'markdown' },
  });
  expect(events[0]!.answer.sources[0]!.url).toMatch(/\/sites\/[^/]+\/backup$/);
  const official = await all(client.orgs.streamAskInSite(world.organization, siteId, body, { format: 'markdown' }));
  expect(official).toEqual(events);

  await world.api.expect('streamAskInSite', { params, body: { ...body, question: 'Which currency do invoices use?' } });
  const { columns } = await sites.expect<AggregatedEvents>('aggregateSiteEvents', {
    params: { siteId },
    body: {
      select: ['eventSearchQuery', 'askOutcome', 'page', 'eventsCount'].map((column) => ({ column })),
      where: [{ column: 'eventType', values: ['ask_answer'] }],
      range: 'last24Hours',
    },
  });
  const [questions, outcomes, pages, counts] = columns.map(({ values }) => values);
  expect(questions).toEqual(['How can I restore a backup?', 'Which currency do invoices use?']);
  expect(outcomes).toEqual(['passages', 'unknown']);
  expect(pages).toEqual([{ page: events[0]!.answer.sources[0]!.page, space }, null]);
  expect(counts).toEqual([2, 1]);

  // In a browser they ask where the look of the site has it.
  const home = events[0]!.answer.sources[0]!.url.replace(/^.*(?=\/sites\/)/, world.platform.baseUrl).replace(
    /backup$/,
    '',
  );
  const asked = async (name: string) => fetch(`${home}${name}?${new URLSearchParams({ q: body.question })}`);
  for (const name of ['~ask', '~answer']) expect([name, (await asked(name)).status]).toEqual([name, 404]);
  const look = await sites.expect<SiteCustomizationSettings>('getSiteCustomizationById', { params: { siteId } });
  const change = { params: { siteId }, body: { ...look, ai: { mode: 'assistant' } } };
  await sites.expect('updateSiteCustomizationById', change);
  await until(async () => (await asked('~answer')).status === 200);
  const part = await (await asked('~answer')).text();
  expect(part).toContain(`href="${new URL(home).pathname}backup#how-are-backups-restored"`);
  expect(await (await asked('~ask')).text()).toContain(part);
});
