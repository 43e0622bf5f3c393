import type { MemberRole } from '../core/roles';
import { call, internal } from '../core/endpoint';
import { Flag, Id, Int, OneOf, Text, Union } from '../core/fields';
import { memberRoles } from '../core/roles';
import { spaceMergeRules, type SpaceMergeRules } from '../shared/merge-rules.dto';
import { BranchRef, SpaceRef } from '../shared/branch-revisions.contract';
import { PagePlace } from '../shared/page-place.dto';
import { editModes, type EditMode } from './spaces.contract';

/** A space, for services that decide by the caller's access to it. */
export class SpaceAccessAnswer {
  @Id() organization!: string;
  @OneOf(memberRoles) level!: MemberRole;
  /** The revision that the space shows. */
  @Id() head!: string;
  @OneOf(editModes) editMode!: EditMode;
  @Text() title!: string;
  @Union('type', spaceMergeRules) mergeRules!: SpaceMergeRules;
}

export class Branch extends BranchRef {
  @Id() organization!: string;
  /** The revision of main from which it started. */
  @Id() initial!: string;
  @Id() head!: string;
  /** The head of main. */
  @Id() main!: string;
  /** The newest revision of main that was merged into it. */
  @Id({ optional: true }) mergedAncestor?: string;
  /** The revision of main that the branch was merged as. */
  @Id({ optional: true }) merged?: string;
  /** Main has moved on since the branch started or was updated. */
  @Flag() outdated!: boolean;
  /** How often the branch was edited. */
  @Int() edits!: number;
  /** The users who edited it, in the order of their first edits. */
  @Id({ array: true }) contributors!: string[];
}

/** A branch, and the head for which the caller has decided. */
export class BranchAt extends BranchRef {
  @Id() head!: string;
}

export class MergeBranch extends BranchAt {
  @Text({ optional: true, max: 200, description: 'The subject of the change request.' }) title?: string;
}

/** `conflicts`: main has not changed, and `revision` is the new head of the branch. */
export class UpdateBranchResult {
  @OneOf(['update', 'conflicts']) result!: 'update' | 'conflicts';
  @Id() revision!: string;
}

export class MergeBranchResult {
  @OneOf(['merge', 'conflicts']) result!: 'merge' | 'conflicts';
  @Id() revision!: string;
}

/** The place of a comment in a space, or in a change request. */
export class CommentPlace extends PagePlace {
  @Id() space!: string;
  @Id({ optional: true }) changeRequest?: string;
}

export class LocatedComment {
  /** The head of the branch, in which the place was found. */
  @Id() revision!: string;
}

/** The calls of other services about branches. Drafts are for users with access, not for readers of a public space. */
export const branches = internal('content', {
  /** 404 when the caller has no own access, or the space is deleted. */
  getSpaceAccess: call({ body: SpaceRef, returns: SpaceAccessAnswer }),
  /** Opens a branch at the head of main, or answers the branch that is open already. Needs the level `edit`. 403, 404. */
  openBranch: call({ body: BranchRef, returns: Branch }),
  getBranch: call({ body: BranchRef, returns: Branch }),
  /** 400 that names the field of a new comment, for a page, a block or a cell that does not exist. 404. */
  locateComment: call({ body: CommentPlace, returns: LocatedComment }),
  /**
   * Merges main into a branch. 409 when it is at another head, or merged. A repeated call answers the same. The caller has
   * checked that the user may do so.
   */
  updateBranch: call({ body: BranchAt, returns: UpdateBranchResult, timeout: 15_000 }),
  /**
   * Merges a branch into main, all of it or nothing. 409 when it is at another head. A repeated call answers the same. With
   * conflicts main stays, and the branch gets both versions: further calls answer `conflicts` until users have edited the
   * conflicting objects. The caller has checked that the user may do so.
   */
  mergeBranch: call({ body: MergeBranch, returns: MergeBranchResult, timeout: 15_000 }),
});
