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
  /** Microseconds of processor time that a request to the platform takes in each process. */
  cpu?: Record<string, number>;
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
    const { seconds, cpu } = this.options;
    const floor = await this.measureFloor(operation, connections, seconds);
    const names = await this.names();
    const before = cpu ? await processorTime(names) : undefined;
    const platform = await this.measurePlatform(operation, connections, seconds);
    const after = cpu ? await processorTime(names) : undefined;
    return {
      operation: operation.name,
      connections,
      floor,
      platform,
      ratio: platform.requestsPerSecond / floor.requestsPerSecond,
      ...(before && after && { cpu: perRequest(before, after, platform.requests) }),
    };
  }

  private measureFloor(operation: Operation, connections: number, seconds: number): Promise<Figures> {
    const { url } = this.floor;
    return this.load.run({ url, token: 'none', paths: operation.floor, connections, seconds });
  }

  private measurePlatform(operation: Operation, connections: number, seconds: number): Promise<Figures> {
    const { baseUrl: url, token } = this.platform.developer;
    return this.load.run({ url, token, paths: operation.platform, connections, seconds });
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
