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
  telemetry: boolean;
  load: boolean;
  capacity: boolean;
  /** How long the soak takes. */
  minutes: number;
  /** Pages of the space that mixed load reads and writes, or of the large one that is measured. */
  pages: number;
}

export const HELP = `npm run bench [-- options]

Starts the platform as npm start does, with its own data and ports, and beside it a small Fastify + pg server over rows
of the same shape (the baseline); loads both in turn and prints requests/s, latencies and the ratio to the baseline. Each
operation runs for some seconds on both sides before any is measured, and each measurement begins when the platform is at rest.

  --seconds N        how long each measurement takes (default 2)
  --only names       of ${OPERATIONS.join(',')}
  --connections list how many connections ask at once (default 1,16,64)
  --cpu              also print the processor time a request takes in each process (Linux)
  --growth           measure spaces of 100, 1,000 and 10,000 pages, flat and deep, instead (some minutes)
  --changes          measure what editing, change requests, duplicating and comments cost in spaces of 100 and 10,000
                     pages, and compare lists, comments and edits with the baseline, instead (some minutes)
  --edits            compare edits of main, comments and objects with much hanging on them with the baseline, and count the
                     statements, commits and messages of each, instead
  --events           measure how soon scripts of integrations answer, how many events a second reach them, and what hostile
                     ones do to others, instead
  --count N          with --events: how many events go to them in one measurement (default 10000)
  --telemetry        measure a mixed load without traces, with the share of them that is kept unless told, and with all,
                     instead
  --load             measure a mixed load (70 % reads), 3 and 10 times as many requests as are answered at most, how soon
                     all is well again, and the memory during a soak, instead
  --minutes N        how long the soak takes (default 20)
  --capacity         measure what one core does in each service, and the database's size for 1,000 pages, instead
  --content          measure content by its targets instead: duplicating, editing and listing a space of 100 and one of
                     10,000 pages, search over 100,000 sections beside a plain query (some minutes)
  --pages N          how many pages the space has, the large one where there are two (default 1000; --app, --changes, --content: 10000)
  --sites            measure the structure of a site of 50 sections, a rendered page, search in a site, how soon readers
                     see what was merged, and the Largest Contentful Paint of a page in Chromium, instead
  --app              measure the app in Chromium, in a space of 10,000 pages: the tree, how soon a page is shown and how
                     soon it is in the editor, instead
  --json file        write all figures as JSON`;

/** The options of the command line; undefined when it requests help. */
export function readOptions(args: string[]): BenchOptions | undefined {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '2' },
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
  if (!found) throw new Error(`--only knows ${OPERATIONS.join(', ')} and not ${name}`);
  return found;
}
