import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Progress } from '@bindery/launcher';
import { measureApp } from './app';
import { type Capacity, capacityLines, measureCapacity } from './capacity';
import { prepareChangeOperations } from './change-operations';
import { type ChangeCost, measureChanges, SMALL } from './changes';
import { chromiumPath } from './chromium';
import { BaselineComparison, type Comparison } from './compare';
import { editFigures } from './edit-figures';
import { prepareEditOperations } from './edit-operations';
import { measureEvents, type MeasuredEvents } from './events';
import { startBaseline } from './baseline-server';
import { type Growth, measureGrowth } from './growth';
import { measureContent } from './content-costs';
import { hostileSettings } from './hostile';
import { LoadGenerator } from './load';
import { MixedLoad } from './mixed-load';
import { type Operation, prepareOperations } from './operations';
import { type BenchOptions, HELP, readOptions } from './options';
import { type LoadReport, measureOverload } from './overload';
import { BenchPlatform } from './platform';
import { residentMemory } from './processor-time';
import {
  changeLine,
  changesHead,
  COMPARISON_HEAD,
  comparisonLine,
  eventsLine,
  GROWTH_HEAD,
  growthLine,
  figureLine,
} from './report';
import { measureRequestCosts, REQUEST_COSTS_HEAD, requestCostLine, type RequestCost } from './request-costs';
import { atRest } from './rest';
import { prepareSites, siteFigures } from './sites';
import { measureSearchFreshness } from './search-freshness';
import { measureSoak, soakLines } from './soak';
import type { TargetedFigure } from './targeted-figure';
import { measureTelemetry, telemetryLines, type TelemetryCost } from './telemetry';

/** How long (in milliseconds) services rest before their memory is read; by then they have given back what only their start needed. */
const REST = 15_000;

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
  content?: TargetedFigure[];
  sites?: TargetedFigure[];
  app?: TargetedFigure[];
  edits?: TargetedFigure[];
  costs?: RequestCost[];
  changes?: ChangeCost[];
  events?: MeasuredEvents;
  load?: LoadReport & { soak: Awaited<ReturnType<typeof measureSoak>> };
  capacity?: Capacity;
  telemetry?: TelemetryCost;
}

/** `npm run bench`: measures the platform against its baseline and answers once everything is stopped again. */
export async function main(args: string[]): Promise<void> {
  const options = readOptions(args);
  if (!options) return console.log(HELP);
  const progress = new Progress();
  const [loadBefore = 0] = loadavg();
  progress.line(`${availableParallelism()} processors, load ${loadBefore.toFixed(2)} before the start`);
  // It needs two platforms of its own.
  if (options.telemetry) return compareTelemetry(options, progress);
  // Events and capacity are measured in the processes of services.
  const isSingleProcess = !options.isSeparate && !options.events && !options.capacity;
  const platform = await BenchPlatform.start(progress, options.events ? hostileSettings : {}, isSingleProcess);
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
  else if (options.content) report.content = await measureContentFigures(platform, options, progress);
  else if (options.changes) await change(platform, options, progress, report);
  else if (options.edits) Object.assign(report, await measureEdits(platform, options, progress));
  else if (options.events)
    report.events = await measureEvents(
      platform,
      options.count,
      (line) => progress.line(eventsLine(line)),
      (text) => progress.step(text),
    );
  else if (options.sites) Object.assign(report, await measureSites(platform, options, progress));
  else if (options.app) report.app = await measureAppFigures(platform, options, progress);
  else if (options.load) report.load = await overload(platform, options, progress);
  else if (options.capacity) report.capacity = await capacity(platform, options, progress);
  else {
    progress.step('Filling the platform and the baseline');
    const operations = await prepareOperations(platform);
    const chosen = operations.filter(({ kind }) => kind && options.only.includes(kind));
    report.comparisons = await compareAll(platform, chosen, options, progress);
  }
  if (options.json) await writeFile(inCallersFolder(options.json), `${JSON.stringify(report, null, 2)}\n`);
  const failed = report.comparisons.reduce(
    (sum, { baseline, platform: ours }) => sum + baseline.failed + ours.failed,
    0,
  );
  if (failed > 0) throw new Error(`${failed} requests failed`);
}

