import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Progress } from '@bindery/launcher';
import { LoadGenerator } from './load';
import { MixedLoad } from './mixed-load';
import { median } from './percentile';
import { BenchPlatform } from './platform';
import { processorTime } from './processor-time';

const CONNECTIONS = 32;
/** Seconds. */
const WARM_UP = 10;
/** The platforms take short turns, and those of one round are compared, so that what else the machine does meets all. */
const ROUNDS = 16;

const settings = {
  untraced: {},
  'as it is set': { collected: true },
  'every trace': { collected: true, OTEL_TRACES_SAMPLER_ARG: '1' },
};
type Tracing = keyof typeof settings;

interface Turn {
  requestsPerSecond: number;
  /** Microseconds that a request takes in gateway and services. */
  processorTime: number;
}

interface Side {
  tracing: Tracing;
  platform: BenchPlatform;
  load: MixedLoad;
  turns: Turn[];
}

/** Of each way to trace: medians, and those of the ratios to the untraced platform's figures of the same round. */
export type TelemetryCost = Record<Tracing, Turn & { throughputRatio: number; processorTimeRatio: number }>;

/** Measures the mixed load on platforms that trace nothing, the default share of requests, and all. */
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
    for (const [tracing, { collected, ...others }] of Object.entries<{ collected?: boolean }>(settings)) {
      const platform = await BenchPlatform.start(progress, {
        ...others,
        ...(collected && { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
      });
      platforms.push(platform);
      const load = await MixedLoad.prepare(platform, generator, pages);
      sides.push({ tracing: tracing as Tracing, platform, load, turns: [] });
    }
    for (const { load } of sides) await load.run(WARM_UP, CONNECTIONS);
    for (let round = 1; round <= ROUNDS; round++) {
      progress.step(`Round ${round} of ${ROUNDS}`);
      for (const side of round % 2 === 1 ? sides : sides.toReversed()) side.turns.push(await turn(side, seconds));
    }
    if (received === 0) throw new Error('The collector received nothing');
    return Object.fromEntries(
      sides.map(({ tracing, turns }) => [tracing, cost(turns, sides[0]!.turns)]),
    ) as TelemetryCost;
  } finally {
    generator.stop();
    await Promise.all(platforms.map((platform) => platform.stop()));
    collector.close();
  }
}

async function turn({ platform, load }: Side, seconds: number): Promise<Turn> {
  const names = new Map(Object.entries(await platform.processes()).map(([name, pid]) => [pid, name] as const));
  const before = await processorTime(names);
  const { failed, requests, requestsPerSecond } = await load.run(seconds, CONNECTIONS);
  if (failed > 0) throw new Error(`${failed} requests failed`);
  const after = await processorTime(names);
  const used = [...names.values()].reduce((sum, name) => sum + (after.get(name) ?? 0) - (before.get(name) ?? 0), 0);
  return { requestsPerSecond, processorTime: used / requests };
}

function cost(turns: readonly Turn[], untraced: readonly Turn[]): TelemetryCost[Tracing] {
  const of = (key: keyof Turn) => median(turns.map((figures) => figures[key]));
  const ratio = (key: keyof Turn) => median(turns.map((figures, round) => figures[key] / untraced[round]![key]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    processorTime: of('processorTime'),
    throughputRatio: ratio('requestsPerSecond'),
    processorTimeRatio: ratio('processorTime'),
  };
}

export function telemetryLines(telemetry: TelemetryCost): string[] {
  const change = (ratio: number) => `${((ratio - 1) * 100).toFixed(1)} %`;
  return Object.entries(telemetry).map(
    ([tracing, { requestsPerSecond, processorTime: time, throughputRatio, processorTimeRatio }]) =>
      [
        `${tracing.padEnd(13)}${requestsPerSecond.toFixed(0).padStart(6)} req/s (${change(throughputRatio)})`,
        `${time.toFixed(0)} us of processor time a request (${change(processorTimeRatio)})`,
      ].join(', '),
  );
}
