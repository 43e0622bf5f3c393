import { Injectable } from '@nestjs/common';
import { Outbox } from '@bindery/messaging';
import { BranchRepository } from '../../drafts/branches/branch.repository';
import type { Head } from '../../revisions/revisions/revision.repository';
import { isUntouched } from './git-state';
import { spaceGitSynced } from './git-sync.events';
import type { GitSyncInput } from './git-sync.job';
import { GitSyncRepository, type SyncedState } from './git-sync.repository';

type SyncPoint = Pick<SyncedState, 'pages' | 'files' | 'reusableContents' | 'paths' | 'commit'> & {
  /** The revision with the content of the commit. */
  revision: string;
  /** The present revision of the space, if it contains more than the commit. */
  shown?: string;
};

/** Records the common state of a space and a branch, in the transaction that makes it. */
@Injectable()
export class SyncedSpace {
  constructor(
    private readonly states: GitSyncRepository,
    private readonly branches: BranchRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Records the common state `agree`, and closes the change request that has nothing left to merge. */
  async record(
    input: GitSyncInput,
    head: Pick<Head, 'spaceId' | 'organizationId'>,
    agree: () => Promise<SyncPoint>,
  ): Promise<SyncPoint> {
    const { url, ref, directory, info, timestamp } = input;
    const { spaceId: space } = head;
    // Locked before main, in the same order as a merge of it locks them.
    const voided = await this.lockVoided(space);
    const agreed = await agree();
    const { revision, shown = revision, commit, pages, files, reusableContents, paths } = agreed;
    const eventAt = timestamp ? new Date(timestamp) : null;
    const state = { url, ref, directory, commit, revision, pages, files, reusableContents, paths, info, eventAt };
    await this.states.put(space, state);
    await this.outbox.add(spaceGitSynced(head, input, { revision: shown, commit, voided }));
    return agreed;
  }

  /** The change request whose draft contains only earlier content of the branch. */
  private async lockVoided(space: string): Promise<string | undefined> {
    const proposal = (await this.states.find(space))?.proposal;
    if (!proposal) return undefined;
    const branch = await this.branches.lock(space, proposal.changeRequest);
    return isUntouched(branch, proposal) ? proposal.changeRequest : undefined;
  }
}
