import type { Branch, BranchRevisions } from '@bindery/contracts';
import type { DraftBranch } from './branch.repository';

/** Whether main has moved on since the branch started or merged it; false for a merged branch. */
const isOutdated = ({ merged, mergedAncestor, base, main }: DraftBranch): boolean =>
  !merged && (mergedAncestor ?? base) !== main;

export function presentBranch(branch: DraftBranch): Branch {
  const { spaceId, organizationId, id, base, head, main, mergedAncestor, merged, edits, contributors } = branch;
  return {
    space: spaceId,
    organization: organizationId,
    changeRequest: id,
    initial: base,
    head,
    main,
    ...(mergedAncestor && { mergedAncestor }),
    ...(merged && { merged }),
    outdated: isOutdated(branch),
    edits,
    contributors,
  };
}

export function presentRevisions(branch: DraftBranch): BranchRevisions {
  const { head, base, mergedAncestor, merged } = branch;
  return {
    revision: head,
    revisionInitial: base,
    ...(mergedAncestor && { revisionMergedAncestor: mergedAncestor }),
    ...(merged && { revisionMerged: merged }),
    outdated: isOutdated(branch),
  };
}
