import { Database } from '@bindery/persistence';
import type { JobState } from './job.entity';

/** A job as an operator sees it. */
interface ListedJob {
  id: string;
  kind: string;
  organization: string;
  state: JobState;
  attempts: number;
  /** The progress, as JSON. */
  progress: string;
  createdAt: string;
  error: string | null;
}

interface JobFilter {
  /** Without a status: jobs that have not ended, and jobs that failed within a week. */
  state?: JobState;
  kind?: string;
}

/** The jobs of a service, the newest first. */
export function listJobs(db: Database, { state, kind }: JobFilter, limit: number): Promise<ListedJob[]> {
  return db.query<ListedJob>(
    `select id, kind, organization_id as organization, state, attempts, progress::text as progress, error,
       to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt"
     from job where ($2::text is null or kind = $2) and case when $1::text is not null then state = $1
       else state in ('pending', 'running') or state = 'failed' and ended_at > now() - interval '7 days' end
     order by created_at desc, id desc limit $3`,
    [state ?? null, kind ?? null, limit],
  );
}
