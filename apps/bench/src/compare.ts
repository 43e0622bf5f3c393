import type { BaselineServer } from './baseline-server';
import { inTurns, type Figures, type LoadGenerator } from './load';
import type { Operation } from './operations';
import type { BenchOptions } from './options';
import type { BenchPlatform } from './platform';
import { processorTime } from './processor-time';
import { atRest } from './rest';

/** One operation at one number of connections: the baseline and the platform, measured in turn. */
export interface Comparison {
  operation: string;
  connections: number;
  baseline: Figures;
  platform: Figures;
  /** Requests per second of the platform against those of the baseline. */
  ratio: number;
  /** Microseconds of processor time that a request takes in each process, asked of the one and of the other. */
  cpu?: { baseline: Record<string, number>; platform: Record<string, number> };
}

/**
 * Seconds that each operation runs on each side before anything is measured. V8 compiles the code of both sides to its fastest form
 * only after some thousand requests: before, one request alone takes 2.5 times the processor time.
 */
const WARM_UP = 6;
const WARM_UP_CONNECTIONS = 32;
/**
 * How often both sides are measured in turn. The memory of a virtual machine may be several times slower from one minute to the
 * next, when its neighbours are busy: then it is slower for both.
 */
const TURNS = 4;

interface Measurement {
  figures: Figures;
  /** Microseconds of processor time in each process. */
  cpu?: Record<string, number>;
}

export class BaselineComparison {
  constructor(
    private readonly platform: BenchPlatform,
    private readonly baseline: BaselineServer,
    private readonly load: LoadGenerator,
    private readonly options: BenchOptions,
  ) {}

  async warmUp(operation: Operation): Promise<void> {
    await this.measureBaseline(operation, WARM_UP_CONNECTIONS, WARM_UP);
    await this.measurePlatform(operation, WARM_UP_CONNECTIONS, WARM_UP);
  }

  async compare(operation: Operation, connections: number): Promise<Comparison> {
    const seconds = this.options.seconds / TURNS;
    const turns: { baseline: Measurement; platform: Measurement }[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      await atRest(this.platform);
      turns.push({
        baseline: await this.timed(() => this.measureBaseline(operation, connections, seconds)),
        platform: await this.timed(() => this.measurePlatform(operation, connections, seconds)),
      });
    }
    const baseline = together(turns.map((turn) => turn.baseline));
    const platform = together(turns.map((turn) => turn.platform));
    return {
      operation: operation.name,
      connections,
      baseline: baseline.figures,
      platform: platform.figures,
      ratio: platform.figures.requestsPerSecond / baseline.figures.requestsPerSecond,
      ...(baseline.cpu && platform.cpu && { cpu: { baseline: baseline.cpu, platform: platform.cpu } }),
    };
  }

  private async timed(measure: () => Promise<Figures>): Promise<Measurement> {
    if (!this.options.cpu) return { figures: await measure() };
    const names = await this.names();
    const before = await processorTime(names);
    const figures = await measure();
    return { figures, cpu: used(before, await processorTime(names)) };
  }

  private measureBaseline(operation: Operation, connections: number, seconds: number): Promise<Figures> {
    const { url } = this.baseline;
    return this.load.run({
      url,
      token: 'none',
      requests: operation.baseline,
      alone: operation.alone,
      connections,
      seconds,
    });
  }

  private measurePlatform(operation: Operation, connections: number, seconds: number): Promise<Figures> {
    const { baseUrl: url, token } = this.platform.developer;
    return this.load.run({ url, token, requests: operation.platform, alone: operation.alone, connections, seconds });
  }

  private async names(): Promise<Map<number, string>> {
    const services = Object.entries(await this.platform.processes()).map(([name, pid]) => [pid, name] as const);
    return new Map([...services, [this.load.pid, 'load generator'], [this.baseline.pid, 'baseline']]);
  }
}

function used(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...after].map(([name, sum]) => [name, sum - (before.get(name) ?? 0)]));
}

/** All turns of one side, with the processor time of a request. */
function together(turns: Measurement[]): Measurement {
  const figures = inTurns(turns.map((turn) => turn.figures));
  if (!turns[0]?.cpu) return { figures };
  const requests = figures.requests;
  const cpu = Object.keys(turns[0].cpu)
    .map(
      (name) => [name, Math.round(turns.reduce((sum, turn) => sum + (turn.cpu?.[name] ?? 0), 0) / requests)] as const,
    )
    .filter(([, time]) => time > 0)
    .sort(([, a], [, b]) => b - a);
  return { figures, cpu: Object.fromEntries(cpu) };
}
