/** The part of autocannon's programmatic interface that the benchmark uses. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Request {
    path: string;
    method?: 'GET' | 'POST' | 'PATCH';
    body?: string;
    /** Answers what is sent, each time anew. */
    setupRequest?: (request: Request) => Request;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers: Record<string, string>;
    /** Sent in turn. */
    requests: Request[];
    /** Is called with each connection before it sends anything. */
    setupClient?: (client: { setRequests(requests: Request[]): void }) => void;
  }

  interface Result {
    /** Seconds. */
    duration: number;
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
  }

  interface Instance extends EventEmitter, PromiseLike<Result> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): this;
  }

  function autocannon(options: Options): Instance;
  export = autocannon;
}
