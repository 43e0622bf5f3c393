import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

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

/** Requests to be sent for some time. */
export interface Load {
  url: string;
  token: string;
  /** Sent in turn, on each connection from another one on. */
  requests: LoadRequest[];
  /** Each connection sends one of the requests again and again, and none of the others. */
  alone?: boolean;
  connections: number;
  /** Requests a second, sent when they are due; without it every connection asks again as soon as it is answered. */
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
  /** Of those that failed, the ones refused with 503, and the milliseconds within which 99 % of these were. */
  rejected: number;
  rejectedP99: number;
  /** Of an answer with its head. */
  bytes: number;
}

/** The load generator: a process of its own, so that nothing else here delays what it measures. */
export class LoadGenerator {
  private readonly child: ChildProcess = fork(join(__dirname, 'load-process.js'));

  get pid(): number {
    return this.child.pid!;
  }

  run(load: Load): Promise<Figures> {
    const { child } = this;
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error('The load generator has ended'));
      child.once('exit', ended);
      child.once('message', (figures: Figures) => {
        child.off('exit', ended);
        resolve(figures);
      });
      child.send(load);
    });
  }

  stop(): void {
    this.child.kill();
  }
}
