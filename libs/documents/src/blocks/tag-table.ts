import type { Tag } from '../syntax/tag';
import { methodTags } from './method-tags';
import type { TagSpec } from './tag-spec';

/** Every block that is written as `{% tag %}`, but for `code`, which stands around a fence. */
const tagTable: TagSpec[] = [
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
  ...methodTags,
];

/** Tags of former dialects for blocks that are written otherwise today. */
const formerTags: TagSpec[] = [
  { tag: 'page-ref', type: 'content-ref', attributes: { page: { url: 'content-ref' } }, body: 'none' },
  { tag: 'code-tabs', type: 'tabs', attributes: {}, body: { of: 'tabs-item' } },
  { tag: 'code-tabs-item', type: 'tabs-item', attributes: { title: 'text' }, body: 'blocks' },
];

const specByName = new Map([...formerTags, ...tagTable].map((spec) => [spec.tag, spec]));

/** The names of the tags that have an end tag. */
export const containerTags: readonly string[] = [...specByName.values()]
  .filter(({ body }) => body !== 'none')
  .map(({ tag }) => tag);

/** The types of the blocks that stand only in a block of their own kind. */
export const partTypes: ReadonlySet<string> = new Set(
  tagTable.flatMap(({ body }) => (typeof body === 'object' ? [body.of] : [])),
);

/** The specification of a tag; `swagger` with a source is the former name of `openapi`. */
export function specOf({ name, argument }: Tag): TagSpec | undefined {
  return specByName.get(name === 'swagger' && /(?:^|\s)src=/.test(argument) ? 'openapi' : name);
}

export const specByType = new Map(tagTable.map((spec) => [spec.type, spec]));
