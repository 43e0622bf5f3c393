import { Injectable } from '@nestjs/common';
import type { GitInfo } from '@bindery/contracts';
import { JobEntity } from '@bindery/jobs';
import { Database } from '@bindery/persistence';
import { gitSyncJob, type GitSyncJob } from './git-sync.job';

/** The state in which a space and a branch agreed last. */
export interface SyncedState {
  url: string;
  ref: string;
  directory: string;
  commit: string;
  /** Roots of the space's maps. */
  pages: string;
  files: string;
  reusableContents: string;
  /** The space's files in the repository, relative to the directory. */
  paths: string[];
  info: GitInfo;
  /** When what was synchronised happened, if that was said. */
  eventAt: Date | null;
  updatedAt: Date;
}

@Injectable()
export class GitSyncRepository {
  constructor(private readonly db: Database) {}

  async find(space: string): Promise<SyncedState | undefined> {
    const [row] = await this.db.query<SyncedState>(
      `select url, ref, directory, "commit", pages, files, reusable_contents as "reusableContents", paths, info,
         event_at as "eventAt", updated_at as "updatedAt" from git_sync where space_id = $1`,
      [space],
    );
    return row;
  }

  async put(space: string, state: Omit<SyncedState, 'updatedAt'>): Promise<void> {
    const { url, ref, directory, commit, pages, files, reusableContents, paths, info, eventAt } = state;
    await this.db.run(
      `insert into git_sync (space_id, url, ref, directory, "commit", pages, files, reusable_contents, paths, info, event_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (space_id) do update set url = excluded.url, ref = excluded.ref, directory = excluded.directory,
         "commit" = excluded."commit", pages = excluded.pages, files = excluded.files,
         reusable_contents = excluded.reusable_contents, paths = excluded.paths, info = excluded.info,
         event_at = coalesce(excluded.event_at, git_sync.event_at), updated_at = now()`,
      [
        space,
        url,
        ref,
        directory,
        commit,
        pages,
        files,
        reusableContents,
        JSON.stringify(paths),
        JSON.stringify(info),
        eventAt,
      ],
    );
  }

  /** The space's newest synchronisation, whatever became of it. */
  async lastJob(organization: string, space: string): Promise<GitSyncJob | null> {
    return this.db.manager
      .createQueryBuilder(JobEntity, 'j')
      .where(`j.organizationId = :organization and j.kind = :kind and j.input->>'space' = :space`, {
        organization,
        space,
        kind: gitSyncJob.name,
      })
      .orderBy('j.createdAt', 'DESC')
      .addOrderBy('j.id', 'DESC')
      .limit(1)
      .getOne() as Promise<GitSyncJob | null>;
  }
}
