import { Injectable } from '@nestjs/common';
import {
  conflict,
  notFound,
  type BranchAt,
  type MergeBranch,
  type MergeBranchResult,
  type UpdateBranchResult,
} from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { mergeRevisions, type MergedContent } from '../../model/merge/merge-content';
import { DocumentRepository } from '../../model/pages/document.repository';
import { CommitRevision } from '../../revisions/revisions/commit-revision';
import { RevisionRepository } from '../../revisions/revisions/revision.repository';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { branchMerged } from './branch.events';
import { BranchRepository, type DraftBranch } from './branch.repository';
import { CommitDraft } from './commit-draft';
import { OpenConflicts } from './open-conflicts';

/**
 * Merges branches and main, each time in one transaction that locks the branch first and then main, so that calls for
 * one branch run one after the other.
 */
@Injectable()
export class BranchMerger {
  constructor(
    private readonly branches: BranchRepository,
    private readonly revisions: RevisionRepository,
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
    private readonly commit: CommitRevision,
    private readonly commitDraft: CommitDraft,
    private readonly openConflicts: OpenConflicts,
    private readonly outbox: Outbox,
    private readonly db: Database,
  ) {}

  /** Merges main into a branch. Conflicts arise only where both sides changed the same part. Throws 404, 409. */
  update(at: BranchAt, user: string): Promise<UpdateBranchResult> {
    return this.db.transaction(async () => {
      const branch = await this.lock(at);
      if (branch.merged) throw conflict('The change request is merged');
      const before = earlierAnswer(branch, at.head);
      if (before) return before;
      const main = await this.branches.lockMain(branch.spaceId);
      if (main === ancestorOf(branch)) {
        return { result: (await this.hasConflicts(branch)) ? 'conflicts' : 'update', revision: branch.head };
      }
      const merged = await this.mergeContents(branch, main);
      const result = merged.conflicts.length > 0 ? 'conflicts' : 'update';
      return { result, revision: await this.commitUpdate(branch, main, merged, user, result) };
    });
  }

  /** Merges a branch into main, unless there are conflicts. Throws 404, 409. */
  merge({ title = '', ...at }: MergeBranch, user: string): Promise<MergeBranchResult> {
    return this.db.transaction(async () => {
      const branch = await this.lock(at);
      if (branch.merged) return { result: 'merge', revision: branch.merged };
      const before = earlierAnswer(branch, at.head);
      if (before?.result === 'conflicts') return { ...before, result: 'conflicts' };
      if (before) throw headMoved();
      if (await this.hasConflicts(branch)) return { result: 'conflicts', revision: branch.head };
      const main = await this.branches.lockMain(branch.spaceId);
      const merged = await this.mergeContents(branch, main);
      if (merged.conflicts.length > 0)
        return { result: 'conflicts', revision: await this.commitUpdate(branch, main, merged, user, 'conflicts') };
      return { result: 'merge', revision: await this.commitMerged(branch, main, merged, user, title) };
    });
  }

  private async lock({ space, changeRequest }: BranchAt): Promise<DraftBranch> {
    const branch = await this.branches.lock(space, changeRequest);
    if (!branch) throw notFound('Change request');
    return branch;
  }

  private async hasConflicts({ spaceId, organizationId, head }: DraftBranch): Promise<boolean> {
    const [draft] = await this.revisions.contents(spaceId, [head]);
    return (await this.openConflicts.in(organizationId, draft!, draft!.conflicts)).length > 0;
  }

  private async mergeContents(branch: DraftBranch, main: string): Promise<MergedContent> {
    const { spaceId, organizationId } = branch;
    const [base, ofMain, draft] = await this.revisions.contents(spaceId, [ancestorOf(branch), main, branch.head]);
    const source = {
      map: <V extends NonNullable<unknown>>() => this.chunks.map<V>(organizationId),
      documents: (hashes: string[]) => this.documents.findAll(organizationId, hashes),
    };
    const merged = await mergeRevisions(source, { base: base!, main: ofMain!, draft: draft! });
    await this.chunks.insert(organizationId, merged.chunks, { keep: true });
    await this.documents.insert(organizationId, merged.documents, { keep: true });
    const earlier = await this.openConflicts.in(organizationId, merged.content, draft!.conflicts);
    return { ...merged, conflicts: [...earlier, ...merged.conflicts] };
  }

  private commitUpdate(
    branch: DraftBranch,
    main: string,
    { content, conflicts }: MergedContent,
    user: string,
    result: 'update' | 'conflicts',
  ): Promise<string> {
    return this.commitDraft.run(branch, { user, content, conflicts, update: { main, result } });
  }

  private async commitMerged(
    branch: DraftBranch,
    main: string,
    { content }: MergedContent,
    user: string,
    title: string,
  ): Promise<string> {
    const { spaceId: space, id: changeRequest, organizationId: organization, head } = branch;
    const merges = { changeRequest, head };
    const revision = await this.commit.run({ space, organization, parent: main, user, content, merges });
    await this.branches.merged(space, changeRequest, revision);
    await this.outbox.add(branchMerged(branch, { revision, user }, title));
    return revision;
  }
}

/** The newest common revision of main and the branch. */
export const ancestorOf = ({ mergedAncestor, base }: Pick<DraftBranch, 'mergedAncestor' | 'base'>): string =>
  mergedAncestor ?? base;

const headMoved = () => conflict('The change request has changed in the meantime; read it again');

/** The answer to an earlier call for the same head. Throws 409 if another change has moved the head since. */
function earlierAnswer(
  { head, headBeforeUpdate, updateResult }: DraftBranch,
  expected: string,
): UpdateBranchResult | undefined {
  if (head === expected) return undefined;
  if (headBeforeUpdate !== expected) throw headMoved();
  return { result: updateResult!, revision: head };
}
