import { Injectable } from '@nestjs/common';
import type { NewEvent } from '@bindery/contracts';
import { GivenUpJobHandler, JobInputError, JobHandler, type JobContext } from '@bindery/jobs';
import { Outbox } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { RevisionRepository } from '../../revisions/revisions/revision.repository';
import { GitExport } from './git-export';
import { GitImport } from './git-import';
import { spaceGitSyncFailed, spaceGitSyncStarted } from './git-sync.events';
import { gitSyncJob, type GitSyncInput, type GitSyncProgress, type GitSyncResult } from './git-sync.job';

/** Runs synchronisations with Git repositories, those of one space one after the other. */
@Injectable()
export class GitSyncWorker {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly imports: GitImport,
    private readonly exports: GitExport,
    private readonly outbox: Outbox,
    private readonly db: Database,
  ) {}

  @JobHandler(gitSyncJob)
  async sync(input: GitSyncInput, context: JobContext<GitSyncProgress>): Promise<GitSyncResult> {
    const head = await this.revisions.headOf(input.space);
    if (!head) throw new JobInputError('The space no longer exists');
    let begun: { commit?: string } | undefined;
    const begin = async (commit?: string) => {
      begun = { commit };
      if (context.attempt === 1) await this.emit(spaceGitSyncStarted(head, input, commit));
    };
    try {
      const work = input.direction === 'import' ? this.imports : this.exports;
      return await work.run(input, head, context, begin);
    } catch (error) {
      if (context.signal.aborted) throw error;
      // The start is reported before the end, also where the repository could not be read.
      if (!begun) await begin();
      const isLast = error instanceof JobInputError || context.attempt >= gitSyncJob.attempts;
      if (isLast) await this.emit(spaceGitSyncFailed(head, input, begun?.commit));
      throw error;
    }
  }

  @GivenUpJobHandler(gitSyncJob)
  async giveUp(input: GitSyncInput): Promise<void> {
    const head = await this.revisions.headOf(input.space);
    if (head) await this.outbox.add(spaceGitSyncFailed(head, input));
  }

  private emit(event: NewEvent): Promise<void> {
    return this.db.transaction(() => this.outbox.add(event));
  }
}
