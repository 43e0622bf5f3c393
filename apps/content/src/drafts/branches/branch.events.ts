import * as contracts from '@bindery/contracts';
import type { DraftBranch } from './branch.repository';

/** The revision that a change made, and its user. */
interface BranchChange {
  revision: string;
  user: string;
}

/** Events of a branch get it as it was before the change; its version is the number of its edits. */
export const branchEdited = (branch: DraftBranch, change: BranchChange) =>
  contracts.branchEdited({ ...contentOf(branch, change), payload: payloadOf(branch, change) });

/** `title` is the subject of the change request. */
export const branchMerged = (branch: DraftBranch, change: BranchChange, title: string) =>
  contracts.branchMerged({ ...contentOf(branch, change), payload: { ...payloadOf(branch, change), title } });

const contentOf = ({ id, organizationId, edits }: DraftBranch, { user }: BranchChange) => ({
  organization: organizationId,
  aggregate: id,
  version: edits + 1,
  actor: user,
});

const payloadOf = ({ spaceId, id }: DraftBranch, { revision, user }: BranchChange): contracts.BranchEdited => ({
  space: spaceId,
  changeRequest: id,
  revision,
  actor: user,
});
