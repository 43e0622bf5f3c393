import type { LoadRequest } from './load';
import { MeasuringProcess } from './measuring-process';

export interface ProbeOptions {
  url: string;
  token: string;
  /** Sent in turn. */
  requests: LoadRequest[];
}

/** The waiting times of refused clients. */
export interface Rejections {
  count: number;
  /** Milliseconds from when a request is handed to its socket until the head of the answer is there. */
  p50: number;
  p99: number;
}

/**
 * Some clients in a process of their own, each with a connection that is open before anything is measured, one request at a
 * time and pauses between them. Their waiting time is that of the platform and the machine: a generator that is busy with a
 * crowd would also count the time for which answers lie unread in its own sockets.
 */
export class Probe {
  private readonly process = new MeasuringProcess('probe-process');

  /** Opens the connections. */
  async open(probing: ProbeOptions): Promise<void> {
    await this.process.ask({ probing });
  }

  /** Asks over them for so many seconds, and closes them. */
  run(seconds: number): Promise<Rejections> {
    return this.process.ask<Rejections>({ seconds });
  }

  stop(): void {
    this.process.stop();
  }
}
