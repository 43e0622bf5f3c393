import type { ChangeCost } from './changes';
import type { Comparison } from './compare';
import type { Delivery } from './events';
import type { Growth } from './growth';
import type { Latency } from './latency';
import type { Figures } from './load';
import type { TargetedFigure } from './targeted-figure';

const WIDTHS = [20, 5, 10, 9, 9, 10, 9, 9, 7, 7, 8];

/** The head of the table of comparisons. */
export const COMPARISON_HEAD = [
  row(['', '', 'baseline', '', '', 'platform', '', '', '', '', '']),
  row(['operation', 'conn', 'req/s', 'p50 ms', 'p99 ms', 'req/s', 'p50 ms', 'p99 ms', 'failed', 'ratio', 'bytes']),
].join('\n');

export function comparisonLine({ operation, connections, baseline, platform, ratio, cpu }: Comparison): string {
  const failed = String(baseline.failed + platform.failed);
  const cells = [operation, String(connections), ...speed(baseline), ...speed(platform), failed];
  const line = row([...cells, ratio.toFixed(3), `${Math.round(platform.bytes)}/${Math.round(baseline.bytes)}`]);
  if (!cpu) return line;
  return [line, `  baseline    ${processorLine(cpu.baseline)}`, `  platform ${processorLine(cpu.platform)}`].join('\n');
}

function processorLine(cpu: Record<string, number>, unit = 'a request'): string {
  const sum = Object.values(cpu).reduce((total, time) => total + time, 0);
  const parts = Object.entries(cpu).map(([name, time]) => `${name} ${time}`);
  return `${sum} us of processor time ${unit}: ${parts.join(', ')}`;
}

/** A line about how soon scripts got something or what hostile ones did, or two about how much they got. */
export function eventsLine(line: Latency | Delivery | TargetedFigure): string {
  if ('value' in line) return figureLine(line);
  if ('p50' in line) return `${line.name.padEnd(26)}p50 ${line.p50.toFixed(1)} ms, p99 ${line.p99.toFixed(1)} ms`;
  const { installations, events, eventsPerSecond, transactions, cpu } = line;
  const to = installations === 1 ? 'one installation' : `${installations} installations`;
  const speed = `${events} events to ${to}: ${eventsPerSecond.toFixed(0)} a second`;
  return [`${speed}, ${transactions.toFixed(2)} transactions an event`, `  ${processorLine(cpu, 'an event')}`].join(
    '\n',
  );
}

export const GROWTH_HEAD = row([
  'space',
  '',
  'import s',
  'index s',
  'read ms',
  'factor',
  'rare ms',
  'factor',
  'common',
  'factor',
  '',
]);

/** A line of the table of growth; factors are against the smallest space of the same shape. */
export function growthLine(growth: Growth, smallest: Growth): string {
  const { pages, shape, importSeconds, indexSeconds, read, searchRare, searchCommon } = growth;
  const factor = (value: number, least: number) => `${(value / least).toFixed(2)}x`;
  return row([
    `${pages} pages, ${shape}`,
    '',
    importSeconds.toFixed(1),
    indexSeconds.toFixed(1),
    read.toFixed(2),
    factor(read, smallest.read),
    searchRare.toFixed(2),
    factor(searchRare, smallest.searchRare),
    searchCommon.toFixed(2),
    factor(searchCommon, smallest.searchCommon),
    '',
  ]);
}

/** The head of the table of what changes cost, of spaces with so many pages. */
export const changesHead = (sizes: readonly number[]): string =>
  changeRow(['', ...sizes.map((pages) => `${pages} pages`), 'factor']);

/** A line of the table of what changes cost, in milliseconds. */
export function changeLine({ name, small, large }: ChangeCost): string {
  return changeRow([name, small.toFixed(1), large.toFixed(1), `${(large / small).toFixed(2)}x`]);
}

/** A line about a figure: what it is, what it has to be, and whether it is. */
export function figureLine({ name, value, unit, target }: TargetedFigure): string {
  const shown = `${name.padEnd(56)}${value.toFixed(unit === 'x' ? 2 : 1).padStart(12)} ${unit.padEnd(11)}`;
  if (!target) return shown.trimEnd();
  const [isMet, wanted] =
    'most' in target
      ? [value <= target.most, `at most ${target.most}`]
      : [value >= target.least, `at least ${target.least}`];
  return `${shown}${wanted.padEnd(14)}${isMet ? 'met' : 'MISSED'}`;
}

function changeRow([name = '', ...cells]: string[]): string {
  return name.padEnd(30) + cells.map((cell) => cell.padStart(13)).join('');
}

function speed({ requestsPerSecond, p50, p99 }: Figures): string[] {
  return [requestsPerSecond.toFixed(0), p50.toFixed(2), p99.toFixed(2)];
}

function row([first = '', ...rest]: string[]): string {
  return (first.padEnd(WIDTHS[0]!) + rest.map((cell, at) => cell.padStart(WIDTHS[at + 1]!)).join('')).trimEnd();
}
