import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportRun, Page, RevisionPages, SearchPageResult, Space } from '@bindery/contracts';
import { BenchPlatform } from '@bindery/bench';
import { Progress } from '@bindery/launcher';
import type { ApiClient } from '@bindery/command-line';
import { flat, seededRandom, zipOf } from '@bindery/testing';
import { eventually, pidOf, within } from './kill';

/** Processes of their own, as `npm start` runs them, and killed as a machine would kill them. */
const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);
/** How often each is killed in the long form; in the short form the one that imports, once. */
const victims = {
  content: 8,
  nats: 8,
  postgres: 8,
  gateway: 3,
  identity: 3,
  'change-requests': 1,
  sites: 1,
  integrations: 1,
  'ai-jobs': 1,
};
type Victim = keyof typeof victims;
const rounds = Object.entries(victims).flatMap(([victim, times]) =>
  Array.from({ length: long ? times : victim === 'content' ? 1 : 0 }, (_, n) => [victim as Victim, n + 1] as const),
);
const pageCount = long ? 600 : 200;

jest.setTimeout(4 * within);

const random = seededRandom(seed);
let platform: BenchPlatform;
let api: ApiClient;
let organization: string;
let archive: Buffer;

beforeAll(async () => {
  platform = await BenchPlatform.start(new Progress({ write: () => true }));
  api = platform.api;
  organization = platform.developer.organization;
  archive = await zipOf(source());
});
afterAll(() => platform.stop());

it.each(rounds)('kill -9 of %s during an import loses nothing (round %i)', async (victim, round) => {
  const title = `${victim} ${round}`;
  const run = await start(title);
  const after = Math.floor(random() * 2_500);
  await sleep(after);
  const before = await eventually(() => get<ImportRun>(`/org/${organization}/imports/${run.id}`));
  process.kill(await pidOf(platform, victim), 'SIGKILL');
  const ended = await eventually(async () => {
    await expectNoHalfSpace(title);
    const found = await get<ImportRun>(`/org/${organization}/imports/${run.id}`);
    return ['completed', 'failed'].includes(found.status) ? found : undefined;
  });
  console.log(
    `seed ${seed}: ${victim} killed after ${after} ms at ${before.progress.pages.done} of ${pageCount} pages (${before.status}): ${ended.status} ${ended.error ?? ''}`,
  );
  if (ended.status === 'failed') {
    expect(ended.error).toEqual(expect.stringMatching(/\w/));
    expect(await spacesNamed(title)).toEqual([]);
    return;
  }
  expect(ended.problems).toEqual([]);
  const spaces = await eventually(() => spacesNamed(title));
  expect(spaces.map(({ id }) => id)).toEqual(ended.spaces.map(({ id }) => id));
  await expectNoHalfSpace(title);
  for (let n = 0; n < pageCount; n += 7) {
    const hit = await eventually(async () => {
      const { items } = await get<Page<SearchPageResult>>(`/spaces/${spaces[0]!.id}/search?query=needle${n}x`);
      return items[0];
    });
    expect(hit.title).toBe(`Page ${n}`);
  }
});

function source(): Record<string, string> {
  const pages = Array.from({ length: pageCount }, (_, n) => [
    `p${n}.md`,
    `# Page ${n}\n\nA word of its own: needle${n}x. See [the next](p${(n + 1) % pageCount}.md).\n\n${'* an entry with **bold** and `code`\n'.repeat(30)}\n![](i${n % 40}.svg)\n`,
  ]);
  const pictures = Array.from({ length: 40 }, (_, n) => [
    `i${n}.svg`,
    `<svg xmlns="http://www.w3.org/2000/svg"><!-- ${n} --></svg>`,
  ]);
  return Object.fromEntries([...pages, ...pictures]);
}

async function start(title: string): Promise<ImportRun> {
  const file = { name: 'docs.zip', type: 'application/zip', size: archive.length };
  return eventually(async () => {
    const { url, key } = await api.post<{ url: string; key: string }>(`/orgs/${organization}/storage/upload`, {
      file,
      kind: 'import_file',
    });
    await api.put(url, archive, file.type);
    return api.post<ImportRun>(`/org/${organization}/imports`, {
      source: { type: 'file', files: [key] },
      target: { title },
    });
  });
}

/** A space of that title is not there, or it has every page. */
async function expectNoHalfSpace(title: string): Promise<void> {
  for (const { id } of await spacesNamed(title)) {
    const { pages } = await get<RevisionPages>(`/spaces/${id}/content/pages`);
    expect(flat(pages)).toHaveLength(pageCount);
  }
}

async function spacesNamed(title: string): Promise<Space[]> {
  const { items } = await get<Page<Space>>(`/orgs/${organization}/spaces?limit=1000`);
  return items.filter((space) => space.title === title);
}

const get = <T>(path: string): Promise<T> => api.get<T>(path);
