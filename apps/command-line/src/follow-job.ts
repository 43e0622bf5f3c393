import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, UnreachableError } from './api-client';

/** Milliseconds between two looks at a job: soon at first, as small work ends soon. */
const FIRST_LOOK = 100;
const NEXT_LOOK = 1_000;
/** Milliseconds for which the platform may be away while a job is followed, such as for a restart. */
const PATIENCE = 5 * 60_000;

/** Answers that say nothing of the job: too much to do, or a part of the platform that is away for a while. */
const PASSING = new Set([429, 502, 503, 504]);

interface FollowedJob<T> {
  /** The job as the platform returned it at its creation. */
  begun: T;
  look: () => Promise<T>;
  hasEnded: (job: T) => boolean;
  /** Called with each state of the job, and with the reason why the platform does not answer. */
  progress: (job: T, trouble?: string) => void;
  /** The name of the job in the message when the platform does not come back. */
  name: string;
}

/** Looks at a job until it has ended. Failures that pass by themselves, on the way to the platform or in it, do not end this. */
export async function followJob<T>(job: FollowedJob<T>, patience = PATIENCE): Promise<T> {
  let known = job.begun;
  let answeredAt = Date.now();
  for (let wait = FIRST_LOOK; !job.hasEnded(known); wait = Math.min(NEXT_LOOK, wait * 1.3)) {
    job.progress(known);
    await delay(wait);
    try {
      known = await job.look();
      answeredAt = Date.now();
    } catch (error) {
      if (!isPassing(error)) throw error;
      const trouble = (error as Error).message;
      if (Date.now() - answeredAt > patience)
        throw new Error(`${trouble}\n  ${job.name} goes on: npm run bindery -- jobs list`);
      job.progress(known, trouble);
      await delay(Math.min(30, (error as ApiError).retryAfter ?? 1) * 1_000);
    }
  }
  return known;
}

const isPassing = (error: unknown): boolean =>
  error instanceof UnreachableError || (error instanceof ApiError && PASSING.has(error.status));
