import { median, percentile } from './percentile';

/** Milliseconds that something took: the median of several, and what 99 in 100 do not exceed. */
export interface Latency {
  name: string;
  p50: number;
  p99: number;
}

/** Measures one after the other; `prepare` comes before each and does not count. */
export async function sampled(
  name: string,
  samples: number,
  measure: () => Promise<number>,
  prepare: () => Promise<void> = () => Promise.resolve(),
): Promise<Latency> {
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    await prepare();
    times.push(await measure());
  }
  const sorted = times.toSorted((one, other) => one - other);
  return { name, p50: median(times), p99: percentile(sorted, 0.99) };
}

/** Milliseconds that an action takes. */
export async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}
