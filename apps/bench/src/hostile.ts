import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostileScripts } from './hostile-scripts';
import { sampled, timed, type Latency } from './latency';
import { median } from './percentile';
import type { BenchPlatform } from './platform';
import type { TargetedFigure } from './targeted-figure';

/** The effect of one organization's hostile scripts on others. */
export interface MeasuredHostile {
  latencies: Latency[];
  figures: TargetedFigure[];
}

/** The settings of this benchmark: a short limit of time, so that hostile scripts use it up without making the benchmark long. */
export const hostileSettings = { RUNTIME_TIME: '1000' };

/** Milliseconds from the limit of a script within which its process has to have ended. */
const mostOverrun = 100;
/** How many times as long others may wait beside hostile scripts (p99). */
const mostDelay = 2;
/** How often each script is called alone. */
const ROUNDS = 3;
/** How often others are called beside all of them: for longer than the platform needs to find the harmful scripts. */
const SAMPLES = 4_000;
/** Milliseconds after the answer to a script in which its process ends at the latest. */
const AFTERMATH = 300;

/**
 * Publishes all hostile scripts as the second organization. Calls each alone, to measure how soon its process ends once its time is
 * over, and then all at the same time, while a script (`calm`, an integration) of the first organization and the API are
 * called. The server inside, which they try to reach, counts its connections.
 */
export async function measureHostile(
  platform: BenchPlatform,
  calm: string,
  step: (text: string) => void,
): Promise<MeasuredHostile> {
  let connections = 0;
  const inside = createServer((_request, response) => response.end()).on('connection', () => connections++);
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  try {
    const addresses = await publish(platform, (inside.address() as AddressInfo).port);
    const overruns: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      step(`${addresses.length} hostile scripts, each alone, ${round} of ${ROUNDS}`);
      for (const address of addresses) overruns.push(...(await overrunsOf(platform, address)));
    }
    step(`Others beside ${addresses.length} hostile scripts`);
    const latencies = await neighbours(platform, calm, addresses);
    return { latencies, figures: figuresOf(overruns, latencies, connections) };
  } finally {
    inside.close();
  }
}

async function publish({ api, developer }: BenchPlatform, inside: number): Promise<string[]> {
  const { secondOrganization: organization, baseUrl } = developer;
  const scripts = hostileScripts({ inside, redirecting: `${baseUrl}/`, otherScript: 'other@1' });
  const addresses: string[] = [];
  for (const [at, { source: script }] of scripts.entries()) {
    const name = `bench-hostile-${at + 1}`;
    const manifest = { title: 'Hostile', description: 'Means harm', scopes: [], organization, script };
    await api.post(`/integrations/${name}`, manifest);
    addresses.push(`${baseUrl}/integrations/${name}/x`);
  }
  return addresses;
}

/** Milliseconds from the limit to the end of each process that is killed for a request. */
async function overrunsOf(platform: BenchPlatform, address: string): Promise<number[]> {
  const before = await toldOverruns(platform);
  await ask(address);
  await sleep(AFTERMATH);
  const after = await toldOverruns(platform);
  const count = after.count - before.count;
  return count === 0 ? [] : Array<number>(count).fill(((after.sum - before.sum) / count) * 1_000);
}

/** The service's metric of overruns so far; `sum` in seconds. */
async function toldOverruns(platform: BenchPlatform): Promise<{ count: number; sum: number }> {
  const text = await platform.metrics('integrations');
  const read = (part: string) =>
    Number(new RegExp(`^bindery_script_overrun_seconds_${part}\\{.*\\} (.+)$`, 'm').exec(text)?.[1] ?? 0);
  return { count: read('count'), sum: read('sum') };
}

/** The latencies of others, alone and while each of the scripts is called again and again. */
async function neighbours({ api, developer }: BenchPlatform, calm: string, addresses: string[]): Promise<Latency[]> {
  const measure = async (when: string) => [
    await sampled(`a script, ${when}`, SAMPLES, () => timed(() => ask(`${developer.baseUrl}/integrations/${calm}/x`))),
    await sampled(`API, ${when}`, SAMPLES, () =>
      timed(() => api.get(`/orgs/${developer.organization}/spaces?limit=10`)),
    ),
  ];
  // Warms up, as compilation on first use is part of neither.
  await measure('warming up');
  const alone = await measure('alone');
  let isOver = false;
  const attacks = addresses.map(async (address) => {
    while (!isOver) await ask(address);
  });
  const beside = await measure('beside hostile').finally(() => (isOver = true));
  await Promise.all(attacks);
  return [...alone, ...beside];
}

function figuresOf(overruns: number[], latencies: Latency[], connections: number): TargetedFigure[] {
  const [script, api, scriptBeside, apiBeside] = latencies.map(({ p99 }) => p99) as [number, number, number, number];
  const most = mostDelay;
  return [
    { name: `limit to exit of ${overruns.length} killed processes, p50`, value: median(overruns), unit: 'ms' },
    { name: 'limit to exit, the longest', value: Math.max(...overruns), unit: 'ms', target: { most: mostOverrun } },
    { name: 'p99 of a script beside hostile ones', value: scriptBeside / script, unit: 'x', target: { most } },
    { name: 'p99 of the API beside hostile scripts', value: apiBeside / api, unit: 'x', target: { most } },
    { name: 'connections to what is inside', value: connections, unit: 'connections', target: { most: 0 } },
  ];
}

/** Calls a script, and ignores the outcome. */
const ask = async (address: string): Promise<void> => void (await (await fetch(address)).arrayBuffer());
