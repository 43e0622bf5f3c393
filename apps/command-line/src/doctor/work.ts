import { Client } from 'pg';
import type { ServiceName } from '@bindery/launcher';
import { type Finding, ill, PATIENCE, well } from './finding';

/** Seconds that an event may wait in the outbox, which is emptied every second. */
const OUTBOX_AGE = 60;
const DAY = 24 * 60 * 60 * 1_000;
/** Days after which a backup is old. */
const BACKUP_DAYS = 7;

interface Work {
  /** Seconds. */
  waiting: number;
  letters: number;
  jobs: number;
}

/** Checks for work that a service has not done: events that wait, events that it gave up, and jobs that failed within a day. */
export async function checkWork(service: ServiceName, url: string): Promise<Finding[]> {
  const about = `Work of ${service}`;
  const client = new Client({ connectionString: url, connectionTimeoutMillis: PATIENCE, query_timeout: PATIENCE });
  try {
    await client.connect();
    const { waiting, letters, jobs } = await workOf(client);
    const problems = [
      ...(waiting > OUTBOX_AGE
        ? [[`an event waits for ${Math.round(waiting)} s`, 'see NATS and the log of the service']]
        : []),
      ...(letters > 0 ? [[`${letters} dead letters`, 'dead-letters list, then dead-letters replay']] : []),
      ...(jobs > 0 ? [[`${jobs} jobs failed within a day`, 'jobs list --state failed']] : []),
    ];
    if (problems.length === 0) return [well(about, 'no event waits, and no work has failed')];
    const [what, remedies] = [0, 1].map((part) => problems.map((problem) => problem[part]));
    return [ill(about, what!.join(', '), remedies!.join('; '))];
  } catch {
    // The check of Postgres reports its faults.
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Jobs that failed for what they were given are their users' affair. */
async function workOf(client: Client): Promise<Work> {
  const { rows } = await client.query<Omit<Work, 'jobs'> & { hasJobs: boolean }>(
    `select (select coalesce(extract(epoch from now() - min(created_at)), 0)::float from outbox where published_at is null) as waiting,
       (select count(*)::integer from dead_letter where retry_at is null) as letters, to_regclass('job') is not null as "hasJobs"`,
  );
  const { hasJobs, ...work } = rows[0]!;
  if (!hasJobs) return { ...work, jobs: 0 };
  const failed = await client.query<{ jobs: number }>(
    `select count(*)::integer as jobs from job where state = 'failed' and ended_at > now() - interval '1 day'
       and (error like 'Internal error%' or error like 'Given up%')`,
  );
  return { ...work, jobs: failed.rows[0]!.jobs };
}

/** Checks the time of the last backup; a platform without any may be a trial, which is no fault. */
export function checkBackup(at: Date | null): Finding {
  const command = 'npm run bindery -- backup <folder>';
  if (!at) return well('Backup', `there is none yet: ${command}`);
  const days = Math.floor((Date.now() - at.getTime()) / DAY);
  const detail = `the last is of ${at.toISOString()}`;
  return days < BACKUP_DAYS ? well('Backup', detail) : ill('Backup', `${detail}, ${days} days ago`, command);
}

/** Keys that were replaced and still open what they have sealed. */
export function checkKeys(old: number): Finding {
  if (old === 0) return well('Keys', 'one key, and none that was replaced');
  return ill(
    'Keys',
    `${old} replaced by another and still in use`,
    'keys rotate in each service (npm run bindery -- keys rotate), then remove SECRET_KEY_OLD',
  );
}
