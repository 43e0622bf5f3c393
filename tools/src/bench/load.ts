import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** Requests to be sent for some time, over connections that each wait for an answer before they ask again. */
export interface Load {
  url: string;
  token: string;
  /** Asked for in turn. */
  paths: string[];
  connections: number;
  seconds: number;
}

export interface Figures {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  requests: number;
  /** Answers without success, and requests without an answer. */
  failed: number;
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
