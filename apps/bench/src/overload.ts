import type { Figures } from './load';
import type { MixedLoad } from './mixed-load';
import type { Rejections } from './probe';

const WARM_UP = 5;
const PEAK_CONNECTIONS = 64;
/** The connections that keep sending while they are refused: enough not to be held back by their own waiting. */
const CROWD = 600;
/** How many times the load that is answered at most. */
const FACTORS = [3, 10];
/** The share of the peak load after the crowd has gone. */
const AFTERWARDS = 0.5;
const RECOVERY = 10;

interface Overload {
  factor: number;
  figures: Figures;
  /** As a light client sees them, which sends requests beside the crowd. */
  rejections: Rejections;
  /** Answers with success against those at the peak. */
  goodput: number;
  /** Seconds until all requests were answered again; undefined where it was not within ten. */
  recoveredIn?: number;
}

export interface LoadReport {
  peak: Figures;
  overloads: Overload[];
}

/**
 * Sends several times the load that can be answered, and measures how long the effect lasts. The figures have the real rate of
 * the crowd beside the answers, as its clients send no more than their connections take. The time of a rejection is measured by
 * two clocks: that of clients with little to do (`Probe`), which is the time of the platform and the machine, and that of the
 * crowd, which adds the time of the generator itself and the time until its many new connections are accepted.
 */
export async function measureOverload(
  load: MixedLoad,
  seconds: number,
  done: (line: string) => void,
): Promise<LoadReport> {
  await load.run(WARM_UP, PEAK_CONNECTIONS);
  const peak = await load.run(seconds, PEAK_CONNECTIONS);
  done(OVERLOAD_HEAD);
  done(overloadLine('peak', peak, 1));
  const overloads: Overload[] = [];
  for (const factor of FACTORS) {
    const rate = Math.round(peak.requestsPerSecond * factor);
    const { figures, rejections } = await load.crowd(seconds, CROWD, rate);
    const goodput = figures.requestsPerSecond / peak.requestsPerSecond;
    const recoveredIn = await recovery(load, peak);
    const measured = { factor, figures, rejections, goodput, recoveredIn };
    overloads.push(measured);
    done(overloadLine(`${factor} times`, figures, goodput, measured));
  }
  return { peak, overloads };
}

/** Seconds until a second in which all requests are answered, half of them as fast as at the peak. */
async function recovery(load: MixedLoad, peak: Figures): Promise<number | undefined> {
  const rate = Math.max(1, Math.round(peak.requestsPerSecond * AFTERWARDS));
  const begun = performance.now();
  for (let second = 0; second < RECOVERY; second++) {
    const { failed, unsent, p50 } = await load.run(1, PEAK_CONNECTIONS, rate);
    if (failed + unsent === 0 && p50 <= peak.p50) return (performance.now() - begun) / 1_000;
  }
  return undefined;
}

const WIDTHS = [12, 11, 9, 10, 9, 9, 10, 14, 14, 12, 13];
const row = (cells: string[]): string =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(WIDTHS[at]!) : cell.padStart(WIDTHS[at]!))).join('');

const OVERLOAD_HEAD = row([
  'load',
  'offered/s',
  'good/s',
  'of peak',
  'p50 ms',
  'p99 ms',
  'rejected',
  'rejected p50',
  'rejected p99',
  'by crowd',
  'normal in s',
]);

function overloadLine(name: string, figures: Figures, goodput: number, overload?: Overload): string {
  const { offeredPerSecond, requestsPerSecond, p50, p99, rejected, rejectedP99, failed } = figures;
  const line = row([
    name,
    offeredPerSecond.toFixed(0),
    requestsPerSecond.toFixed(0),
    `${(goodput * 100).toFixed(0)} %`,
    p50.toFixed(1),
    p99.toFixed(1),
    String(rejected),
    ...(overload ? rejectionCells(overload, rejectedP99) : []),
  ]);
  const others = failed - rejected;
  return others > 0 ? `${line}\n  ${others} requests failed in other ways` : line;
}

function rejectionCells({ rejections: { count, p50, p99 }, recoveredIn }: Overload, crowdP99: number): string[] {
  const measured = (milliseconds: number) => (count > 0 ? milliseconds.toFixed(1) : 'none met');
  return [measured(p50), measured(p99), crowdP99.toFixed(1), recoveredIn?.toFixed(1) ?? `over ${RECOVERY}`];
}
