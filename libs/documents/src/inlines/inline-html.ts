import { attributes, element, escapeHtml } from '../html/escape';
import { blocksOf } from '../model/build';
import type { WriteContext } from '../model/context';
import { emojiCharacters } from '../model/emoji';
import { formatLength } from '../model/length';
import { colorOf } from '../model/marks';
import type { Block, ContentRef, Data, Inline, Mark } from '../model/model';

export const textOfData = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const refOfData = (value: unknown): ContentRef =>
  typeof value === 'object' && value !== null && 'kind' in value ? (value as ContentRef) : { kind: 'url', url: '' };

/** The tags that write a mark; bold text in code is `<b>`, as `<strong>` there marks a whole line. */
export function markTags(mark: Mark, inCode = false): [open: string, close: string] {
  if (mark.type === 'color') {
    const { text, background } = colorOf(mark);
    const parts = [
      ...(text === 'default' && background !== 'default' ? [] : [`color:${text};`]),
      ...(background === 'default' ? [] : [`background-color:${background};`]),
    ];
    return [`<mark${attributes({ style: parts.join('') })}>`, '</mark>'];
  }
  const name = mark.type === 'bold' && inCode ? 'b' : tagNames[mark.type];
  return name === undefined ? ['', ''] : [`<${name}>`, `</${name}>`];
}

const tagNames: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  superscript: 'sup',
  subscript: 'sub',
  keyboard: 'kbd',
  code: 'code',
};

/**
 * The HTML of the inlines that Git Sync writes as HTML even between Markdown text. `escape` writes the text within
 * them, for the language around.
 */
export function inlineElement(
  node: Inline,
  context: WriteContext,
  escape: (text: string) => string,
): string | undefined {
  const { data } = node;
  switch (node.type) {
    case 'icon':
      return iconElement(data, escape);
    case 'button':
      return buttonElement(data, context, escape);
    case 'expression':
      return element('code', { class: 'expression' }, escape(textOfData(data.expression) ?? ''));
    case 'inline-image':
      return pictureElement(data, context);
    default:
      return undefined;
  }
}

function iconElement(data: Data, escape: (text: string) => string): string {
  const icon = textOfData(data.icon) ?? '';
  const color = textOfData(data.color);
  return element(
    'i',
    { class: `fa-${icon}`, style: color === undefined ? undefined : `color:${color};` },
    /^[\w-]+$/.test(icon) ? `:${icon}:` : escape(icon),
  );
}

function buttonElement(data: Data, context: WriteContext, escape: (text: string) => string): string {
  const style = `button ${data.kind === 'secondary' ? 'secondary' : 'primary'}`;
  const shared = { 'data-size': textOfData(data.size), 'data-icon': textOfData(data.icon) };
  const label = escape(textOfData(data.label) ?? '');
  const action = typeof data.action === 'object' && data.action !== null ? (data.action as Data) : undefined;
  const href = data.ref === undefined ? undefined : context.urlOf(refOfData(data.ref));
  if (!action) return element('a', { href, class: style, ...shared }, label);
  const parameters = Object.entries(action).map(([name, value]) => [`data-${name}`, String(value)] as const);
  return element('button', { type: 'button', class: style, href, ...Object.fromEntries(parameters), ...shared }, label);
}

function pictureElement(data: Data, context: WriteContext): string {
  const image = `<img${attributes({
    src: context.urlOf(refOfData(data.ref)),
    alt: textOfData(data.alt) ?? '',
    title: textOfData(data.caption),
    width: formatLength(data.width),
    height: formatLength(data.height),
    'data-size': textOfData(data.size),
  })}>`;
  if (data.refDark === undefined) return image;
  return `<picture><source${attributes({ srcset: context.urlOf(refOfData(data.refDark)), media: '(prefers-color-scheme: dark)' })}>${image}</picture>`;
}

/** The HTML of every other inline, for where there is no Markdown around. `content` is the HTML of its own nodes. */
export function otherInlineElement(node: Inline, content: string, context: WriteContext): string {
  const { data } = node;
  switch (node.type) {
    case 'link':
      return element('a', { href: context.urlOf(refOfData(data.ref)), title: textOfData(data.title) }, content);
    case 'mention': {
      const ref = refOfData(data.ref);
      return element('a', { 'data-mention': true, href: context.urlOf(ref) }, escapeHtml(context.titleOf(ref)));
    }
    case 'emoji': {
      const code = textOfData(data.code) ?? '';
      return element(
        'span',
        { 'data-gb-custom-inline': true, 'data-tag': 'emoji', 'data-code': code },
        escapeHtml(emojiCharacters(code)),
      );
    }
    case 'inline-math':
      return element('span', { class: 'math' }, escapeHtml(textOfData(data.formula) ?? ''));
    case 'annotation':
      return annotationElement(node, content, context);
    default:
      return content;
  }
}

/** An annotation of more than the word before it: the text in an element that names its footnote. */
export function annotationElement(node: Inline, content: string, context: WriteContext): string {
  const number = context.footnote(annotationBody(node));
  return element('a', { 'data-footnote-ref': true, href: `#user-content-fn-${number}` }, content);
}

export function annotationBody(node: Inline): Block[] {
  return (node.fragments ?? []).flatMap((part) => blocksOf(part));
}
