import { Injectable } from '@nestjs/common';
import type { GitInfo } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import { gitSyncJob } from './git-sync.job';

/** A space and the branch with which it is synchronised. */
export interface GitInstallationRow {
  space: string;
  url: string;
  ref: string;
  directory: string;
  commit: string;
  info: GitInfo;
  updatedAt: Date;
  createdAt: Date;
  createdBy: string;
}

@Injectable()
export class GitInstallationRepository {
  constructor(private readonly db: Database) {}

  /** In the order of the spaces. The creator is that of the first synchronisation, or of the space if that job is removed. */
  find(spaces: readonly string[]): Promise<GitInstallationRow[]> {
    return this.db.query<GitInstallationRow>(
      `select g.space_id as space, g.url, g.ref, g.directory, g."commit", g.info, g.updated_at as "updatedAt",
         coalesce(first.created_at, g.updated_at) as "createdAt", coalesce(first.by, s.created_by) as "createdBy"
       from unnest($1::text[]) with ordinality as wanted (id, place)
       join git_sync g on g.space_id = wanted.id join space s on s.id = g.space_id
       left join lateral (
         select j.created_at, j.input ->> 'user' as by from job j
         where j.organization_id = s.organization_id and j.kind = $2 and j.key = s.id
         order by j.created_at, j.id limit 1) as first on true
       order by wanted.place`,
      [spaces, gitSyncJob.name],
    );
  }

  /** Whether a synchronisation of the space waits or runs. */
  async isBusy(organization: string, space: string): Promise<boolean> {
    const busy = await this.db.run(
      `select from job where organization_id = $1 and kind = $2 and key = $3 and state in ('pending', 'running')`,
      [organization, gitSyncJob.name, space],
    );
    return busy > 0;
  }

  /** Removes the repository of a space and all its synchronisations. */
  async remove(organization: string, space: string): Promise<void> {
    await this.db.run(`delete from git_sync where space_id = $1`, [space]);
    await this.db.run(
      `delete from job where organization_id = $1 and kind = $2 and key = $3 and state not in ('pending', 'running')`,
      [organization, gitSyncJob.name, space],
    );
  }
}
