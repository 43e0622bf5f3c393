import { median } from './percentile';
import type { MixedLoad } from './mixed-load';
import type { BenchPlatform } from './platform';
import { residentMemory } from './processor-time';

/** The load, as a share of the platform's peak. */
const SHARE = 0.5;
const CONNECTIONS = 32;
/** Seconds between two looks. */
const EVERY = 10;

interface MemoryGrowth {
  /** MiB, the medians of the second and of the last quarter: the first fills caches. */
  early: number;
  late: number;
}

/** Loads the platform for so many minutes and measures the growth of each process's memory. */
export async function measureSoak(
  platform: BenchPlatform,
  load: MixedLoad,
  peak: number,
  minutes: number,
  step: (text: string) => void,
): Promise<{ growth: Record<string, MemoryGrowth>; failed: number; unsent: number }> {
  const samples = new Map<string, number[]>();
  const rounds = Math.max(4, Math.round((minutes * 60) / EVERY));
  const rate = Math.max(1, Math.round(peak * SHARE));
  let failed = 0;
  let unsent = 0;
  for (let round = 1; round <= rounds; round++) {
    step(`Soak: ${Math.round((round * EVERY) / 60)} of ${minutes} minutes, ${failed} failed`);
    const figures = await load.run(EVERY, CONNECTIONS, rate);
    failed += figures.failed;
    unsent += figures.unsent;
    for (const [name, pid] of Object.entries(await platform.processes())) {
      const size = await residentMemory(pid);
      if (size !== undefined) samples.set(name, [...(samples.get(name) ?? []), size]);
    }
  }
  const quarter = Math.floor(rounds / 4);
  const growth = [...samples].map(([name, sizes]) => {
    const early = median(sizes.slice(quarter, 2 * quarter));
    return [name, { early, late: median(sizes.slice(-quarter)) }] as const;
  });
  return { growth: Object.fromEntries(growth), failed, unsent };
}

export function soakLines({ growth, failed, unsent }: Awaited<ReturnType<typeof measureSoak>>): string[] {
  const lines = Object.entries(growth).map(([name, { early, late }]) => {
    const change = (late / early - 1) * 100;
    return `${name.padEnd(20)}${early.toFixed(0).padStart(6)} MiB${late.toFixed(0).padStart(6)} MiB${`${change.toFixed(1)} %`.padStart(9)}`;
  });
  return [
    'memory in the soak     early      late   change',
    ...lines,
    `${failed} requests of the soak failed, ${unsent} found no connection free`,
  ];
}
