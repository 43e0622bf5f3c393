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
  /** What stands between the tag and its end tag. */
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

/** Every block that is written as `{% tag %}`, but for `code`, which stands around a fence. */
export const tagTable: TagSpec[] = [
  { tag: 'hint', type: 'hint', attributes: { style: 'text', icon: 'text' }, body: 'blocks' },
  { tag: 'tabs', type: 'tabs', attributes: { fullWidth: 'boolean' }, body: { of: 'tabs-item' } },
  { tag: 'tab', type: 'tabs-item', attributes: { title: 'text', icon: 'text', slug: 'text' }, body: 'blocks' },
  { tag: 'stepper', type: 'stepper', attributes: {}, body: { of: 'stepper-step' } },
  { tag: 'step', type: 'stepper-step', attributes: { icon: 'text' }, body: 'blocks' },
  { tag: 'columns', type: 'columns', attributes: { fullWidth: 'boolean' }, body: { of: 'column' } },
  { tag: 'column', type: 'column', attributes: { width: 'length', verticalAlignment: 'text' }, body: 'blocks' },
  { tag: 'updates', type: 'updates', attributes: { format: 'text' }, body: { of: 'update' } },
  { tag: 'update', type: 'update', attributes: { date: 'text', tags: 'tags' }, body: 'blocks' },
  {
    tag: 'prompt',
    type: 'prompt',
    attributes: { description: 'text', icon: 'text', openInAIProviders: 'boolean', defaultExpanded: 'text' },
    body: 'blocks',
  },
  { tag: 'if', type: 'if', attributes: {}, body: 'blocks', argument: { key: 'expression', kind: 'expression' } },
  { tag: 'embed', type: 'embed', attributes: { url: 'text', fullWidth: 'boolean' }, body: 'caption' },
  { tag: 'file', type: 'file', attributes: { src: { url: 'file' } }, body: 'caption' },
  { tag: 'content-ref', type: 'content-ref', attributes: { url: { url: 'content-ref' } }, body: 'link' },
  {
    tag: 'openapi',
    type: 'swagger',
    attributes: { src: { url: 'openapi' }, path: 'text', method: 'text', expanded: 'boolean', fullWidth: 'boolean' },
    body: 'link',
  },
  {
    tag: 'openapi-operation',
    type: 'openapi-operation',
    attributes: { spec: 'spec', path: 'text', method: 'text', headless: 'boolean' },
    body: 'link',
  },
  {
    tag: 'openapi-schemas',
    type: 'openapi-schemas',
    attributes: { spec: 'spec', schemas: 'list', grouped: 'boolean', title: 'text' },
    body: 'link',
  },
  {
    tag: 'openapi-webhook',
    type: 'openapi-webhook',
    attributes: { spec: 'spec', name: 'text', method: 'text', headless: 'boolean' },
    body: 'link',
  },
  {
    tag: 'include',
    type: 'reusable-content',
    attributes: {},
    body: 'none',
    argument: { key: 'ref', kind: { url: 'include' } },
  },
];

export const specByTag = new Map(tagTable.map((spec) => [spec.tag, spec]));
export const specByType = new Map(tagTable.map((spec) => [spec.type, spec]));
