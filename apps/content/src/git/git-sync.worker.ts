import { Injectable } from '@nestjs/common';
import { JobInputError, Works, type JobContext } from '@bindery/jobs';
import { RevisionRepository } from '../revisions/revision.repository';
import { GitExport } from './git-export';
import { GitImport } from './git-import';
import { gitSyncJob, type GitSyncInput, type GitSyncProgress, type GitSyncResult } from './git-sync.job';

/** Does synchronisations with Git repositories, those of one space one after the other. */
@Injectable()
export class GitSyncWorker {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly imports: GitImport,
    private readonly exports: GitExport,
  ) {}

  @Works(gitSyncJob)
  async sync(input: GitSyncInput, context: JobContext<GitSyncProgress>): Promise<GitSyncResult> {
    const head = await this.revisions.headOf(input.space);
    if (!head) throw new JobInputError('The space does not exist any more');
    return input.direction === 'import'
      ? this.imports.run(input, head, context)
      : this.exports.run(input, head, context);
  }
}
