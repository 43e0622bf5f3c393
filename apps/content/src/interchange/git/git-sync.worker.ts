import { Injectable } from '@nestjs/common';
import type { NewEvent } from '@bindery/contracts';
import { JobInputError, JobHandler, type JobContext } from '@bindery/jobs';
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
    const begin = (commit?: string) => {
      begun = { commit };
      return this.emit(spaceGitSyncStarted(head, input, commit));
    };
    try {
      const work = input.direction === 'import' ? this.imports : this.exports;
      return await work.run(input, head, context, begin);
    } catch (error) {
      if (!(error instanceof JobInputError)) throw error;
      // The start is reported before the end, also where the repository could not be read.
      if (!begun) await begin();
      await this.emit(spaceGitSyncFailed(head, input, begun?.commit));
      throw error;
    }
  }

  private emit(event: NewEvent): Promise<void> {
    return this.db.transaction(() => this.outbox.add(event));
  }
}
