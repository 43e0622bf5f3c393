import { batch } from '../core/compose';
import { Flag, Id } from '../core/fields';

export class SpaceRef {
  @Id() space!: string;
}

/** The branch of a change request, by the request's id. */
export class BranchRef extends SpaceRef {
  @Id() changeRequest!: string;
}

/** The revisions of its branch that a change request shows. */
export class BranchRevisions {
  @Id() revision!: string;
  @Id() revisionInitial!: string;
  @Id({ optional: true }) revisionMergedAncestor?: string;
  @Id({ optional: true }) revisionMerged?: string;
  @Flag() outdated!: boolean;
}

/** By `branchKey`. */
export const branchRevisions = batch('content', 'branchRevisions', BranchRevisions, {
  missing: (): BranchRevisions => ({ revision: 'none', revisionInitial: 'none', outdated: false }),
});

export const branchKey = ({ space, changeRequest }: BranchRef): string => `${space}/${changeRequest}`;

export function readBranchKey(key: string): BranchRef {
  const [space = '', changeRequest = ''] = key.split('/');
  return { space, changeRequest };
}
