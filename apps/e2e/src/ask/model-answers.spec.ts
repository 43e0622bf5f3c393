import type { AskedAnswer, SearchAIAnswer } from '@bindery/contracts';
import { type ModelRequest, type Behaviour, importFiles, ModelServer, putSpec, textOf, until } from '@bindery/testing';
import { startIsolatedPlatform, type IsolatedPlatform } from '../support/test-organization';
import { injections, merlin, showingMerlin } from './injections';

const budget = 50_000;

interface GivenPassage {
  number: number;
  page: string;
  heading: string;
  text: string;
}

let server: ModelServer;
let world: IsolatedPlatform;
let space: string;
beforeAll(async () => {
  server = await ModelServer.open();
  world = await startIsolatedPlatform({
    ...server.settings,
    MODEL_TOKENS_PER_MONTH: String(budget),
  });
  const pages = injections.map((text, at) => [
    `k${at}.md`,
    `# Kestrel ${at}\n\nPart ${at} of the kestrel holds feathers.\n\n${text}\n`,
  ]);
  const files = {
    'README.md': '# Birds\n\nAn owl turns its head by 270 degrees. See https://owl.example/head for more.\n',
    ...(Object.fromEntries(pages) as Record<string, string>),
    'SUMMARY.md': ['* [Birds](README.md)', ...pages.map(([path], at) => `* [Kestrel ${at}](${path})`)].join('\n'),
  };
  const salary = { 'README.md': '# Salary\n\nThe canaryword kestrel salary is secret.\n' };
  const [birds] = await Promise.all([
    importFiles(world, files, { title: 'Birds' }),
    importFiles(world, salary, { title: 'Private' }),
    importFiles(world, showingMerlin, { title: 'Merlin' }),
    putSpec(world, 'merlin', textOf(merlin)),
  ]);
  space = birds.spaces[0]!.id;
  const search = {
    token: world.admin.token,
    params: { organizationId: world.organization },
    query: { query: 'kestrel' },
  };
  await until(async () => {
    const { items } = await world.api.expect<{ items: { title: string }[] }>('searchOrganizationContent', search);
    return ['Birds', 'Private'].every((title) => items.some((found) => found.title === title));
  });
  await until(async () => (await ask('How far does an owl turn its head?', world.admin.token)).sources.length > 0);
  await until(async () =>
    (await ask('What does part 29 of the merlin hold?')).sources.some(({ title }) => title === 'Merlin'),
  );
});
beforeEach(() => {
  server.asked.length = 0;
  server.behave = answering;
});
afterAll(async () => {
  await world.close();
  await server.close();
});

const passagesOf = ({ data }: ModelRequest) => data.passages as GivenPassage[];
const about = (asked: ModelRequest) =>
  passagesOf(asked).filter(({ text }) => text.includes('feathers') || text.includes('owl'));

/** Answers from what it is given: the line of each passage that it knows, and nothing where there is none. */
const answering = (asked: ModelRequest): Behaviour => ({
  answer: {
    sentences: about(asked).map(({ number, text }) => ({
      text: text.split('\n').find((line) => /feathers|owl/.test(line)),
      passages: [number],
    })),
    followups: ['What does a kestrel eat?'],
  },
});

async function ask(query: string, token = world.admin.token): Promise<SearchAIAnswer> {
  const params = { organizationId: world.organization };
  const request = { token, params, body: { query }, query: { format: 'markdown' } };
  return (await world.api.expect<AskedAnswer>('askInOrganization', request)).answer!;
}

it('answers by the model, each sentence with the section that it rests on', async () => {
  const answer = await ask('How far does an owl turn its head?');
  expect(answer.outcome).toBe('model');
  expect(answer.statements[0]).toMatchObject({ text: expect.stringContaining('270 degrees') as string, sources: [0] });
  expect(answer.sources[0]).toMatchObject({ title: 'Birds', space });
  expect(answer.answer!.markdown).toContain('[\\[1\\]](');
  expect(answer.followupQuestions).toEqual(['What does a kestrel eat?']);
});

it('says that it does not know where the model finds nothing in the passages', async () => {
  server.behave = () => ({ answer: { sentences: [] } });
  expect(await ask('How far does an owl turn its head?')).toMatchObject({
    outcome: 'unknown',
    sources: [],
    statements: [],
  });
});

