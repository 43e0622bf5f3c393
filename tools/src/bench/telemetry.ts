import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Progress } from '../console/progress';
import { LoadGenerator } from './load';
import { MixedLoad } from './mixed-load';
import { median } from './percentile';
import { BenchPlatform } from './platform';
import { processorTime } from './processor-time';

const CONNECTIONS = 32;
const WARM_UP = 5;
/** The two platforms take turns, so that what else the machine does meets both. */
const ROUNDS = 5;

interface Side {
  platform: BenchPlatform;
  load: MixedLoad;
  rates: number[];
  /** Microseconds of processor time that a request takes in gateway and services. */
  times: number[];
}

export interface TelemetryCost {
  without: { requestsPerSecond: number; processorTime: number };
  traced: { requestsPerSecond: number; processorTime: number };
}

/** Measures the mixed load on a platform that traces every request and on one that does not. */
export async function measureTelemetry(pages: number, seconds: number, progress: Progress): Promise<TelemetryCost> {
  let received = 0;
  const collector = createServer((request, response) => {
    request.on('data', (data: Buffer) => (received += data.length));
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const generator = new LoadGenerator();
  const platforms: BenchPlatform[] = [];
  try {
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const sides: Side[] = [];
    const both: Record<string, string>[] = [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }];
    for (const settings of both) {
      const platform = await BenchPlatform.start(progress, settings);
      platforms.push(platform);
      const load = await MixedLoad.prepare(platform, generator, pages);
      sides.push({ platform, load, rates: [], times: [] });
    }
    for (const { load } of sides) await load.run(WARM_UP, CONNECTIONS);
    for (let round = 1; round <= ROUNDS; round++) {
      progress.step(`Round ${round} of ${ROUNDS}`);
      for (const side of round % 2 === 1 ? sides : sides.toReversed()) await measure(side, seconds);
    }
    if (received === 0) throw new Error('The collector received nothing');
    const [without, traced] = sides.map(({ rates, times }) => ({
      requestsPerSecond: median(rates),
      processorTime: median(times),
    }));
    return { without: without!, traced: traced! };
  } finally {
    generator.stop();
    await Promise.all(platforms.map((platform) => platform.stop()));
    collector.close();
  }
}

async function measure({ platform, load, rates, times }: Side, seconds: number): Promise<void> {
  const names = new Map(Object.entries(await platform.processes()).map(([name, pid]) => [pid, name] as const));
  const before = await processorTime(names);
  const figures = await load.run(seconds, CONNECTIONS);
  if (figures.failed > 0) throw new Error(`${figures.failed} requests failed`);
  const after = await processorTime(names);
  const used = [...names.values()].reduce((sum, name) => sum + (after.get(name) ?? 0) - (before.get(name) ?? 0), 0);
  rates.push(figures.requestsPerSecond);
  times.push(used / figures.requests);
}

export function telemetryLines({ without, traced }: TelemetryCost): string[] {
  const line = (name: string, { requestsPerSecond, processorTime: time }: TelemetryCost['traced']) =>
    `${name.padEnd(12)}${requestsPerSecond.toFixed(0).padStart(8)} req/s${time.toFixed(0).padStart(8)} us of processor time a request`;
  const change = (now: number, before: number) => `${((now / before - 1) * 100).toFixed(1)} %`;
  return [
    line('untraced', without),
    line('traced', traced),
    `throughput ${change(traced.requestsPerSecond, without.requestsPerSecond)}, processor time ${change(traced.processorTime, without.processorTime)}`,
  ];
}
