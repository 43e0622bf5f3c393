import { parseArgs } from 'node:util';

export const OPERATIONS = ['space', 'page', 'list', 'search'] as const;
export type OperationName = (typeof OPERATIONS)[number];

export interface BenchOptions {
  seconds: number;
  only: readonly OperationName[];
  connections: readonly number[];
  /** Where all figures go as JSON, besides the terminal. */
  json?: string;
  growth: boolean;
  changes: boolean;
  cpu: boolean;
}

export const HELP = `npm run bench [-- options]

Starts the platform as npm start does, with its own data and ports, and beside it a small Fastify + pg server over rows
of the same shape (the floor); loads both in turn and prints requests/s, latencies and the ratio to the floor.

  --seconds N        how long each measurement takes (default 2)
  --only names       of ${OPERATIONS.join(',')}
  --connections list how many connections ask at once (default 1,16,64)
  --cpu              also print the processor time a request takes in each process (Linux)
  --growth           measure spaces of 100, 1,000 and 10,000 pages, flat and deep, instead (some minutes)
  --changes          measure what editing, change requests, duplicating and comments cost in spaces of 100 and 10,000
                     pages, instead (some minutes)
  --json file        write all figures as JSON`;

/** What the command line asks for; undefined when help is. */
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
      cpu: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  return {
    ...values,
    seconds: whole('--seconds', values.seconds),
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
