import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The connections that a service has, so that the floor has no more. */
const POOL = '8';

export interface FloorServer {
  url: string;
  pid: number;
  stop(): void;
}

/** Starts the floor in a process of its own. */
export async function startFloor(databaseUrl: string): Promise<FloorServer> {
  const child = fork(join(__dirname, 'floor.js'), {
    env: { ...process.env, NODE_ENV: 'production', FLOOR_DATABASE_URL: databaseUrl, FLOOR_POOL: POOL },
  });
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The floor did not start')));
  const [url] = (await Promise.race([once(child, 'message'), failed])) as [string];
  failed.catch(() => undefined);
  return { url, pid: child.pid!, stop: () => void child.kill() };
}
