/** A side of a merge: what the space shows, or what the change request made of it. */
export type Side = 'main' | 'draft';

export type ConflictObject = 'page' | 'reusable-content' | 'file' | 'variable';

/** What a conflict is about. */
export interface ConflictSubject {
  object: ConflictObject;
  /** An id, or the name of a variable. */
  id: string;
}

/** Both sides gave something a value of their own. */
export interface BothEdited {
  reason: 'both-edited';
  /** Of a page or reusable content: what of it. The draft has its own value. */
  attribute?: string;
  /** Of a document: the block; main's version has this key and stands before the draft's. */
  block?: string;
  /** Where the draft's version is: the key of the block, or the id of the file. */
  draftVersion?: string;
  /** The values, absent where a side has none. */
  main?: unknown;
  draft?: unknown;
}

/** One side deleted what the other edited or needs: it is there, as the other has it. */
export interface DeletedAndNeeded {
  reason: 'deleted';
  deletedIn: Side;
  block?: string;
}

/** Both sides gave a slug to different pages below one parent: the draft's page has another one. */
export interface SlugTaken {
  reason: 'slug-taken';
  main: string;
  draft: string;
  /** The page of main that has it. */
  other: string;
}

export type Finding = BothEdited | DeletedAndNeeded | SlugTaken;

/** What both sides of a merge changed, and what the draft holds of it until somebody decides. */
export type Conflict = ConflictSubject & Finding;
