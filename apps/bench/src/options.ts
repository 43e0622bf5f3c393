import { parseArgs } from 'node:util';

const OPERATIONS = ['space', 'page', 'list', 'search'] as const;
export type OperationName = (typeof OPERATIONS)[number];

export interface BenchOptions {
  seconds: number;
  only: readonly OperationName[];
  connections: readonly number[];
  /** Where all figures go as JSON, besides the terminal. */
  json?: string;
  growth: boolean;
  changes: boolean;
  edits: boolean;
  events: boolean;
  /** Events of one measurement. */
  count: number;
  content: boolean;
  sites: boolean;
  app: boolean;
  cpu: boolean;
  /** Whether each service has a process of its own. */
  isSeparate: boolean;
  telemetry: boolean;
  load: boolean;
  capacity: boolean;
  /** How long the soak takes. */
  minutes: number;
  /** Pages of the space that mixed load reads and writes, or of the large one that is measured. */
  pages: number;
}

export const HELP = `npm run bench [-- options]

Starts the platform as npm start does, with its own data and ports, and next to it a small Fastify + pg server over rows of the
same shape (the baseline). Loads both in turn, and prints requests/s, latencies and the ratio to the baseline. Each operation
runs for some seconds on both sides before it is measured. Each measurement begins when the platform is idle.

Without an option that says "instead", it measures single operations. "instead" replaces them by another measurement.

  --seconds N        the seconds of each measurement, in turns of both sides (default 4)
  --only names       the operations to measure, of ${OPERATIONS.join(',')}
  --connections list the numbers of concurrent connections (default 1,16,64)
  --cpu              also print the processor time of a request in each process (Linux)
  --separate-processes
                     start each service in a process of its own, as npm start does with this option; --events, --capacity and
                     --telemetry always do
  --growth           measure spaces of 100, 1,000 and 10,000 pages, flat and deep, instead (some minutes)
  --changes          measure the cost of editing, change requests, duplicating and comments in spaces of 100 and 10,000 pages,
                     and compare lists, comments and edits with the baseline, instead (some minutes)
  --edits            compare edits of main, comments and large objects with the baseline, and count the statements, commits
                     and messages of each, instead
  --events           measure the response time of scripts of integrations, the events per second that reach them, and the
                     effect of hostile scripts on others, instead
  --count N          with --events: the number of events in one measurement (default 10000)
  --telemetry        measure a mixed load without traces, with the default share of traces, and with all traces, instead
  --load             measure a mixed load (70 % reads), an overload of 3 and 10 times the limit, the time to recover, and the
                     memory during a soak, instead
  --minutes N        the minutes of the soak (default 20)
  --capacity         measure the capacity of one core in each service, and the size of the database for 1,000 pages, instead
  --content          measure content against its targets: duplicating, editing and listing a space of 100 and one of 10,000
                     pages, and search over 100,000 sections next to a plain query, instead (some minutes)
  --pages N          the pages of the space, or of the larger of two (default 1000; --app, --changes, --content: 10000)
  --sites            measure the structure of a site of 50 sections, a rendered page, search in a site, the time until
                     readers see a merge, and the Largest Contentful Paint of a page in Chromium, instead
  --app              measure the app in Chromium, in a space of 10,000 pages: the tree, the time until a page is shown, and
                     the time until it is in the editor, instead
  --json file        write all figures as JSON`;

/** The options of the command line; undefined when it requests help. */
export function readOptions(args: string[]): BenchOptions | undefined {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '4' },
      only: { type: 'string', default: OPERATIONS.join(',') },
      connections: { type: 'string', default: '1,16,64' },
      json: { type: 'string' },
      growth: { type: 'boolean', default: false },
      changes: { type: 'boolean', default: false },
      edits: { type: 'boolean', default: false },
      events: { type: 'boolean', default: false },
      count: { type: 'string', default: '10000' },
      content: { type: 'boolean', default: false },
      sites: { type: 'boolean', default: false },
      app: { type: 'boolean', default: false },
      cpu: { type: 'boolean', default: false },
      'separate-processes': { type: 'boolean', default: false },
      telemetry: { type: 'boolean', default: false },
      load: { type: 'boolean', default: false },
      capacity: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '20' },
      pages: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  return {
    ...values,
    isSeparate: values['separate-processes'],
    seconds: whole('--seconds', values.seconds),
    count: whole('--count', values.count),
    minutes: whole('--minutes', values.minutes),
    pages: whole('--pages', values.pages ?? (values.app || values.content || values.changes ? '10000' : '1000')),
    only: values.only.split(',').map(operation),
    connections: values.connections.split(',').map((value) => whole('--connections', value)),
  };
}

function whole(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${option} must be a whole number from 1, not ${text}`);
  return value;
}

function operation(name: string): OperationName {
  const found = OPERATIONS.find((known) => known === name);
  if (!found) throw new Error(`--only must be of ${OPERATIONS.join(', ')}, not ${name}`);
  return found;
}
