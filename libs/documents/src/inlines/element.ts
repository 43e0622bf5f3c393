import { inline } from '../model/build';
import type { ReadContext } from '../model/context';
import { InlineBuilder } from '../model/inline-builder';
import { readLength } from '../model/length';
import { withMark } from '../model/marks';
import type { Block, Data, Inline, LinkUse, Mark, Node } from '../model/model';

/** An inline HTML element, wherever it stands: between Markdown text or within a block of HTML. */
interface InlineElement {
  name: string;
  attributes: Record<string, string>;
  /** The plain text in it, with character references decoded. */
  text(): string;
  /** The void elements (pictures) in it. */
  voids(): { name: string; attributes: Record<string, string> }[];
  /** Reads its content into a builder, with these marks added to it. */
  into(builder: InlineBuilder, marks: Mark[]): void;
}

const markNames: Record<string, string> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  del: 'strikethrough',
  s: 'strikethrough',
  strike: 'strikethrough',
  sup: 'superscript',
  sub: 'subscript',
  kbd: 'keyboard',
  code: 'code',
};

/** Reads an element that has a counterpart in the model; answers false, having done nothing, for any other. */
export function readElement(
  element: InlineElement,
  marks: Mark[],
  builder: InlineBuilder,
  context: ReadContext,
): boolean {
  const special = specialInline(element, marks, context);
  if (special) {
    builder.push(special);
    return true;
  }
  const { name, attributes } = element;
  if (name === 'br') {
    builder.add('\n', marks);
    return true;
  }
  if (name === 'mark') {
    const color = colorOfStyle(attributes.style);
    if (color) element.into(builder, withMark(marks, 'color', color));
    return color !== undefined;
  }
  const mark = Object.hasOwn(markNames, name) ? markNames[name] : undefined;
  if (mark === undefined || Object.keys(attributes).length > 0) return false;
  element.into(builder, withMark(marks, mark));
  return true;
}

function specialInline(element: InlineElement, marks: Mark[], context: ReadContext): Inline | undefined {
  const { name, attributes } = element;
  switch (name) {
    case 'a':
      return readAnchor(element, marks, context);
    case 'button':
      return hasClass(attributes, 'button') ? button(element, context) : undefined;
    case 'i':
      return readIcon(attributes);
    case 'code':
      return hasClass(attributes, 'expression') ? inline('expression', { expression: element.text() }) : undefined;
    case 'span':
      return readSpan(element);
    case 'img':
      return attributes.src === undefined
        ? undefined
        : inline('inline-image', imageData(attributes, undefined, context));
    case 'picture':
      return readPicture(element, context);
    default:
      return undefined;
  }
}

function readAnchor(element: InlineElement, marks: Mark[], context: ReadContext): Inline | undefined {
  const { attributes } = element;
  const { href } = attributes;
  if (hasClass(attributes, 'button')) return button(element, context);
  if (href === undefined) return undefined;
  if (attributes['data-mention'] !== undefined) return inline('mention', { ref: context.refOf(href, 'mention') });
  if (attributes['data-footnote-ref'] !== undefined) return readAnnotation(element, href, marks, context);
  if (attributes.id !== undefined) return undefined;
  return inline('link', linkData(href, attributes.title, 'link', context), contentOf(element, marks));
}

/** The annotated text is in the element; its note is the footnote that the address names. */
function readAnnotation(element: InlineElement, href: string, marks: Mark[], context: ReadContext): Inline | undefined {
  const body = context.footnote(href.replace(/^#(?:user-content-)?fn-/, ''));
  return body ? annotation(contentOf(element, marks), body) : undefined;
}

export function annotation(nodes: Node[], body: Block[]): Inline {
  return {
    ...inline('annotation', {}, nodes),
    fragments: [{ object: 'fragment', fragment: 'annotation-body', type: 'annotation-body', nodes: body }],
  };
}

export function linkData(url: string, title: string | null | undefined, use: LinkUse, context: ReadContext): Data {
  const ref = context.refOf(url, use);
  return title ? { ref, title } : { ref };
}

function contentOf(element: InlineElement, marks: Mark[]): Node[] {
  const builder = new InlineBuilder();
  element.into(builder, marks);
  return builder.finish();
}

function button(element: InlineElement, context: ReadContext): Inline {
  const { attributes } = element;
  const data: Data = { label: element.text(), kind: hasClass(attributes, 'secondary') ? 'secondary' : 'primary' };
  if (attributes.href !== undefined) data.ref = context.refOf(attributes.href, 'button');
  if (attributes['data-icon'] !== undefined) data.icon = attributes['data-icon'];
  if (attributes['data-size'] !== undefined) data.size = attributes['data-size'];
  if (attributes['data-action'] !== undefined) data.action = readAction(attributes);
  return inline('button', data);
}

/** The action of a button: `data-action` and, of its parameters, every other `data-` attribute. */
function readAction(attributes: Record<string, string>): Data {
  const action: Data = { action: attributes['data-action'] };
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith('data-') && !['data-action', 'data-icon', 'data-size'].includes(name))
      action[name.slice(5)] = value;
  return action;
}

const icon = /(?:^|\s)fa-([^\s]+)/;

function readIcon(attributes: Record<string, string>): Inline | undefined {
  const name = icon.exec(attributes.class ?? '')?.[1];
  if (name === undefined) return undefined;
  const color = styleValue(attributes.style, 'color');
  return inline('icon', color === undefined ? { icon: name } : { icon: name, color });
}

function readSpan(element: InlineElement): Inline | undefined {
  const { attributes } = element;
  if (attributes['data-tag'] === 'emoji' && attributes['data-code'])
    return inline('emoji', { code: attributes['data-code'] });
  return attributes.class === 'math' ? inline('inline-math', { formula: element.text() }) : undefined;
}

function readPicture(element: InlineElement, context: ReadContext): Inline | undefined {
  const voids = element.voids();
  const image = voids.find(({ name }) => name === 'img')?.attributes;
  const dark = voids.find(({ name }) => name === 'source')?.attributes.srcset?.trim();
  return image?.src === undefined ? undefined : inline('inline-image', imageData(image, dark, context));
}

function imageData(image: Record<string, string>, dark: string | undefined, context: ReadContext): Data {
  const data: Data = { ref: context.refOf(image.src ?? '', 'image') };
  if (dark !== undefined) data.refDark = context.refOf(dark, 'image');
  if (image.alt) data.alt = image.alt;
  if (image.title) data.caption = image.title;
  if (image['data-size']) data.size = image['data-size'];
  for (const side of ['width', 'height'] as const) {
    const length = image[side] === undefined ? undefined : readLength(image[side]);
    if (length !== undefined) data[side] = length;
  }
  return data;
}

export function hasClass(attributes: Record<string, string>, name: string): boolean {
  return (attributes.class ?? '').split(/\s+/).includes(name);
}

/** A property of a `style` attribute. */
function styleValue(style: string | undefined, property: string): string | undefined {
  for (const declaration of (style ?? '').split(';')) {
    const colon = declaration.indexOf(':');
    if (colon > 0 && declaration.slice(0, colon).trim() === property) return declaration.slice(colon + 1).trim();
  }
  return undefined;
}

function colorOfStyle(style: string | undefined): Data | undefined {
  const text = styleValue(style, 'color');
  const background = styleValue(style, 'background-color');
  if (text === undefined && background === undefined) return undefined;
  return { ...(text === undefined ? {} : { text }), ...(background === undefined ? {} : { background }) };
}
