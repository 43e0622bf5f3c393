import type { AskedAnswer, SearchAIAnswer } from '@bindery/contracts';
import { type ModelRequest, type Behaviour, filesOf, importFiles, ModelServer, publicDocs } from '@bindery/testing';
import { createTestOrganization, startIsolatedPlatform, type TestOrganization } from '../support/test-organization';
import { answerable, unanswerable } from './public-questions';

/** The share of answerable questions with the passage among the first five, and of unanswerable ones without an answer. */
const least = 0.9;

if (!publicDocs) console.warn('../shared/corpus/public-docs is absent: no questions are asked about it');

/** A model that answers from the passages it is given: the line of a passage that has most words of the question. */
const answering = ({ data }: ModelRequest): Behaviour => {
  const { question, passages } = data as { question: string; passages: GivenPassage[] };
  const words = wordsOf(question);
  const sentences = passages
    .filter(({ page, heading, text }) => coverage(words, `${page} ${heading} ${text}`) >= leastCoverage)
    .map(({ number, text }) => ({
      text: text.split('\n').reduce((best, line) => (coverage(words, line) > coverage(words, best) ? line : best)),
      passages: [number],
    }));
  return { answer: { sentences, followups: [] } };
};

interface GivenPassage {
  number: number;
  page: string;
  heading: string;
  text: string;
}

/** The share of the question's words that a passage has to hold for this model to answer from it. */
const leastCoverage = 0.6;

/** Words of four letters and more, without their endings. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[a-z]{4,}/g) ?? []).map((word) => word.slice(0, 5)).filter((word) => !common.has(word)),
  );
const common = new Set([
  'what',
  'when',
  'where',
  'which',
  'does',
  'have',
  'with',
  'from',
  'that',
  'this',
  'there',
  'into',
  'many',
  'long',
  'your',
]);
const coverage = (words: Set<string>, text: string): number => {
  const held = wordsOf(text);
  return [...words].filter((word) => held.has(word)).length / Math.max(1, words.size);
};

const models = process.env.BINDERY_TEST === 'short' ? ['no model'] : ['no model', 'a model'];

(publicDocs ? describe : describe.skip).each(models)('questions about the public corpus, with %s', (model) => {
  let world: TestOrganization;
  let server: ModelServer | undefined;
  const times: number[] = [];
  beforeAll(async () => {
    if (model === 'no model') world = await createTestOrganization();
    else {
      server = await ModelServer.open();
      server.behave = answering;
      const settings = { MODEL_URL: server.url, MODEL_NAME: 'test', MODEL_KEY: 'key' };
      const limits = { MODEL_REQUESTS_PER_MINUTE: '60000', MODEL_TOKENS_PER_MONTH: '100000000' };
      world = await startIsolatedPlatform({ ...settings, ...limits });
    }
    const { spaces } = await importFiles(world, filesOf(publicDocs!), {});
    await indexed(spaces.length);
  });
  afterAll(async () => {
    await world.close();
    await server?.close();
  });

  async function indexed(spaces: number): Promise<void> {
    for (;;) {
      const [row] = await world.records.query<{ count: number }>(
        `select count(*)::integer as count from content.search_space x join content.space s on s.id = x.space_id
         join content.branch b on b.space_id = s.id and b.id = 'main' join content.revision r on r.id = b.head
         where s.organization_id = $1 and x.target is null and x.pages = r.pages`,
        [world.organization],
      );
      if (row!.count >= spaces) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async function ask(query: string): Promise<SearchAIAnswer> {
    const begun = performance.now();
    const { answer } = await world.api.expect<AskedAnswer>('askInOrganization', {
      token: world.admin.token,
      params: { organizationId: world.organization },
      body: { query },
    });
    times.push(performance.now() - begun);
    return answer!;
  }

  it(`finds the passage that answers among the first five in ${least * 100} %`, async () => {
    const missed: string[] = [];
    for (const [question, ...titles] of answerable) {
      const { sources, outcome } = await ask(question);
      if (!sources.some(({ title }) => titles.includes(title)))
        missed.push(`  ${question} (${outcome}) ${JSON.stringify(sources.map(({ title }) => title))}\n`);
    }
    const share = 1 - missed.length / answerable.length;
    process.stdout.write(
      `With ${model}: ${answerable.length} questions, answered ${(100 * share).toFixed(0)} %\n${missed.join('')}`,
    );
    expect(answerable).toHaveLength(100);
    expect(share).toBeGreaterThanOrEqual(least);
  });

  it(`says that it does not know in ${least * 100} %`, async () => {
    const told: string[] = [];
    for (const question of unanswerable) {
      const { outcome, statements } = await ask(question);
      if (outcome !== 'unknown') told.push(`  ${question} ${statements[0]?.text.slice(0, 120)}\n`);
    }
    const share = 1 - told.length / unanswerable.length;
    const sorted = [...times].sort((a, b) => a - b);
    process.stdout.write(
      `${unanswerable.length} questions that nothing answers, told so ${(100 * share).toFixed(0)} %; p95 of all ` +
        `${sorted[Math.floor(sorted.length * 0.95)]?.toFixed(0)} ms\n${told.join('')}`,
    );
    expect(unanswerable).toHaveLength(30);
    expect(share).toBeGreaterThanOrEqual(least);
  });
});
