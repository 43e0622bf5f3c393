/** A side of a merge: what the space shows, or what the change request made of it. */
export type Side = 'main' | 'draft';

interface PageConflict {
  page: string;
}

/** Both sides gave an attribute of a page a value of their own; the draft has its own. */
export interface AttributeConflict extends PageConflict {
  type: 'attribute';
  attribute: string;
  /** Absent where the side has none. */
  main?: unknown;
  draft?: unknown;
}

/** Both sides edited a block: both versions stand one after the other, main's first. */
export interface BlockConflict extends PageConflict {
  type: 'block';
  block: string;
  /** The key under which the draft's version stands. */
  draft: string;
}

/** One side deleted a block that the other edited: it is there as it was edited. */
export interface DeletedBlockConflict extends PageConflict {
  type: 'block-deleted';
  block: string;
  deletedIn: Side;
}

/** One side deleted a page that the other needs: it is there. */
export interface DeletedPageConflict extends PageConflict {
  type: 'page-deleted';
  deletedIn: Side;
}

/** The same of a reusable content, where `page` names none. */
export type ReusableContentConflict =
  | { type: 'reusable-content'; reusableContent: string; attribute: string; main?: unknown; draft?: unknown }
  | { type: 'reusable-content-block'; reusableContent: string; block: string; draft: string }
  | { type: 'reusable-content-block-deleted'; reusableContent: string; block: string; deletedIn: Side }
  | { type: 'reusable-content-deleted'; reusableContent: string; deletedIn: Side };

/** Both sides replaced a file: main's has the id, the draft's another one. */
export interface FileConflict {
  type: 'file';
  file: string;
  draft: string;
}

export interface DeletedFileConflict {
  type: 'file-deleted';
  file: string;
  deletedIn: Side;
}

export interface VariableConflict {
  type: 'variable';
  variable: string;
  main?: unknown;
  draft?: unknown;
}

/** What both sides of a merge changed, and what the draft holds of it until somebody decides. */
export type Conflict =
  | AttributeConflict
  | BlockConflict
  | DeletedBlockConflict
  | DeletedPageConflict
  | ReusableContentConflict
  | FileConflict
  | DeletedFileConflict
  | VariableConflict;
