import { Injectable } from '@nestjs/common';
import { Outbox } from '@bindery/messaging';
import { newId } from '@bindery/persistence';
import type { Conflict } from '../../model/merge/conflict';
import type { RevisionContent } from '../../model/pages/revision-content';
import { RevisionRepository, type NewRevisionRow } from '../../revisions/revisions/revision.repository';
import type { BroughtResult } from '../../catalog/spaces/branch.entity';
import { branchEdited } from './branch.events';
import { BranchRepository, type DraftBranch } from './branch.repository';

interface NewDraft {
  user: string;
  content: RevisionContent;
  /** The conflicts that no user has resolved yet. */
  conflicts: readonly Conflict[];
  /** The revision of main that is merged in, and the result; absent for an edit. */
  brings?: { main: string; result: BroughtResult };
}

/** Adds a revision at the head of the branch of a change request. */
@Injectable()
export class CommitDraft {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly branches: BranchRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Runs in the transaction that locked the branch; returns the id of the revision. The revision of an edit is stored at
   * the end of the transaction.
   */
  async run(branch: DraftBranch, { user, content, conflicts, brings }: NewDraft): Promise<string> {
    const { spaceId: space, id: changeRequest, head } = branch;
    const revision = newId();
    const row: NewRevisionRow = {
      id: revision,
      spaceId: space,
      branch: changeRequest,
      type: brings ? 'update' : 'edits',
      parents: brings ? [head, brings.main] : [head],
      createdBy: user,
      conflicts: conflicts.length > 0 ? [...conflicts] : null,
      ...content,
    };
    if (brings) {
      await this.revisions.insert(row);
      await this.branches.brought(space, changeRequest, brings.main, head, revision, brings.result);
      return revision;
    }
    this.revisions.add(row);
    this.branches.edited({ space, changeRequest, head: revision, user });
    await this.outbox.add(branchEdited(branch, { revision, user }));
    return revision;
  }
}