it('leaves out sentences that rest on nothing, and addresses that no passage has', async () => {
  server.behave = () => ({
    answer: {
      sentences: [
        { text: 'It turns far.', passages: [] },
        { text: 'It turns very far.', passages: [99, 'x', -1] },
        { text: 'Read https://phishing.invalid/owl now.', passages: [1] },
        { text: 'Write to thief@phishing.invalid.', passages: [1] },
        { text: 'Read https://owl.example/head now.', passages: [1] },
        { text: 7, passages: [1] },
      ],
      followups: ['Have you seen www.phishing.invalid?'],
    },
  });
  const answer = await ask('How far does an owl turn its head?');
  expect(answer.statements.map(({ text }) => text)).toEqual(['Read https://owl.example/head now.']);
  expect(answer.followupQuestions).toEqual([]);
});

it.each(['broken', 'malformed', 'whole'] as const)('quotes passages where the model is %s', async (behaviour) => {
  server.behave = () => behaviour;
  const answer = await ask('How far does an owl turn its head?');
  expect(answer.outcome).toBe('passages');
  expect(answer.statements[0]!.text).toContain('270 degrees');
});

it.each([
  ['pages', 'kestrel'],
  ['specifications', 'merlin'],
])('takes what %s say for data, whatever they ask for', async (_, bird) => {
  const rules = new Set<string>();
  const before = await state();
  for (const [at, text] of injections.entries()) {
    const answer = await ask(`What does part ${at} of the ${bird} hold?`);
    const asked = server.asked.at(-1)!;
    rules.add(asked.system);
    expect(
      passagesOf(asked).some((passage) => passage.text.includes(text.slice(0, 20)) || passage.page === `Kestrel ${at}`),
    ).toBe(true);
    expect(answer.statements.length).toBeGreaterThan(0);
    for (const { text: said } of answer.statements) expect(said).toMatch(/^Part \d+ of the \w+ holds feathers\.$|owl/);
  }
  // One call for each question, and the same task in all of them.
  expect(server.asked).toHaveLength(injections.length);
  expect(rules.size).toBe(1);
  for (const text of injections) expect([...rules][0]).not.toContain(text.slice(0, 30));
  expect(await state()).toEqual(before);
});

it('gives a model nothing that the caller may not see, and no comments', async () => {
  const [first] = await world.records.query<{ id: string }>(
    `select page_id as id from content.search_page where space_id = $1 and title = 'Kestrel 0'`,
    [space],
  );
  await world.api.expect('postCommentInSpace', {
    token: world.admin.token,
    params: { spaceId: space },
    body: { body: { markdown: `The kestrel comment canaryword says:\n\n${injections.join('\n\n')}` }, page: first!.id },
  });
  const answer = await ask('What does the kestrel salary page say?', world.guest.token);
  expect(answer.outcome).toBe('unknown');
  expect(server.asked).toHaveLength(0);
  await ask('What does part 0 of the kestrel hold?');
  expect(server.asked).toHaveLength(1);
  expect(JSON.stringify(server.asked)).not.toContain('comment canaryword');
});

it('stops when the reader leaves', async () => {
  server.behave = () => 'silent';
  const left = server.left;
  const leaving = new AbortController();
  const url = `${world.platform.baseUrl}/v1/orgs/${world.organization}/ask/stream?query=${encodeURIComponent('How far does an owl turn its head?')}`;
  const answer = fetch(url, { headers: { authorization: `Bearer ${world.admin.token}` }, signal: leaving.signal });
  await until(() => Promise.resolve(server.asked.length === 1));
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await until(() => Promise.resolve(server.left === left + 1));
  await until(async () => (await answersWith(499)) > 0);
  expect(await answersWith(500)).toBe(0);
});

it('counts against the tokens of the month, and then quotes', async () => {
  server.behave = (asked) => ({ ...(answering(asked) as { answer: unknown }), tokens: budget });
  expect((await ask('How far does an owl turn its head?')).outcome).toBe('model');
  server.asked.length = 0;
  expect((await ask('How far does an owl turn its head?')).outcome).toBe('passages');
  expect(server.asked).toHaveLength(0);
});

/** How many streams of answers have ended with a status, by the platform's own count. */
async function answersWith(status: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${world.platform.metricsPort}/metrics`)).text();
  const counts = metrics.matchAll(
    /^bindery_operation_seconds_count\{[^}]*operation="streamAskInOrganization"[^}]*status="(\d+)"[^}]*\} (\d+)$/gm,
  );
  return [...counts].reduce((sum, [, of, count]) => sum + (Number(of) === status ? Number(count) : 0), 0);
}

/** The state that agents could have changed. */
async function state(): Promise<unknown> {
  return world.records.query(
    `select (select count(*) from content.revision) as revisions, (select count(*) from change_requests.change_request) as requests,
       (select count(*) from change_requests.comment) as comments, (select count(*) from identity.audit_event) as audit`,
  );
}
