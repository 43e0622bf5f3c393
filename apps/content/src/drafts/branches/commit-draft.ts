import { Injectable } from '@nestjs/common';
import { Outbox } from '@bindery/messaging';
import { newId } from '@bindery/persistence';
import type { Conflict } from '../../model/merge/conflict';
import type { RevisionContent } from '../../model/pages/revision-content';
import { RevisionRepository, type NewRevisionRow } from '../../revisions/revisions/revision.repository';
import type { UpdateResult } from '../../catalog/spaces/branch.entity';
import { branchEdited } from './branch.events';
import { BranchRepository, type DraftBranch } from './branch.repository';

interface NewDraft {
  user: string;
  content: RevisionContent;
  /** The conflicts that no user has resolved yet. */
  conflicts: readonly Conflict[];
  /** The revision of main that is merged into the branch, and the result; absent for an edit. */
  update?: { main: string; result: UpdateResult };
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
  async run(branch: DraftBranch, { user, content, conflicts, update }: NewDraft): Promise<string> {
    const { spaceId: space, id: changeRequest, head } = branch;
    const revision = newId();
    const row: NewRevisionRow = {
      id: revision,
      spaceId: space,
      branch: changeRequest,
      type: update ? 'update' : 'edits',
      parents: update ? [head, update.main] : [head],
      createdBy: user,
      conflicts: conflicts.length > 0 ? [...conflicts] : null,
      ...content,
    };
    if (update) {
      await this.revisions.insert(row);
      await this.branches.updated(space, changeRequest, update.main, head, revision, update.result);
      return revision;
    }
    this.revisions.add(row);
    this.branches.edited({ space, changeRequest, head: revision, user });
    await this.outbox.add(branchEdited(branch, { revision, user }));
    return revision;
  }
}