async function measureSites(platform: BenchPlatform, options: BenchOptions, progress: Progress) {
  progress.step('Filling the platform and the baseline');
  const prepared = await prepareSites(platform);
  const comparisons = await compareAll(platform, prepared.operations, options, progress);
  if (!chromiumPath)
    progress.line('There is no Chromium (on the path, or as CHROMIUM_PATH) to measure the Largest Contentful Paint');
  progress.step('How soon readers see changes, and the Largest Contentful Paint');
  const sites = await siteFigures(platform, prepared, comparisons);
  for (const figure of sites) progress.line(figureLine(figure));
  return { comparisons, sites };
}

async function measureAppFigures(platform: BenchPlatform, { pages }: BenchOptions, progress: Progress) {
  progress.step('Filling the platform');
  const figures = await measureApp(platform, pages);
  for (const figure of figures) progress.line(figureLine(figure));
  return figures;
}

async function measureEdits(platform: BenchPlatform, options: BenchOptions, progress: Progress) {
  progress.step('Filling the platform and the baseline');
  const operations = await prepareEditOperations(platform);
  const comparisons = await compareAll(platform, operations, options, progress);
  await atRest(platform);
  const edits = [...editFigures(comparisons), await measureSearchFreshness(platform)];
  for (const figure of edits) progress.line(figureLine(figure));
  await atRest(platform);
  progress.step('Counting statements');
  progress.line(REQUEST_COSTS_HEAD);
  const load = new LoadGenerator();
  try {
    const show = (cost: RequestCost) => progress.line(requestCostLine(cost));
    return { comparisons, edits, costs: await measureRequestCosts(platform, load, operations, show) };
  } finally {
    load.stop();
  }
}

async function compareAll(
  platform: BenchPlatform,
  operations: readonly Operation[],
  options: BenchOptions,
  progress: Progress,
): Promise<Comparison[]> {
  const baseline = await startBaseline(platform.databaseUrl);
  const load = new LoadGenerator();
  try {
    const comparing = new BaselineComparison(platform, baseline, load, options);
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
    baseline.stop();
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

async function change(platform: BenchPlatform, options: BenchOptions, progress: Progress, report: Report) {
  const sizes = [SMALL, options.pages];
  progress.line(changesHead(sizes));
  const show = (cost: ChangeCost) => progress.line(changeLine(cost));
  const { costs, large } = await measureChanges(platform, sizes, show, (text) => progress.step(text));
  report.changes = costs;
  progress.step('Filling the baseline');
  const operations = await prepareChangeOperations(platform, large);
  report.comparisons = await compareAll(platform, operations, options, progress);
}

async function overload(platform: BenchPlatform, { pages, seconds, minutes }: BenchOptions, progress: Progress) {
  const generator = new LoadGenerator();
  try {
    progress.step(`Importing ${pages} pages`);
    const load = await MixedLoad.prepare(platform, generator, pages);
    progress.step('Mixed load, then more than can be answered');
    const measured = await measureOverload(load, seconds, (line) => progress.line(line));
    const step = (text: string) => progress.step(text);
    const soak = await measureSoak(platform, load, measured.peak.requestsPerSecond, minutes, step);
    for (const line of soakLines(soak)) progress.line(line);
    return { ...measured, soak };
  } finally {
    generator.stop();
  }
}

async function capacity(platform: BenchPlatform, options: BenchOptions, progress: Progress): Promise<Capacity> {
  const generator = new LoadGenerator();
  try {
    const measured = await measureCapacity(platform, generator, options, (text) => progress.step(text));
    for (const line of capacityLines(measured)) progress.line(line);
    return measured;
  } finally {
    generator.stop();
  }
}

async function compareTelemetry({ pages, seconds, json }: BenchOptions, progress: Progress): Promise<void> {
  const telemetry = await Promise.race([measureTelemetry(pages, seconds, progress), interrupted()]);
  for (const line of telemetryLines(telemetry)) progress.line(line);
  if (json) await writeFile(inCallersFolder(json), `${JSON.stringify({ telemetry }, null, 2)}\n`);
}

function measureContentFigures(platform: BenchPlatform, options: BenchOptions, progress: Progress) {
  const show = (figure: TargetedFigure) => progress.line(figureLine(figure));
  return measureContent(platform, options, show, (text) => progress.step(text));
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
