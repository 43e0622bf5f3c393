import { Injectable } from '@nestjs/common';
import type { GitInfo, ImportProblem } from '@bindery/contracts';
import { JobEntity } from '@bindery/jobs';
import { Database } from '@bindery/persistence';
import { gitSyncJob, type GitPush, type GitSyncInput, type GitSyncJob } from './git-sync.job';

/** The common state of a space and a branch. */
interface AgreedState {
  commit: string;
  /** The revision with the content of the commit; null where it is not known. */
  revision: string | null;
  /** Roots of the revision's maps. */
  pages: string;
  files: string;
  reusableContents: string;
  /** The space's files in the repository, relative to the directory. */
  paths: string[];
}

/** The content of a branch that waits to be merged into a space which also changed: the draft of a change request. */
export interface GitProposal extends AgreedState {
  revision: string;
  changeRequest: string;
  /** Edits of the branch, the last of which is the synchronisation's; absent in older rows. */
  edits?: number;
}

/** The last common state of a space and a branch. */
export interface SyncedState extends AgreedState {
  url: string;
  ref: string;
  directory: string;
  info: GitInfo;
  /** The time of the synchronised event, if the caller gave one. */
  eventAt: Date | null;
  updatedAt: Date;
  /** The proposal that waits for its change request to be merged. */
  proposal: GitProposal | null;
}

type Row = SyncedState & { merged: boolean };

@Injectable()
export class GitSyncRepository {
  constructor(private readonly db: Database) {}

  /** Once the change request of a proposal is merged, the proposal is the common state. */
  async find(space: string): Promise<SyncedState | undefined> {
    const [row] = await this.db.query<Row>(
      `select g.url, g.ref, g.directory, g."commit", g.revision, g.pages, g.files, g.reusable_contents as "reusableContents",
         g.paths, g.info, g.event_at as "eventAt", g.updated_at as "updatedAt", g.proposal, b.merged is not null as merged
       from git_sync g left join branch b on b.space_id = g.space_id and b.id = g.proposal ->> 'changeRequest'
       where g.space_id = $1`,
      [space],
    );
    if (!row) return undefined;
    const { merged, ...state } = row;
    if (!merged) return state;
    const { changeRequest: _changeRequest, edits: _edits, ...agreed } = state.proposal!;
    return { ...state, ...agreed, proposal: null };
  }

  /** Stores the proposal that waits for its change request to be merged, and replaces the one before. */
  async propose(space: string, proposal: GitProposal, eventAt: Date | null): Promise<void> {
    await this.db.run(
      `update git_sync set proposal = $2, event_at = coalesce($3, event_at), updated_at = now() where space_id = $1`,
      [space, JSON.stringify(proposal), eventAt],
    );
  }

  /** Stores that both sides have the same content. */
  async put(space: string, state: Omit<SyncedState, 'updatedAt' | 'proposal'>): Promise<void> {
    const { url, ref, directory, commit, revision, pages, files, reusableContents, paths, info, eventAt } = state;
    await this.db.run(
      `insert into git_sync (space_id, url, ref, directory, "commit", revision, pages, files, reusable_contents, paths, info, event_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (space_id) do update set url = excluded.url, ref = excluded.ref, directory = excluded.directory,
         "commit" = excluded."commit", revision = excluded.revision, pages = excluded.pages, files = excluded.files,
         reusable_contents = excluded.reusable_contents, paths = excluded.paths, info = excluded.info, proposal = null,
         event_at = coalesce(excluded.event_at, git_sync.event_at), updated_at = now()`,
      [
        space,
        url,
        ref,
        directory,
        commit,
        revision,
        pages,
        files,
        reusableContents,
        JSON.stringify(paths),
        JSON.stringify(info),
        eventAt,
      ],
    );
  }

  /** The push that a job has stored. */
  async pushOf(job: string): Promise<GitPush | null> {
    const [row] = await this.db.query<{ pushed: GitPush | null }>(
      `select progress -> 'pushed' as pushed from job where id = $1`,
      [job],
    );
    return row?.pushed ?? null;
  }

  /** The push of a commit that an export ended without recording, unless the space and the branch have agreed since. */
  async unrecordedPush(
    organization: string,
    { space, url, ref, directory }: GitSyncInput,
    { commit, since }: Omit<GitPush, 'revision'>,
  ): Promise<GitPush | undefined> {
    const [row] = await this.db.query<{ pushed: GitPush }>(
      `select progress -> 'pushed' as pushed from job
       where organization_id = $1 and kind = $2 and state <> 'completed' and input ->> 'space' = $3 and input ->> 'url' = $4
         and input ->> 'ref' = $5 and input ->> 'directory' = $6 and progress -> 'pushed' ->> 'commit' = $7
         and progress -> 'pushed' ->> 'since' is not distinct from $8
       order by created_at desc, id desc limit 1`,
      [organization, gitSyncJob.name, space, url, ref, directory, commit, since],
    );
    return row?.pushed;
  }

  /** The problems that the import of a commit reported, which apply as long as it is the newest. */
  async problemsOf(organization: string, space: string, commit: string): Promise<ImportProblem[]> {
    const [row] = await this.db.query<{ problems: ImportProblem[] | null }>(
      `select result -> 'problems' as problems from job
       where organization_id = $1 and kind = $2 and input ->> 'space' = $3 and result ->> 'commit' = $4
       order by created_at desc, id desc limit 1`,
      [organization, gitSyncJob.name, space, commit],
    );
    return row?.problems ?? [];
  }

  /** The space's newest synchronisation, whatever its result. */
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
