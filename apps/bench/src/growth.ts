import { setTimeout as sleep } from 'node:timers/promises';
import { COMMON_WORD, generator, RARE_WORD, writePages } from './documentation';
import { importPages } from './content';
import { median } from './percentile';
import type { BenchPlatform } from './platform';

/** The costs of one space; times are medians in milliseconds unless they say otherwise. */
export interface Growth {
  pages: number;
  shape: 'flat' | 'deep';
  importSeconds: number;
  /** How much later than the import search is complete. */
  indexSeconds: number;
  read: number;
  searchRare: number;
  searchCommon: number;
}

const SIZES = [100, 1_000, 10_000];
const DEPTHS = { flat: 1, deep: 10 } as const;
/** So many reads and searches, one after the other, after a quarter as many that are not counted. */
const SAMPLES = 400;
/** How long there are no requests between the imports and the measurement, in milliseconds. */
const SETTLE = 15_000;

/**
 * Imports spaces of every size and shape, then measures reading and searching each: all imports come first, because
 * what a database and a garbage collector do after a large one would be charged to the reads that follow it.
 */
export async function measureGrowth(
  platform: BenchPlatform,
  done: (growth: Growth) => void,
  step: (text: string) => void,
): Promise<Growth[]> {
  step('Warming up');
  // Warms up, as the first run is slower at any size.
  await timesOf(platform, await imported(platform, SIZES[0]! / 2, 'flat'));
  const spaces: ImportedSpace[] = [];
  for (const pages of SIZES) {
    for (const shape of ['flat', 'deep'] as const) {
      step(`Importing ${pages} pages, ${shape}`);
      spaces.push(await imported(platform, pages, shape));
    }
  }
  step('Letting the database settle');
  await sleep(SETTLE);
  const results: Growth[] = [];
  for (const space of spaces) {
    step(`${space.pages} pages, ${space.shape}`);
    const { pages, shape, importSeconds, indexSeconds } = space;
    const growth = { pages, shape, importSeconds, indexSeconds, ...(await timesOf(platform, space)) };
    results.push(growth);
    done(growth);
  }
  return results;
}

interface ImportedSpace extends Pick<Growth, 'pages' | 'shape' | 'importSeconds' | 'indexSeconds'> {
  id: string;
  pageIds: string[];
}

async function imported(platform: BenchPlatform, count: number, shape: Growth['shape']): Promise<ImportedSpace> {
  const title = `${count} pages, ${shape}`;
  const depth = DEPTHS[shape];
  // Documents that a space before has are stored and indexed already.
  const files = writePages(count, depth);
  const { id, pages, importedIn, searchableIn } = await importPages(platform, title, files, depth);
  if (pages.length !== count) throw new Error(`The space has ${pages.length} of ${count} pages`);
  const pageIds = pages.map((page) => page.id);
  return { id, pageIds, pages: count, shape, importSeconds: importedIn / 1_000, indexSeconds: searchableIn / 1_000 };
}

async function timesOf(platform: BenchPlatform, { id, pageIds }: ImportedSpace) {
  const random = generator(1);
  const anyPage = () => `/spaces/${id}/content/page/${pageIds[Math.floor(random() * pageIds.length)]!}`;
  return {
    read: await timeOf(platform, anyPage),
    searchRare: await timeOf(platform, () => `/spaces/${id}/search?query=${RARE_WORD}`),
    searchCommon: await timeOf(platform, () => `/spaces/${id}/search?query=${COMMON_WORD}`),
  };
}

async function timeOf({ api }: BenchPlatform, path: () => string): Promise<number> {
  const times: number[] = [];
  for (let sample = -SAMPLES / 4; sample < SAMPLES; sample++) {
    const asked = path();
    const begun = performance.now();
    await api.get(asked);
    if (sample >= 0) times.push(performance.now() - begun);
  }
  return median(times);
}
