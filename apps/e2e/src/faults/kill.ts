import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpError } from '@bindery/command-line';
import type { BenchPlatform } from '@bindery/bench';

/** In milliseconds: how long a part that was killed may take until it is there again. */
export const within = 180_000;

/** Asks until there is an answer: a part that is down may refuse for a while, but not for ever. */
export async function eventually<T>(ask: () => Promise<T | undefined>): Promise<T> {
  let last: unknown;
  for (const end = Date.now() + within; Date.now() < end; await sleep(100)) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
    } catch (error) {
      if (!(error instanceof HttpError && [502, 503, 504].includes(error.status)) && !isUnreachable(error)) throw error;
      last = error;
    }
  }
  throw new Error(`Not within ${within / 1_000} s: ${String(last)}`);
}

const isUnreachable = (error: unknown): boolean => error instanceof Error && error.message.includes('does not answer');

/** A process to kill: a server, or the process of the gateway or a service. */
export type Victim = 'nats' | 'postgres' | keyof Awaited<ReturnType<BenchPlatform['processes']>>;

/** The process of a server or service of the platform, to be killed as a machine would kill it. */
export async function pidOf(platform: BenchPlatform, victim: Victim): Promise<number> {
  if (victim !== 'nats' && victim !== 'postgres') return (await platform.processes())[victim]!;
  const file = victim === 'nats' ? 'nats/nats.pid' : 'postgres/postmaster.pid';
  return Number((await readFile(platform.file(file), 'utf8')).split('\n')[0]);
}
