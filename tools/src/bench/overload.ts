import type { Figures } from './load';
import type { MixedLoad } from './mixed-load';

const WARM_UP = 5;
const PEAK_CONNECTIONS = 64;
/** What keeps asking while it is refused: enough not to be held back by its own waiting. */
const CROWD = 600;
/** How many times the load that is answered at most. */
const FACTORS = [3, 10];
/** Once the crowd has gone, this share of the peak is asked for. */
const AFTERWARDS = 0.5;
const RECOVERY = 10;

export interface Overload {
  factor: number;
  figures: Figures;
  /** Answers with success against those at the peak. */
  goodput: number;
  /** Seconds until everything asked for was answered again; undefined where it was not within ten. */
  recoveredIn?: number;
}

export interface LoadReport {
  peak: Figures;
  overloads: Overload[];
}

/** Asks for several times what can be answered, and looks for how long that is felt. */
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
    const figures = await load.run(seconds, CROWD, Math.round(peak.requestsPerSecond * factor));
    const goodput = figures.requestsPerSecond / peak.requestsPerSecond;
    const recoveredIn = await recovery(load, peak);
    overloads.push({ factor, figures, goodput, recoveredIn });
    done(overloadLine(`${factor} times`, figures, goodput, recoveredIn));
  }
  return { peak, overloads };
}

/** Seconds until a second goes by in which all that is asked for is answered, half of it as fast as at the peak. */
async function recovery(load: MixedLoad, peak: Figures): Promise<number | undefined> {
  const rate = Math.max(1, Math.round(peak.requestsPerSecond * AFTERWARDS));
  const begun = performance.now();
  for (let second = 0; second < RECOVERY; second++) {
    const { failed, p50 } = await load.run(1, PEAK_CONNECTIONS, rate);
    if (failed === 0 && p50 <= peak.p50) return (performance.now() - begun) / 1_000;
  }
  return undefined;
}

const WIDTHS = [12, 10, 10, 10, 10, 10, 14, 12];
const row = (cells: string[]): string =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(WIDTHS[at]!) : cell.padStart(WIDTHS[at]!))).join('');

const OVERLOAD_HEAD = row(['load', 'good/s', 'of peak', 'p50 ms', 'p99 ms', 'rejected', 'rejected p99', 'normal in s']);

function overloadLine(name: string, figures: Figures, goodput: number, recoveredIn?: number): string {
  const { requestsPerSecond, p50, p99, rejected, rejectedP99, failed } = figures;
  const line = row([
    name,
    requestsPerSecond.toFixed(0),
    `${(goodput * 100).toFixed(0)} %`,
    p50.toFixed(1),
    p99.toFixed(1),
    String(rejected),
    rejectedP99.toFixed(1),
    name === 'peak' ? '' : (recoveredIn?.toFixed(1) ?? `over ${RECOVERY}`),
  ]);
  const others = failed - rejected;
  return others > 0 ? `${line}\n  ${others} requests failed in other ways` : line;
}
