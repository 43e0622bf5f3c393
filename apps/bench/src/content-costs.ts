import { setTimeout as sleep } from 'node:timers/promises';
import type { Space } from '@bindery/contracts';
import { importPages, searchableAt } from './content';
import { COMMON_WORD, generator, RARE_WORD, writePages, type WrittenPage } from './documentation';
import { LoadGenerator } from './load';
import { naiveSearch } from './naive-search';
import { median } from './percentile';
import type { BenchPlatform } from './platform';
import type { TargetedFigure } from './targeted-figure';

interface ContentOptions {
  /** Pages of the large space. */
  pages: number;
  /** How long searches are measured, in seconds. */
  seconds: number;
}

/** Pages of the small space. */
const SMALL = 100;
const SPACES = 100;
const SAMPLES = 20;
const CONNECTIONS = 16;
/** How long there are no requests between the imports and the measurement, in milliseconds. */
const SETTLE = 10_000;

interface ImportedSpace {
  id: string;
  pages: { id: string }[];
}

/** Measures content by the numbers it has to hold: what grows with a space, what does not, and search beside a plain query. */
export async function measureContent(
  platform: BenchPlatform,
  { pages, seconds }: ContentOptions,
  done: (figure: TargetedFigure) => void,
  step: (text: string) => void,
): Promise<TargetedFigure[]> {
  const figures: TargetedFigure[] = [];
  const tell = (name: string, unit: TargetedFigure['unit'], value: number, target?: TargetedFigure['target']) => {
    const figure = { name, value, unit, ...(target && { target }) };
    figures.push(figure);
    done(figure);
  };
  const load = async (written: WrittenPage[], title: string): Promise<ImportedSpace> => {
    step(`Importing ${written.length} pages`);
    return importPages(platform, title, written, 1);
  };
  const small = await load(writePages(SMALL), 'Small');
  const written = writePages(pages);
  const large = await load(written, 'Large');
  const others = [writePages((pages * 3) / 4, 1), writePages((pages * 3) / 4, 2)];
  for (const [index, other] of others.entries()) await load(other, `Other ${index + 1}`);
  step('Letting the database settle');
  await sleep(SETTLE);

  await measureChanges(platform, small, large, tell, step);
  await measureList(platform, tell, step);
  await measureSearch(platform, queriesIn(written), seconds, tell, step);
  return figures;
}

type Tell = (name: string, unit: TargetedFigure['unit'], value: number, target?: TargetedFigure['target']) => void;
type Step = (text: string) => void;

async function measureChanges(
  { api }: BenchPlatform,
  small: ImportedSpace,
  large: ImportedSpace,
  tell: Tell,
  step: Step,
) {
  const random = generator(3);
  const edit = ({ id, pages }: ImportedSpace) => {
    const page = pages[Math.floor(random() * pages.length)]!.id;
    const document = { markdown: `Edited: ${random()}\n` };
    return api.post(`/spaces/${id}/content`, { changes: [{ operation: 'update_page', page, document }] });
  };
  const both = async (
    name: string,
    most: number,
    call: (space: ImportedSpace) => Promise<unknown>,
  ): Promise<number> => {
    step(name);
    const [little, much] = [await medianOf(() => call(small)), await medianOf(() => call(large))];
    tell(`${name}, ${small.pages.length} pages`, 'ms', little);
    tell(`${name}, ${large.pages.length} pages`, 'ms', much);
    tell(`${name}, growth`, 'x', much / little, { most });
    return much;
  };
  const copies: string[] = [];
  const duplicated = await both('duplicate a space', 3, async ({ id }) => {
    copies.push((await api.post<Space>(`/spaces/${id}/duplicate`, {})).id);
  });
  tell('duplicate a large space', 'ms', duplicated, { most: 100 });
  // Or what is measured next would share the processors with it.
  step('Letting search follow');
  const begun = Date.now();
  for (const copy of copies) await searchableAt(api, copy);
  tell(`search of ${copies.length} duplicates is behind by`, 'ms', Date.now() - begun);
  // The plain search has each section once; a search of ours would show all spaces that hold it.
  for (const copy of copies) await api.fetch(`/spaces/${copy}`, { method: 'DELETE' });
  await both('edit a page', 2, edit);
  step('tree of all pages');
  // A tree is kept for as long as nothing changes.
  const tree = () => api.get(`/spaces/${large.id}/content/pages`);
  tell('tree of all pages after an edit', 'ms', await medianOf(tree, () => edit(large)), { most: 300 });
}

async function measureList({ api, developer }: BenchPlatform, tell: Tell, step: Step): Promise<void> {
  step(`list of ${SPACES} spaces`);
  const path = `/orgs/${developer.organization}/spaces`;
  for (let index = 0; index < SPACES; index++) await api.post<Space>(path, { title: `Space ${index}` });
  tell('list of 1 space', 'ms', await medianOf(() => api.get(`${path}?limit=1`)));
  tell(`list of ${SPACES} spaces with counts`, 'ms', await medianOf(() => api.get(`${path}?limit=${SPACES}`)));
}

/** The queries of readers: a rare word, a common one, and two words of one title. */
function queriesIn(pages: readonly WrittenPage[]): string[] {
  const random = generator(4);
  const two = Array.from({ length: 20 }, () => {
    const { title } = pages[Math.floor(random() * pages.length)]!;
    return title.toLowerCase().split(' ').slice(0, 2).join(' ');
  });
  return [RARE_WORD, COMMON_WORD, ...two];
}

async function measureSearch(
  platform: BenchPlatform,
  queries: readonly string[],
  seconds: number,
  tell: Tell,
  step: Step,
): Promise<void> {
  const { developer } = platform;
  step('Copying all sections for the plain search');
  const plain = await naiveSearch(platform.databaseUrl, CONNECTIONS);
  const generated = new LoadGenerator();
  try {
    tell('searched', 'sections', plain.sections);
    step('Searching');
    const requests = queries.map((query) => ({
      path: `/v1/orgs/${developer.organization}/search?query=${encodeURIComponent(query)}`,
    }));
    const load = { url: developer.baseUrl, token: developer.token, requests, connections: CONNECTIONS };
    await generated.run({ ...load, seconds: 1 });
    const ours = await generated.run({ ...load, seconds });
    if (ours.failed > 0) throw new Error(`${ours.failed} searches failed`);
    tell(`search, p95 at ${CONNECTIONS} connections`, 'ms', ours.p95, { most: 50 });
    tell('search', 'requests/s', ours.requestsPerSecond);
    step('Searching plainly');
    const naive = await plain.run(queries, seconds);
    tell('plain ts_rank over all matches, in the database alone', 'requests/s', naive);
    tell('search against plain ts_rank', 'x', ours.requestsPerSecond / naive, { least: 5 });
  } finally {
    generated.stop();
    await plain.close();
  }
}

async function medianOf(call: () => Promise<unknown>, prepare?: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let sample = -SAMPLES / 4; sample < SAMPLES; sample++) {
    await prepare?.();
    const begun = performance.now();
    await call();
    if (sample >= 0) times.push(performance.now() - begun);
  }
  return median(times);
}
