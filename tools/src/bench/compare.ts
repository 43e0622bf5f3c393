import type { FloorServer } from './floor-server';
import type { Figures, LoadGenerator } from './load';
import type { Operation } from './operations';
import type { BenchOptions } from './options';
import type { BenchPlatform } from './platform';
import { processorTime } from './processor-time';

/** One operation at one number of connections: the floor and the platform, measured one after the other. */
export interface Comparison {
  operation: string;
  connections: number;
  floor: Figures;
  platform: Figures;
  /** Requests per second of the platform against those of the floor. */
  ratio: number;
  /** Microseconds of processor time that a request takes in each process, asked of the one and of the other. */
  cpu?: { floor: Record<string, number>; platform: Record<string, number> };
}

/** Seconds that each operation runs on each side before anything is measured. */
const WARM_UP = 2;
const WARM_UP_CONNECTIONS = 32;

export class Comparing {
  constructor(
    private readonly platform: BenchPlatform,
    private readonly floor: FloorServer,
    private readonly load: LoadGenerator,
    private readonly options: BenchOptions,
  ) {}

  async warmUp(operation: Operation): Promise<void> {
    await this.measureFloor(operation, WARM_UP_CONNECTIONS, WARM_UP);
    await this.measurePlatform(operation, WARM_UP_CONNECTIONS, WARM_UP);
  }

  async compare(operation: Operation, connections: number): Promise<Comparison> {
    const { seconds } = this.options;
    const floor = await this.timed(() => this.measureFloor(operation, connections, seconds));
    const platform = await this.timed(() => this.measurePlatform(operation, connections, seconds));
    return {
      operation: operation.name,
      connections,
      floor: floor.figures,
      platform: platform.figures,
      ratio: platform.figures.requestsPerSecond / floor.figures.requestsPerSecond,
      ...(floor.cpu && platform.cpu && { cpu: { floor: floor.cpu, platform: platform.cpu } }),
    };
  }

  private async timed(measure: () => Promise<Figures>): Promise<{ figures: Figures; cpu?: Record<string, number> }> {
    if (!this.options.cpu) return { figures: await measure() };
    const names = await this.names();
    const before = await processorTime(names);
    const figures = await measure();
    return { figures, cpu: perRequest(before, await processorTime(names), figures.requests) };
  }

  private measureFloor(operation: Operation, connections: number, seconds: number): Promise<Figures> {
    const { url } = this.floor;
    return this.load.run({
      url,
      token: 'none',
      requests: operation.floor,
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
    return new Map([...services, [this.load.pid, 'load generator'], [this.floor.pid, 'floor']]);
  }
}

function perRequest(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  requests: number,
): Record<string, number> {
  const used = [...after].map(([name, sum]) => [name, Math.round((sum - (before.get(name) ?? 0)) / requests)] as const);
  return Object.fromEntries(used.filter(([, time]) => time > 0).sort(([, a], [, b]) => b - a));
}
