import { setTimeout as delay } from 'node:timers/promises';
import type { BenchPlatform } from './platform';
import { processorTime } from './processor-time';

/** Milliseconds between two looks. */
const LOOK_EVERY = 1_000;
/** Milliseconds that are waited at most. */
const LONGEST = 120_000;
/** The share of one processor that all processes of an idle platform use together. */
const AT_REST = 0.15;

/** Waits until what follows of earlier work in the background is done, or it would share the processors with what is measured next. */
export async function atRest(platform: BenchPlatform): Promise<void> {
  const used = async () => {
    const names = new Map(Object.entries(await platform.processes()).map(([name, pid]) => [pid, name] as const));
    const times = await processorTime(names);
    return [...names.values()].reduce((sum, name) => sum + (times.get(name) ?? 0), 0);
  };
  for (const end = Date.now() + LONGEST; Date.now() < end;) {
    const [before, begun] = [await used(), performance.now()];
    await delay(LOOK_EVERY);
    // Microseconds of processor time against milliseconds that went by.
    if (((await used()) - before) / 1_000 / (performance.now() - begun) < AT_REST) return;
  }
}
