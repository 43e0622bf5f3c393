import type { AskedAnswer, SearchAIAnswer } from '@bindery/contracts';
import { filesOf, publicDocs } from '../content/folder';
import { importFiles } from '../support/imports';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';
import { answerable, unanswerable } from './public-questions';

jest.setTimeout(240_000);

/** The share of answerable questions with the passage among the first five, and of unanswerable ones without an answer. */
const least = 0.9;

if (!publicDocs) console.warn('../shared/corpus/public-docs is absent: no questions are asked about it');

(publicDocs ? describe : describe.skip)('questions about the public corpus', () => {
  let world: TestOrganization;
  const times: number[] = [];
  beforeAll(async () => {
    world = await createTestOrganization();
    const { spaces } = await importFiles(world, filesOf(publicDocs!), {});
    await indexed(spaces.length);
  });
  afterAll(() => world.close());

  async function indexed(spaces: number): Promise<void> {
    for (;;) {
      const [row] = await world.people.query<{ count: number }>(
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
    process.stdout.write(`${answerable.length} questions, answered ${(100 * share).toFixed(0)} %\n${missed.join('')}`);
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
