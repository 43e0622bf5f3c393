import { setTimeout as delay } from 'node:timers/promises';
import { countStatements, StatementLog, SERVICES } from '@bindery/launcher';
import type { LoadGenerator } from './load';
import type { Operation } from './operations';
import type { BenchPlatform } from './platform';

/** The total cost of a request, with all work that follows from it. */
export interface RequestCost {
  operation: string;
  statements: number;
  commits: number;
  /** Requests and batches that services answer for it over NATS. */
  messages: number;
}

/** Seconds that one connection asks. */
const ASKED = 2;
/** Milliseconds in which what follows of the last request is done. */
const FOLLOWS = 2_000;

interface Counts {
  statements: number;
  commits: number;
  messages: number;
}

/** Counts in the log of Postgres what requests cost, one after the other; the platform's work without requests is left out. */
export async function measureRequestCosts(
  platform: BenchPlatform,
  load: LoadGenerator,
  operations: readonly Operation[],
  done: (cost: RequestCost) => void,
): Promise<RequestCost[]> {
  const log = await StatementLog.open(platform.databaseUrl, platform.postgresLog);
  try {
    const during = async (work: () => Promise<unknown>): Promise<Counts & { milliseconds: number }> => {
      const [before, begun] = [await answered(platform), performance.now()];
      const counts = countStatements(await log.during(work));
      return { ...counts, messages: (await answered(platform)) - before, milliseconds: performance.now() - begun };
    };
    await delay(FOLLOWS);
    const idle = await during(() => delay(2 * FOLLOWS));
    const costs: RequestCost[] = [];
    for (const { name, platform: requests, alone } of operations) {
      const { baseUrl: url, token } = platform.developer;
      let sent = 0;
      const asked = await during(async () => {
        sent = (await load.run({ url, token, requests, alone, connections: 1, seconds: ASKED })).requests;
        await delay(FOLLOWS);
      });
      const each = (count: keyof Counts) =>
        Math.max(0, asked[count] - (idle[count] / idle.milliseconds) * asked.milliseconds) / sent;
      const cost = {
        operation: name,
        statements: each('statements'),
        commits: each('commits'),
        messages: each('messages'),
      };
      costs.push(cost);
      done(cost);
    }
    return costs;
  } finally {
    await log.close();
  }
}

/** How many requests and batches the services have answered so far. */
async function answered(platform: BenchPlatform): Promise<number> {
  const texts = await Promise.all(SERVICES.map((name) => platform.metrics(name)));
  return texts
    .flatMap((text) => [...text.matchAll(/^bindery_operation_seconds_count\S* (\d+)$/gm)])
    .reduce((sum, [, count]) => sum + Number(count), 0);
}

export const REQUEST_COSTS_HEAD = `${'a request costs'.padEnd(36)}${'statements'.padStart(12)}${'commits'.padStart(10)}${'messages'.padStart(10)}`;

export const requestCostLine = ({ operation, statements, commits, messages }: RequestCost): string =>
  `${operation.padEnd(36)}${statements.toFixed(1).padStart(12)}${commits.toFixed(1).padStart(10)}${messages.toFixed(1).padStart(10)}`;
