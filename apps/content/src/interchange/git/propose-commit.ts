import { Injectable } from '@nestjs/common';
import { anonymous, ApiError, changeRequestRefs, type ImportProblem } from '@bindery/contracts';
import { Outbox, RpcClient } from '@bindery/messaging';
import { newId } from '@bindery/persistence';
import { BranchRepository, type DraftBranch } from '../../drafts/branches/branch.repository';
import { CommitDraft } from '../../drafts/branches/commit-draft';
import { OpenConflicts } from '../../drafts/branches/open-conflicts';
import { mergeRevisions } from '../../model/merge/merge-content';
import { DocumentRepository } from '../../model/pages/document.repository';
import type { RevisionContent } from '../../model/pages/revision-content';
import { RevisionRepository, type Head } from '../../revisions/revisions/revision.repository';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { isUntouched } from './git-state';
import { spaceGitConflicted } from './git-sync.events';
import type { GitSyncInput, GitSyncResult } from './git-sync.job';
import { describeLosses, isMuch, type SyncLosses } from './sync-losses';
import { GitSyncRepository, type GitProposal, type SyncedState } from './git-sync.repository';

/** The content of a repository, ready to become a draft. */
interface Commit {
  /** The id of the run, which becomes that of the change request. */
  run: string;
  /** The revision that the content is based on. */
  base: string;
  /** The change request that holds an older commit already. */
  open: GitProposal | undefined;
  commit: string;
  message: string;
  content: RevisionContent;
  paths: string[];
  problems: ImportProblem[];
  /** Compared to the common content. */
  losses: SyncLosses;
}

/** Problems that a change request lists. */
const mostWarnings = 20;

/** Warnings for reviewers before they merge the content of the repository. */
function warningsOf({ problems, losses }: Commit): string[] {
  const listed = problems
    .slice(0, mostWarnings)
    .map(({ file, line, message }) => `${file}${line ? `:${line}` : ''}: ${message}`);
  const more = problems.length - listed.length;
  return [
    ...(isMuch(losses) ? [`Merging this would ${describeLosses(losses)}.`] : []),
    ...listed,
    ...(more > 0 ? [`${more} further problems are listed in the Git information of the space.`] : []),
  ];
}

/**
 * Makes the content of a repository the draft of a change request, for a space that has changed as well. The draft
 * starts at the last common state, so that its merge combines both by page and by block.
 */
@Injectable()
export class ProposeCommit {
  constructor(
    private readonly branches: BranchRepository,
    private readonly revisions: RevisionRepository,
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
    private readonly commitDraft: CommitDraft,
    private readonly openConflicts: OpenConflicts,
    private readonly states: GitSyncRepository,
    private readonly outbox: Outbox,
    private readonly rpc: RpcClient,
  ) {}

  /** The open proposal, unless a user has archived its change request. Queries the change-requests service. */
  async open({ spaceId: space }: Head, { proposal }: SyncedState): Promise<GitProposal | undefined> {
    if (!proposal) return undefined;
    const body = { space, changeRequest: proposal.changeRequest };
    try {
      const { status } = await this.rpc.call(changeRequestRefs.resolveChangeRequest, { principal: anonymous, body });
      return status === 'archived' ? undefined : proposal;
    } catch (error) {
      // The change request does not exist yet: the event that creates it is still on its way.
      if (ApiError.from(error).code === 404) return proposal;
      throw error;
    }
  }

  /** Whether its draft contains only changes of synchronisations. */
  async isUntouched({ spaceId: space }: Head, open: GitProposal): Promise<boolean> {
    return isUntouched(await this.branches.find(space, open.changeRequest), open);
  }

  /** Runs in the transaction that ends the job. */
  async run(input: GitSyncInput, head: Head, proposed: Commit): Promise<GitSyncResult> {
    const { spaceId: space } = head;
    const { open, run, base, commit, message, content, paths } = proposed;
    const { user, timestamp } = input;
    const warnings = warningsOf(proposed);
    const changeRequest = open?.changeRequest ?? run;
    if (!open) await this.branches.open(space, changeRequest, base);
    const branch = await this.branches.lock(space, changeRequest);
    // The next attempt finds the older commit as the common state.
    if (!branch || branch.merged) throw new Error('The change request was merged in the meantime');
    const revision = open
      ? await this.bringIn(branch, proposed, user)
      : await this.commitDraft.run(branch, { user, content, conflicts: [] });
    const { pages, files, reusableContents } = content;
    const edits = branch.edits + 1;
    const proposal = { changeRequest, commit, revision, pages, files, reusableContents, paths, edits };
    await this.states.propose(space, proposal, timestamp ? new Date(timestamp) : null);
    const conflicted = { changeRequest, revision, commit, message, ...(warnings.length > 0 && { warnings }) };
    await this.outbox.add(spaceGitConflicted(head, input, conflicted));
    return { commit, revision, changeRequest, problems: proposed.problems };
  }

  /** Merges a newer commit into a draft that may have been edited; returns the revision with the commit alone. */
  private async bringIn(branch: DraftBranch, { base, content }: Commit, user: string): Promise<string> {
    const { spaceId, organizationId, id } = branch;
    const revision = newId();
    await this.revisions.insert({
      id: revision,
      spaceId,
      branch: id,
      type: 'edits',
      parents: [base],
      createdBy: user,
      ...content,
    });
    const [before, draft] = await this.revisions.contents(spaceId, [base, branch.head]);
    const source = {
      map: <V extends NonNullable<unknown>>() => this.chunks.map<V>(organizationId),
      documents: (hashes: string[]) => this.documents.findAll(organizationId, hashes),
    };
    const merged = await mergeRevisions(source, { base: before!, main: content, draft: draft! });
    await this.chunks.insert(organizationId, merged.chunks);
    await this.documents.insert(organizationId, merged.documents);
    const earlier = await this.openConflicts.in(organizationId, merged.content, draft!.conflicts);
    const conflicts = [...earlier, ...merged.conflicts];
    await this.commitDraft.run(branch, { user, content: merged.content, conflicts });
    return revision;
  }
}
