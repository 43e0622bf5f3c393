import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The connections that a service has, so that the baseline has no more. */
const POOL = '8';

export interface BaselineServer {
  url: string;
  pid: number;
  stop(): void;
}

/** Starts the baseline in a process of its own. */
export async function startBaseline(databaseUrl: string): Promise<BaselineServer> {
  const child = fork(join(__dirname, 'baseline.js'), {
    env: { ...process.env, NODE_ENV: 'production', BASELINE_DATABASE_URL: databaseUrl, BASELINE_POOL: POOL },
  });
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The baseline did not start')));
  const [url] = (await Promise.race([once(child, 'message'), failed])) as [string];
  failed.catch(() => undefined);
  return { url, pid: child.pid!, stop: () => void child.kill() };
}
