/** A side of a merge: the main branch, or the change request's draft. */
export type Side = 'main' | 'draft';

export type ConflictObject = 'page' | 'reusable-content' | 'file' | 'variable';

/** The object of a conflict. */
interface ConflictSubject {
  object: ConflictObject;
  /** An id, or the name of a variable. */
  id: string;
}

/** Both sides changed the same value. */
export interface BothEdited {
  reason: 'both-edited';
  /** For a page or reusable content: the attribute. The draft has its own value. */
  attribute?: string;
  /** For a document: the block; main's version has this key and stands before the draft's. */
  block?: string;
  /** The location of the draft's version: the key of the block, or the id of the file. */
  draftVersion?: string;
  /** The values, absent where a side has none. */
  main?: unknown;
  draft?: unknown;
}

/** One side deleted an object that the other edited or needs: it is kept, as the other side has it. */
export interface DeletedAndNeeded {
  reason: 'deleted';
  deletedIn: Side;
  block?: string;
}

/** Both sides gave a slug to different pages of one parent: the draft's page has got another one. */
interface SlugTaken {
  reason: 'slug-taken';
  main: string;
  draft: string;
  /** The page of main that has the slug. */
  other: string;
}

export type Finding = BothEdited | DeletedAndNeeded | SlugTaken;

/** A change of both sides of a merge, with the draft's present choice until a user decides. */
export type Conflict = ConflictSubject & Finding;
