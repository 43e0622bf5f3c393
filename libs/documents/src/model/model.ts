/**
 * The Document model: the JSON shape in which the API carries the body of a page, a comment or a reusable content.
 *
 * `data` is open: the keys that the specification names are documented with each construct, and further keys are
 * kept. `object`, `type`, `nodes`, `fragments` and `leaves` are the structure that every reader relies on.
 */
export interface Document {
  object: 'document';
  data: Data;
  nodes: Block[];
}

export interface Block {
  object: 'block';
  type: string;
  key?: string;
  isVoid: boolean;
  data: Data;
  nodes?: Node[];
  fragments?: Fragment[];
  /** Computed facts such as the anchor of a heading; never written to Markdown. */
  meta?: Data;
}

export interface Inline {
  object: 'inline';
  type: string;
  key?: string;
  isVoid: boolean;
  data: Data;
  nodes?: Node[];
  fragments?: Fragment[];
}

export interface Text {
  object: 'text';
  key?: string;
  leaves: Leaf[];
}

/**
 * A run of characters with the same marks. `data.source` holds a piece of Markdown or HTML that has no counterpart
 * in the model: the leaf shows no text of its own and is written back as it was.
 */
export interface Leaf {
  object: 'leaf';
  text: string;
  marks: Mark[];
  data?: { source?: string };
}

export interface Mark {
  object: 'mark';
  type: string;
  data?: Data;
}

/** A named part of a block or inline beside its nodes: a caption, the body of an expandable, a table cell. */
export interface Fragment {
  object: 'fragment';
  key?: string;
  fragment?: string;
  type?: string;
  nodes: Block[];
}

export type Node = Block | Inline | Text;

export interface Data {
  [key: string]: unknown;
}

/** A reference from a document to something else; see the kinds of content references in the API. */
export type ContentRef =
  | { kind: 'url'; url: string }
  | { kind: 'file'; file: string }
  | { kind: 'page'; page: string; space?: string }
  | { kind: 'anchor'; anchor: string; page?: string; space?: string }
  | { kind: 'user'; user: string }
  | { kind: 'collection'; collection: string }
  | { kind: 'space'; space: string }
  | { kind: 'reusable-content'; reusableContent: string; space?: string }
  | { kind: 'openapi'; spec: string }
  | { kind: 'tag'; tag: string; space?: string };

/** The place where a URL stands, so that a resolver can distinguish a link to a page from the address of a picture. */
export type LinkUse =
  'link' | 'mention' | 'button' | 'image' | 'file' | 'include' | 'openapi' | 'content-ref' | 'cover';

/**
 * Translates between the URLs of Markdown and content references. Both directions are total and answer at once:
 * what a resolver does not know, it answers as `{ kind: 'url', url }`.
 */
export interface LinkResolver {
  refOf(url: string, use: LinkUse): ContentRef;
  urlOf(ref: ContentRef): string;
  /** The text to show for a reference whose title is not in the document (mentions, page links). */
  titleOf?(ref: ContentRef): string | undefined;
}

/** Something in a source that could not be taken as it stands. Lines count from 1 in the text that was given. */
export interface Problem {
  line: number;
  message: string;
}
