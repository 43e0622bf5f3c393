import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Progress } from '../console/progress';
import { type ChangeCost, measureChanges } from './changes';
import { Comparing, type Comparison } from './compare';
import { startFloor } from './floor-server';
import { type Growth, measureGrowth } from './growth';
import { LoadGenerator } from './load';
import { prepareOperations } from './operations';
import { type BenchOptions, HELP, readOptions } from './options';
import { BenchPlatform } from './platform';
import { residentMemory } from './processor-time';
import { changeLine, CHANGES_HEAD, COMPARISON_HEAD, comparisonLine, GROWTH_HEAD, growthLine } from './report';

/** How long (in milliseconds) services rest before their memory is read. */
const REST = 3_000;

interface Report {
  at: string;
  node: string;
  processors: string;
  loadBefore: number;
  startMilliseconds: number;
  /** Resident memory in MiB of each process, idle after the start. */
  idleMemory: Record<string, number>;
  comparisons: Comparison[];
  growth: Growth[];
  changes?: Awaited<ReturnType<typeof measureChanges>>;
}

/** `npm run bench`: measures the platform against its floor and answers once everything is stopped again. */
export async function main(args: string[]): Promise<void> {
  const options = readOptions(args);
  if (!options) return console.log(HELP);
  const progress = new Progress();
  const [loadBefore = 0] = loadavg();
  progress.line(`${availableParallelism()} processors, load ${loadBefore.toFixed(2)} before the start`);
  const platform = await BenchPlatform.start(progress);
  try {
    const work = measure(platform, options, progress, loadBefore);
    await Promise.race([work, interrupted()]);
  } finally {
    await platform.stop();
  }
}

async function measure(platform: BenchPlatform, options: BenchOptions, progress: Progress, loadBefore: number) {
  const report: Report = {
    at: new Date().toISOString(),
    node: process.version,
    processors: `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}`,
    loadBefore,
    startMilliseconds: Math.round(platform.startedIn),
    idleMemory: await idleMemory(platform),
    comparisons: [],
    growth: [],
  };
  const memory = Object.entries(report.idleMemory).map(([name, size]) => `${name} ${size}`);
  if (memory.length > 0) progress.line(`Idle memory in MiB: ${memory.join(', ')}`);
  if (options.growth) report.growth = await grow(platform, progress);
  else if (options.changes) report.changes = await change(platform, progress);
  else report.comparisons = await compareAll(platform, options, progress);
  if (options.json) await writeFile(inCallersFolder(options.json), `${JSON.stringify(report, null, 2)}\n`);
  const failed = report.comparisons.reduce((sum, { floor, platform: ours }) => sum + floor.failed + ours.failed, 0);
  if (failed > 0) throw new Error(`${failed} requests failed`);
}

async function compareAll(platform: BenchPlatform, options: BenchOptions, progress: Progress): Promise<Comparison[]> {
  progress.step('Filling the platform and the floor');
  const all = await prepareOperations(platform);
  const operations = all.filter(({ kind }) => options.only.includes(kind));
  const floor = await startFloor(platform.databaseUrl);
  const load = new LoadGenerator();
  try {
    const comparing = new Comparing(platform, floor, load, options);
    progress.step('Warming up');
    for (const operation of operations) await comparing.warmUp(operation);
    progress.line(COMPARISON_HEAD);
    const comparisons: Comparison[] = [];
    for (const operation of operations) {
      for (const connections of options.connections) {
        progress.step(`${operation.name}, ${connections} connections`);
        const comparison = await comparing.compare(operation, connections);
        comparisons.push(comparison);
        progress.line(comparisonLine(comparison));
      }
    }
    return comparisons;
  } finally {
    load.stop();
    floor.stop();
  }
}

async function grow(platform: BenchPlatform, progress: Progress): Promise<Growth[]> {
  progress.line(GROWTH_HEAD);
  const smallest = new Map<string, Growth>();
  const show = (growth: Growth) => {
    if (!smallest.has(growth.shape)) smallest.set(growth.shape, growth);
    progress.line(growthLine(growth, smallest.get(growth.shape)!));
  };
  return measureGrowth(platform, show, (text) => progress.step(text));
}

async function change(platform: BenchPlatform, progress: Progress) {
  progress.line(CHANGES_HEAD);
  const show = (cost: ChangeCost) => progress.line(changeLine(cost));
  const measured = await measureChanges(platform, show, (text) => progress.step(text));
  progress.line(`Edits a second by 64 at once: ${measured.editsPerSecond.toFixed(0)}`);
  return measured;
}

async function idleMemory(platform: BenchPlatform): Promise<Record<string, number>> {
  await delay(REST);
  const sizes = await Promise.all(
    Object.entries(await platform.processes()).map(async ([name, pid]) => [name, await residentMemory(pid)] as const),
  );
  return Object.fromEntries(sizes.flatMap(([name, size]) => (size === undefined ? [] : [[name, size]])));
}

/** npm runs its scripts in the folder of the workspace, not where the user is. */
function inCallersFolder(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path);
}

/** Rejects on Ctrl-C, so that what was started is stopped. */
function interrupted(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => reject(new Error('Interrupted')));
  });
}
