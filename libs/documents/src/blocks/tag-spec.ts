import type { LinkUse } from '../model/model';

/** How an attribute of a tag is held in `data`. */
export type AttributeKind =
  | 'text'
  | 'boolean'
  | 'length'
  /** Comma-separated. */
  | 'list'
  /** Comma-separated slugs of tags, held as references. */
  | 'tags'
  /** The name of an OpenAPI specification, held as a reference in `ref`. */
  | 'spec'
  /** A URL, held as a reference in `ref`. */
  | { url: LinkUse };

export interface TagSpec {
  tag: string;
  type: string;
  attributes: Record<string, AttributeKind>;
  /** The kind of content between the tag and its end tag. */
  body:
    /** Blocks. */
    | 'blocks'
    /** Blocks of one type only, each a tag of its own. */
    | { of: string }
    /** A caption; the end tag is left out where there is none. */
    | 'caption'
    /** A link for readers of the Markdown that repeats what the tag says; not kept. */
    | 'link'
    /** Nothing, and no end tag. */
    | 'none';
  /** The key in `data` of a value that stands bare behind the name: an expression, or a quoted URL. */
  argument?: { key: string; kind: 'expression' | { url: LinkUse } };
}
