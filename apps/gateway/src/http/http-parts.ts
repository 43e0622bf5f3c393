import type { IncomingMessage } from 'node:http';
import type { Metrics, Tracing } from '@bindery/observability';
import type { Admission } from './admission';

/** Routes requests to host names of sites: at once, or when the promise resolves. */
interface HostRouter {
  route(request: IncomingMessage): Promise<void> | undefined;
}

/** The dependencies of the HTTP server besides its settings. */
export interface HttpParts {
  metrics: Metrics;
  admission: Admission;
  tracing?: Tracing;
  draining: () => boolean;
  hosts: HostRouter;
}
