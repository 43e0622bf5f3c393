import type { MemberRole } from '../core/roles';
import { call, internal } from '../core/endpoint';
import { Flag, Id, Int, OneOf, Text, Union } from '../core/fields';
import { memberRoles } from '../core/roles';
import { spaceMergeRules, type SpaceMergeRules } from '../shared/merge-rules.dto';
import { BranchRef, SpaceRef } from '../shared/branch-revisions.contract';
import { PagePlace } from '../shared/page-place.dto';
import { editModes, type EditMode } from './spaces.contract';

/** A space as services see it that decide by the caller's access to it. */
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
  /** The newest revision of main that was brought in. */
  @Id({ optional: true }) mergedAncestor?: string;
  /** The revision of main that holds the branch. */
  @Id({ optional: true }) merged?: string;
  /** Main has moved on since the branch started or was updated. */
  @Flag() outdated!: boolean;
  /** How often the branch was edited. */
  @Int() edits!: number;
  /** The users who edited it, in the order of their first edits. */
  @Id({ array: true }) contributors!: string[];
}

/** A branch at the head that a decision was made about. */
export class BranchAt extends BranchRef {
  @Id() head!: string;
}

export class MergeBranch extends BranchAt {
  @Text({ optional: true, max: 200, description: 'What the request is about.' }) title?: string;
}

/** With conflicts main is as it was, and the revision is the branch's. */
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
  /** 404 when the caller has no access of their own, or the space is deleted. */
  getSpaceAccess: call({ body: SpaceRef, returns: SpaceAccessAnswer }),
  /** Opens a branch at main's head; one that is open already is answered. Needs the level `edit`. 403, 404. */
  openBranch: call({ body: BranchRef, returns: Branch }),
  getBranch: call({ body: BranchRef, returns: Branch }),
  /** 400 that names the field of a new comment, for a page, a block or a cell that does not exist. 404. */
  locateComment: call({ body: CommentPlace, returns: LocatedComment }),
  /**
   * Brings main into a branch. 409 when it is at another head, or merged. A repeated call answers the same. The caller has
   * decided whether the user may.
   */
  updateBranch: call({ body: BranchAt, returns: UpdateBranchResult, timeout: 15_000 }),
  /**
   * Makes a branch part of main, all or nothing. 409 when it is at another head. A repeated call answers the same. With
   * conflicts main stays, and both versions are in the branch; until a user edits the conflicting objects, or the branch has
   * no conflicts, every further call answers `conflicts`. The caller has decided whether the user may.
   */
  mergeBranch: call({ body: MergeBranch, returns: MergeBranchResult, timeout: 15_000 }),
});
