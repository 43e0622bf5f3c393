import { attributes, element } from '../html/escape';
import { elementsOf, findElement, isBlank, type HtmlElement, type HtmlNode } from '../html/fragment';
import { refOfData, textOfData } from '../inlines/inline-html';
import { hasClass } from '../inlines/element';
import { readHtmlInlines } from '../inlines/read-html';
import { writeHtmlInlines } from '../inlines/write-html';
import { block, blocksOf, fragment, fragmentOf, paragraph } from '../model/build';
import type { ReadContext } from '../model/context';
import { formatLength, readLength } from '../model/length';
import type { Block, Data, Node } from '../model/model';
import type { BlockWriter } from './reader';

/** Pictures: `<figure>`, several of them or options in a `<div>` around; and drawings. */
export function readFigures(
  nodes: HtmlNode[],
  wrapper: Record<string, string>,
  context: ReadContext,
): Block | undefined {
  const figures = nodes.filter(
    (node) => !(node.kind === 'text' && node.value.trim() === '') && node.kind !== 'comment',
  );
  const images = figures.map((node) => (node.kind === 'element' ? readFigure(node, context) : undefined));
  if (images.length === 0 || images.some((image) => image === undefined)) return undefined;
  const data: Data = {};
  if (wrapper.align !== undefined) data.align = wrapper.align;
  if (wrapper['data-full-width'] !== undefined) data.fullWidth = wrapper['data-full-width'] === 'true';
  if (wrapper['data-with-frame'] !== undefined) data.withFrame = wrapper['data-with-frame'] === 'true';
  return block('images', data, images as Block[]);
}

function readFigure(node: HtmlElement, context: ReadContext): Block | undefined {
  if (!['figure', 'picture', 'img'].includes(node.name)) return undefined;
  const isCaption = (child: HtmlNode) => child.kind === 'element' && child.name === 'figcaption';
  const [caption, ...captions] = elementsOf(node).filter(isCaption);
  const picture = [{ ...node, children: node.children.filter((child) => !isCaption(child)) }];
  if (captions.length > 0 || !picture.every(isOnlyPicture) || countOf(picture, 'img') > 1) return undefined;
  const image = findElement(picture, 'img')?.attributes;
  if (image?.src === undefined) return undefined;
  const dark = findElement(picture, 'source')?.attributes.srcset?.trim();
  const data: Data = { ref: context.refOf(image.src.trim(), 'image') };
  if (dark !== undefined) data.refDark = context.refOf(dark, 'image');
  for (const side of ['width', 'height'] as const) {
    const length = image[side] === undefined ? undefined : readLength(image[side]);
    if (length !== undefined) data[side] = length;
  }
  if (image.alt) data.alt = image.alt;
  return {
    ...block('image', data),
    fragments: [fragment('caption', undefined, caption ? readCaption(caption, context) : [])],
  };
}

/** Elements around a picture that say nothing. */
const pictureNames = new Set(['figure', 'picture', 'source', 'img', 'p', 'div', 'span', 'center']);

const isOnlyPicture = (node: HtmlNode): boolean =>
  isBlank(node) || (node.kind === 'element' && pictureNames.has(node.name) && node.children.every(isOnlyPicture));

const countOf = (nodes: HtmlNode[], name: string): number =>
  nodes.reduce(
    (count, node) =>
      node.kind === 'element' ? count + Number(node.name === name) + countOf(node.children, name) : count,
    0,
  );

/** A caption is paragraphs; text straight in the element is one. */
function readCaption(node: HtmlElement, context: ReadContext): Block[] {
  const parts: HtmlNode[][] = [[]];
  for (const child of node.children) {
    if (child.kind === 'element' && child.name === 'p') parts.push(child.children, []);
    else parts.at(-1)!.push(child);
  }
  return parts.flatMap((part, index) => {
    const nodes = readHtmlInlines(part, context);
    const isText = index % 2 === 0;
    return isText && nodes.every(isEmptyText) ? [] : [paragraph(nodes)];
  });
}

const isEmptyText = (node: Node): boolean =>
  node.object === 'text' && node.leaves.every((leaf) => leaf.text.trim() === '' && !leaf.data);

export function canWriteImages(node: Block): boolean {
  const images = blocksOf(node);
  return (
    images.length > 0 &&
    images.every((image) => image.type === 'image' && captionOf(image).every(({ type }) => type === 'paragraph'))
  );
}

const captionOf = (image: Block) => fragmentOf(image, 'caption')?.nodes ?? [];

export function writeImages(node: Block, writer: BlockWriter): string {
  const figures = blocksOf(node).map((image) => writeFigure(image, writer));
  const wrapper = attributes({
    align: textOfData(node.data.align),
    'data-full-width': flag(node.data.fullWidth),
    'data-with-frame': flag(node.data.withFrame),
  });
  return figures.length === 1 && wrapper === '' ? figures.join('') : `<div${wrapper}>${figures.join(' ')}</div>`;
}

const flag = (value: unknown) => (typeof value === 'boolean' ? String(value) : undefined);

function writeFigure(image: Block, { context }: BlockWriter): string {
  const { data } = image;
  const img = `<img${attributes({
    src: context.urlOf(refOfData(data.ref)),
    alt: textOfData(data.alt) ?? '',
    width: formatLength(data.width),
    height: formatLength(data.height),
  })}>`;
  const picture =
    data.refDark === undefined
      ? img
      : `<picture><source${attributes({ srcset: context.urlOf(refOfData(data.refDark)), media: '(prefers-color-scheme: dark)' })}>${img}</picture>`;
  const caption = captionOf(image).map((part) => element('p', {}, writeHtmlInlines(part.nodes ?? [], context)));
  return element('figure', {}, picture + element('figcaption', {}, caption.join('')));
}

/** A drawing is a picture of class `gitbook-drawing`. */
export function readDrawing(node: HtmlElement, context: ReadContext): Block | undefined {
  if (!hasClass(node.attributes, 'gitbook-drawing')) return undefined;
  const { src, alt } = node.attributes;
  const data: Data = src !== undefined ? { ref: context.refOf(src, 'image') } : {};
  if (alt) data.alt = alt;
  return block('drawing', data);
}

export function writeDrawing(node: Block, { context }: BlockWriter): string {
  const src = node.data.ref === undefined ? undefined : context.urlOf(refOfData(node.data.ref));
  return `<img${attributes({ src, alt: textOfData(node.data.alt) ?? '', class: 'gitbook-drawing' })}>`;
}
