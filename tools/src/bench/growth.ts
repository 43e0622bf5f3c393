import { COMMON_WORD, generator, RARE_WORD, writePages } from './documentation';
import { importPages } from './content';
import { median } from './percentile';
import type { BenchPlatform } from './platform';

/** What one space costs; times are medians in milliseconds unless they say otherwise. */
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

/** Imports spaces of every size and shape and measures reading and searching each. */
export async function measureGrowth(
  platform: BenchPlatform,
  done: (growth: Growth) => void,
  step: (text: string) => void,
): Promise<Growth[]> {
  const results: Growth[] = [];
  // What runs for the first time runs slower, whatever its size.
  step('Warming up');
  await measure(platform, SIZES[0]! / 2, 'flat');
  for (const pages of SIZES) {
    for (const shape of ['flat', 'deep'] as const) {
      step(`${pages} pages, ${shape}`);
      const growth = await measure(platform, pages, shape);
      results.push(growth);
      done(growth);
    }
  }
  return results;
}

async function measure(platform: BenchPlatform, count: number, shape: Growth['shape']): Promise<Growth> {
  const title = `${count} pages, ${shape}`;
  const { id, pages, importedIn, searchableIn } = await importPages(
    platform,
    title,
    // Documents that a space before has are stored and indexed already.
    writePages(count, DEPTHS[shape]),
    DEPTHS[shape],
  );
  if (pages.length !== count) throw new Error(`The space has ${pages.length} of ${count} pages`);
  const random = generator(1);
  const anyPage = () => `/spaces/${id}/content/page/${pages[Math.floor(random() * count)]!.id}`;
  return {
    pages: count,
    shape,
    importSeconds: importedIn / 1_000,
    indexSeconds: searchableIn / 1_000,
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
