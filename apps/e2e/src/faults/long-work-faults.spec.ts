import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenAPISpec, OpenAPISpecVersion, Page, Translation, TranslationRun } from '@bindery/contracts';
import { BenchPlatform } from '@bindery/bench';
import { Progress } from '@bindery/launcher';
import type { ApiClient } from '@bindery/command-line';
import { ModelServer, petStore, seededRandom, translated } from '@bindery/testing';
import { importedSpaces } from './imported-spaces';
import { eventually, pidOf, within } from './kill';

/**
 * Processes of their own, killed as a machine would kill them. The short form of this is in the tests of specifications
 * and translations, where a service is stopped, or its lease runs out, and another takes its work over.
 */
const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);
const rounds = Array.from({ length: Number(process.env.BINDERY_ROUNDS ?? 8) }, (_, n) => n + 1);
const pageCount = 120;
/** Pages that one worker translates at the same time: unrecorded ones are requested again. */
const atOnce = 8;

jest.setTimeout(4 * within);

const random = seededRandom(seed);
let platform: BenchPlatform;
let api: ApiClient;
let organization: string;
let server: ModelServer;

const describeLong = long ? describe : describe.skip;

describeLong('kill -9', () => {
  beforeAll(async () => {
    server = await ModelServer.open();
    const settings = { MODEL_URL: server.url, MODEL_NAME: 'test', MODEL_REQUESTS_PER_MINUTE: '60000' };
    Object.assign(process.env, { ...settings, TRANSLATION_PROVIDER: 'model' });
    platform = await BenchPlatform.start(new Progress({ write: () => true }));
    api = platform.api;
    organization = platform.developer.organization;
  });
  afterAll(async () => {
    await platform.stop();
    await server.close();
  });

  it.each(rounds)('of ai-jobs while it translates has no recorded page translated twice (round %i)', async (round) => {
    const space = await imported(`Source ${round}`);
    server.asked.length = 0;
    const perPage = 5 + Math.floor(random() * 60);
    const killAfter = Math.floor(random() * pageCount);
    server.behave = ({ data }) => ({ answer: translated(data) });
    const { id } = await api.post<Translation>(`/orgs/${organization}/translations`, {
      language: 'fr',
      source: { space, language: 'en' },
      automatic: false,
    });
    await eventually(() => Promise.resolve(server.asked.length >= killAfter || undefined));
    await sleep(perPage);
    process.kill(await pidOf(platform, 'ai-jobs'), 'SIGKILL');
    const askedBefore = server.asked.length;
    const run = await eventually(async () => {
      const { items } = await api.get<Page<TranslationRun>>(`/orgs/${organization}/translations/${id}/runs`);
      return items[0]?.status === 'completed' || items[0]?.status === 'failed' ? items[0] : undefined;
    });
    console.log(
      `seed ${seed}: killed after ${askedBefore} of ${pageCount + 1} pages, ${server.asked.length} requests in all`,
    );
    expect(run).toMatchObject({ status: 'completed', pages: { total: pageCount + 1, done: pageCount + 1 } });
    expect(server.asked.length).toBeLessThanOrEqual(pageCount + 1 + atOnce);
    const { result } = await api.get<Translation>(`/orgs/${organization}/translations/${id}`);
    expect(result?.space).toBeDefined();
  });

  it.each(rounds)('of content while it reads a specification leaves one version of it (round %i)', async (round) => {
    const specSlug = `killed-${round}`;
    const text = JSON.stringify(large(round));
    await api.post(`/orgs/${organization}/openapi`, { slug: specSlug, source: { text } });
    await sleep(Math.floor(random() * 1_500));
    process.kill(await pidOf(platform, 'content'), 'SIGKILL');
    const path = `/orgs/${organization}/openapi/${specSlug}`;
    const spec = await eventually(async () => {
      const found = await api.get<OpenAPISpec>(path);
      return found.processingState === 'complete' ? found : undefined;
    });
    expect(spec.lastProcessErrorCode).toBeUndefined();
    const { items } = await eventually(() => api.get<Page<OpenAPISpecVersion>>(`${path}/versions`));
    expect(items.map(({ id }) => id)).toEqual([spec.lastVersion]);
  });

  it.each(rounds)('of ai-jobs while it sorts conversations leaves each issue once (round %i)', async (round) => {
    const conversations = Array.from({ length: 100 }, (_, n) => ({
      id: `${round}-${n}`,
      parts: [
        { type: 'message', role: 'user', body: `Round${round} topic${n % 9} word${n % 9} fails for me, number ${n}.` },
      ],
    }));
    server.behave = () => ({ status: 400 });
    await api.fetch(`/orgs/${organization}/conversations`, {
      method: 'POST',
      body: JSON.stringify(conversations),
      headers: { 'content-type': 'application/json' },
    });
    await sleep(Math.floor(random() * 2_000));
    process.kill(await pidOf(platform, 'ai-jobs'), 'SIGKILL');
    const issues = await eventually(async () => {
      const { items } = await api.get<Page<{ issue: { summary: string } }>>(
        `/orgs/${organization}/conversations-issues?limit=1000`,
      );
      const own = items.filter(({ issue }) => issue.summary.includes(`Round${round} `));
      return own.length >= conversations.length ? own : undefined;
    });
    expect(issues).toHaveLength(conversations.length);
  });
});

const large = (round: number) => ({
  ...petStore(String(round)),
  paths: Object.fromEntries(
    Array.from({ length: 800 }, (_, n) => [
      `/things/${n}`,
      { get: { tags: [`tag ${n % 20}`], summary: `Thing ${n}`, responses: { 200: { description: 'OK' } } } },
    ]),
  ),
});

async function imported(title: string): Promise<string> {
  const numbers = Array.from({ length: pageCount }, (_, n) => n);
  const files = Object.fromEntries([
    ['README.md', '# Home\n'],
    ...numbers.map((n) => [`p${n}.md`, `# Page ${n}\n\nText of page ${n}.\n`] as const),
    ['SUMMARY.md', `* [Home](README.md)\n${numbers.map((n) => `* [Page ${n}](p${n}.md)\n`).join('')}`],
  ]);
  const [space] = await importedSpaces(platform, files, { title });
  return space!;
}
