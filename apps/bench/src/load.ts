import { MeasuringProcess } from './measuring-process';
import { median } from './percentile';

/** Is replaced in a body by something new for each request. */
export const UNIQUE = '<unique>';

/** One request; its body may hold `UNIQUE`. */
export interface LoadRequest {
  path: string;
  method?: 'GET' | 'POST' | 'PATCH';
  /** JSON. */
  body?: string;
  /** Without the token; so are all requests of the load, or none. */
  anonymous?: true;
}

/** The headers of a request. */
export function headersOf(token: string, { body, anonymous }: LoadRequest): Record<string, string> {
  return {
    ...(!anonymous && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
}

/** Requests to be sent for some time. */
export interface Load {
  url: string;
  token: string;
  /** Sent in turn, on each connection from another one on. */
  requests: LoadRequest[];
  /** Each connection sends one of the requests again and again, and none of the others. */
  alone?: boolean;
  connections: number;
  /**
   * Requests a second, sent when they are due, except those for which no connection is free then; without it every
   * connection asks again as soon as it is answered.
   */
  rate?: number;
  seconds: number;
}

export interface Figures {
  /** Those answered with success, a second. */
  requestsPerSecond: number;
  /** Milliseconds until an answer with success. */
  p50: number;
  p95: number;
  p99: number;
  requests: number;
  /** Answers without success, and requests without an answer. */
  failed: number;
  /** Those sent, a second. */
  offeredPerSecond: number;
  /** Those that were due and not sent, as every connection was waiting for an answer. */
  unsent: number;
  /**
   * Of those that failed, the ones refused with 503, and the milliseconds within which 99 % of these were: until the generator
   * had read the answer, and from before a connection was open where it needed a new one.
   */
  rejected: number;
  rejectedP99: number;
  /** Of an answer with its head. */
  bytes: number;
}

/** The figures of several turns of equal length: sums, the median of each latency, and the mean of each rate. */
export function inTurns(turns: readonly Figures[]): Figures {
  const sum = (of: (turn: Figures) => number) => turns.reduce((total, turn) => total + of(turn), 0);
  const mean = (of: (turn: Figures) => number) => sum(of) / turns.length;
  const middle = (of: (turn: Figures) => number) => median(turns.map(of));
  return {
    requestsPerSecond: mean((turn) => turn.requestsPerSecond),
    p50: middle((turn) => turn.p50),
    p95: middle((turn) => turn.p95),
    p99: middle((turn) => turn.p99),
    requests: sum((turn) => turn.requests),
    failed: sum((turn) => turn.failed),
    offeredPerSecond: mean((turn) => turn.offeredPerSecond),
    unsent: sum((turn) => turn.unsent),
    rejected: sum((turn) => turn.rejected),
    rejectedP99: middle((turn) => turn.rejectedP99),
    bytes: mean((turn) => turn.bytes),
  };
}

/** The load generator. */
export class LoadGenerator {
  private readonly process = new MeasuringProcess('load-process');

  get pid(): number {
    return this.process.pid;
  }

  run(load: Load): Promise<Figures> {
    return this.process.ask<Figures>(load);
  }

  stop(): void {
    this.process.stop();
  }
}
