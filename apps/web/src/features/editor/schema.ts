import { Schema, type MarkSpec, type NodeSpec, type TagParseRule } from 'prosemirror-model';
import { isAddress } from './addresses';
import { blockFromImage } from './media-blocks';
import { jsonAttribute, readJSON } from './json-attributes';
import { cardNodes } from './card-schema';
import { tableNodes } from './table-schema';

/**
 * The editor's document follows the API's: each block is a node with its `key`, `data` and `meta`. A block that the editor
 * cannot edit is an `opaque` node, which carries its JSON and is shown as readers see it.
 */
const blockAttributes = { key: { default: null }, data: { default: {} }, meta: { default: null } };

interface Container {
  content: string;
  tag: string;
  group?: string;
  defining?: boolean;
  isolating?: boolean;
}

/** A part of a block, which the keys leave whole. */
const part: Container = { content: 'block+', tag: 'section', group: '', defining: true, isolating: true };

/** Blocks that hold other blocks, by their type in the API: what they hold, and the element that shows them. */
const containers: Record<string, Container> = {
  'list-unordered': { content: 'list_item+', tag: 'ul' },
  'list-ordered': { content: 'list_item+', tag: 'ol' },
  'list-tasks': { content: 'list_item+', tag: 'ul' },
  'list-item': { content: 'block+', tag: 'li', group: '', defining: true },
  blockquote: { content: 'block+', tag: 'blockquote', defining: true },
  hint: { content: 'block+', tag: 'aside', defining: true },
  tabs: { content: 'tabs_item+', tag: 'div' },
  'tabs-item': part,
  stepper: { content: 'stepper_step+', tag: 'div' },
  'stepper-step': part,
  columns: { content: 'column+', tag: 'div' },
  column: part,
  updates: { content: 'update+', tag: 'div' },
  update: part,
};

/** Names of nodes have no dashes, as expressions of what a node holds know none. */
export const nameOf = (type: string): string => type.replaceAll('-', '_');
export const typeOf = (name: string): string => name.replaceAll('_', '-');

export const isContainer = (type: string): boolean => Object.hasOwn(containers, type);

function containerSpec(type: string): NodeSpec {
  const { content, tag, group = 'block', defining, isolating } = containers[type]!;
  return {
    content,
    group,
    defining,
    isolating,
    attrs: blockAttributes,
    toDOM: ({ attrs }) => [
      tag,
      {
        'data-type': type,
        class: classOf(type, attrs.data as Data),
        ...titleOf(attrs.data as Data),
        ...jsonAttribute('json', attrs.data),
      },
      0,
    ],
    parseDOM: [
      {
        tag: `[data-type="${type}"]`,
        priority: 70,
        getAttrs: keptData,
      },
      ...(parsedTags[type] ?? []),
    ],
  };
}

type Data = Record<string, unknown>;

const keptData = (element: HTMLElement): { data: Data } => ({ data: readJSON(element, 'json') ?? {} });

/** How blocks stand in what other programs put on the clipboard. */
const parsedTags: Record<string, TagParseRule[]> = {
  'list-tasks': [
    { tag: 'ul', priority: 60, getAttrs: (list) => (boxIn(list.firstElementChild) ? { data: {} } : false) },
  ],
  'list-unordered': [{ tag: 'ul' }],
  'list-ordered': [{ tag: 'ol', getAttrs: (list) => ({ data: startOf(list) }) }],
  'list-item': [
    {
      tag: 'li',
      getAttrs: (item) => {
        const box = boxIn(item);
        return { data: box ? { checked: box.checked } : {} };
      },
    },
  ],
  blockquote: [{ tag: 'blockquote' }],
};

const boxIn = (item: Element | null): HTMLInputElement | null =>
  item?.querySelector<HTMLInputElement>(':scope > input[type=checkbox], :scope > p > input[type=checkbox]') ?? null;

function startOf(list: HTMLElement): Data {
  const start = Number(list.getAttribute('start') ?? 1);
  return Number.isInteger(start) && start !== 1 ? { start } : {};
}

const classOf = (type: string, data: Data): string =>
  type === 'hint' ? `hint ${typeof data.style === 'string' ? data.style : 'info'}` : `edit-${type}`;
const titleOf = ({ title, checked }: Data) => ({
  ...(typeof title === 'string' && { 'data-title': title }),
  ...(typeof checked === 'boolean' && { 'data-checked': String(checked) }),
});

/** The element of an expandable block, or of its title or body, known by its class. */
const partOfExpandable = (name: string): Pick<NodeSpec, 'toDOM' | 'parseDOM'> => ({
  toDOM: ({ attrs }) => ['div', { class: name, ...jsonAttribute('json', attrs.data) }, 0],
  parseDOM: [{ tag: `div.${name}`, getAttrs: keptData }],
});

const nodes: Record<string, NodeSpec> = {
  doc: { content: 'block+' },
  paragraph: {
    content: 'inline*',
    group: 'block',
    attrs: blockAttributes,
    // Line ends are kept when a paragraph is cut and pasted.
    toDOM: (node) => [
      'p',
      { ...(node.textContent.includes('\n') && { 'data-lines': '' }), ...jsonAttribute('json', node.attrs.data) },
      0,
    ],
    parseDOM: [
      { tag: 'p[data-lines]', priority: 60, preserveWhitespace: 'full', getAttrs: keptData },
      { tag: 'p', getAttrs: keptData },
    ],
  },
  heading: {
    content: 'inline*',
    group: 'block',
    defining: true,
    attrs: { ...blockAttributes, level: { default: 1 } },
    toDOM: ({ attrs }) => [`h${Number(attrs.level) + 1}`, jsonAttribute('json', attrs.data), 0],
    parseDOM: [1, 2, 3, 4].map((level) => ({
      tag: `h${level}`,
      getAttrs: (element) => ({ ...keptData(element), level: Math.max(1, Math.min(3, level - 1)) }),
    })),
  },
  code_block: {
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    attrs: blockAttributes,
    toDOM: ({ attrs }) => {
      const { syntax, title } = attrs.data as Data;
      const label = [title, syntax].filter((part) => typeof part === 'string').join(' · ');
      return ['pre', { 'data-label': label, ...jsonAttribute('json', attrs.data) }, ['code', 0]];
    },
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full', getAttrs: (code) => ({ data: codeData(code) }) }],
  },
  expandable: {
    content: 'expandable_title expandable_body',
    group: 'block',
    defining: true,
    isolating: true,
    attrs: blockAttributes,
    ...partOfExpandable('edit-expandable'),
  },
  expandable_title: {
    content: 'inline*',
    attrs: blockAttributes,
    ...partOfExpandable('edit-expandable-title'),
  },
  expandable_body: {
    content: 'block+',
    attrs: blockAttributes,
    ...partOfExpandable('edit-expandable-body'),
  },
  divider: { group: 'block', attrs: blockAttributes, toDOM: () => ['hr'], parseDOM: [{ tag: 'hr' }] },
  opaque: {
    group: 'block',
    atom: true,
    selectable: true,
    draggable: true,
    attrs: { block: {} },
    toDOM: ({ attrs }) => ['div', jsonAttribute('block', attrs.block)],
    parseDOM: [
      { tag: 'div[data-block]', getAttrs: (element) => wrap('block', readJSON(element, 'block')) },
      { tag: 'img[src]', getAttrs: (image) => wrap('block', blockFromImage(image)) },
    ],
  },
  ...Object.fromEntries(Object.keys(containers).map((type) => [nameOf(type), containerSpec(type)])),
  ...tableNodes,
  ...cardNodes,
  text: { group: 'inline' },
  opaque_inline: {
    group: 'inline',
    inline: true,
    atom: true,
    selectable: true,
    attrs: { inline: {} },
    toDOM: ({ attrs }) => ['span', jsonAttribute('inline', attrs.inline)],
    parseDOM: [{ tag: 'span[data-inline]', getAttrs: (element) => wrap('inline', readJSON(element, 'inline')) }],
  },
};

/** An attribute of that name, or no match. */
const wrap = (name: string, value: object | undefined) => (value ? { [name]: value } : false);

/** The language of code, which is a class in HTML. */
function codeData(code: HTMLElement): Data {
  const kept = readJSON(code, 'json');
  if (kept) return kept;
  const named = [code, ...code.querySelectorAll('code')].map(({ className }) => className).join(' ');
  const syntax = /(?:language|lang|highlight-source)-([\w+#-]+)/.exec(named)?.[1];
  return syntax ? { syntax } : {};
}

/** The address of a link, for other programs that it is pasted into. */
const addressOf = ({ ref }: Data): Record<string, string> => {
  const { url } = (ref ?? {}) as { url?: string };
  return url !== undefined && /^(https?:|mailto:|tel:)/i.test(url) ? { href: url } : {};
};

const colorAttributes = ({ text, background }: Data): Record<string, string> => ({
  class: 'coloured',
  'data-color': String(text ?? ''),
  'data-background': String(background ?? ''),
});

const marks: Record<string, MarkSpec> = {
  link: {
    attrs: { data: {}, key: { default: null } },
    inclusive: false,
    toDOM: ({ attrs }) => [
      'a',
      { class: 'edit-link', ...addressOf(attrs.data as Data), ...jsonAttribute('link', attrs.data) },
      0,
    ],
    parseDOM: [
      { tag: 'a[data-link]', priority: 60, getAttrs: (element) => wrap('data', readJSON(element, 'link')) },
      {
        tag: 'a[href]',
        getAttrs: (element) => {
          const url = element.getAttribute('href') ?? '';
          return isAddress(url) && { data: { ref: { kind: 'url', url } } };
        },
      },
    ],
  },
  bold: {
    toDOM: () => ['strong', 0],
    parseDOM: [{ tag: 'strong' }, { tag: 'b', getAttrs: (element) => element.style.fontWeight !== 'normal' && null }],
  },
  italic: {
    toDOM: () => ['em', 0],
    parseDOM: [{ tag: 'em' }, { tag: 'i', getAttrs: (element) => element.style.fontStyle !== 'normal' && null }],
  },
  strikethrough: { toDOM: () => ['s', 0], parseDOM: [{ tag: 's' }, { tag: 'del' }] },
  superscript: { toDOM: () => ['sup', 0], parseDOM: [{ tag: 'sup' }], excludes: 'subscript' },
  subscript: { toDOM: () => ['sub', 0], parseDOM: [{ tag: 'sub' }] },
  keyboard: { toDOM: () => ['kbd', 0], parseDOM: [{ tag: 'kbd' }] },
  code: { toDOM: () => ['code', 0], parseDOM: [{ tag: 'code' }], code: true },
  /** A mark that the editor keeps without knowing what it means, such as a colour. */
  other: {
    attrs: { type: {}, data: { default: null } },
    excludes: '',
    toDOM: ({ attrs }) => [
      'span',
      { ...(attrs.type === 'color' && colorAttributes(attrs.data as Data)), ...jsonAttribute('mark', attrs) },
      0,
    ],
    parseDOM: [{ tag: 'span[data-mark]', getAttrs: (element) => readJSON(element, 'mark') ?? false }],
  },
};

export const schema = new Schema({ nodes, marks });
