import { attributes, element } from '../html/escape';
import { elementsOf, findElement, type HtmlElement, type HtmlNode } from '../html/fragment';
import { refOfData, textOfData } from '../inlines/inline-html';
import { hasClass } from '../inlines/element';
import { readHtmlInlines } from '../inlines/read-html';
import { writeHtmlInlines } from '../inlines/write-html';
import { block, blocksOf, fragment, fragmentOf, paragraph } from '../model/build';
import type { ReadContext } from '../model/context';
import { formatLength, readLength } from '../model/length';
import type { Block, Data } from '../model/model';
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
  const picture = [
    { ...node, children: node.children.filter((child) => child.kind !== 'element' || child.name !== 'figcaption') },
  ];
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
  const caption = findElement([node], 'figcaption');
  return {
    ...block('image', data),
    fragments: [fragment('caption', undefined, caption ? readCaption(caption, context) : [])],
  };
}

/** A caption is paragraphs; text straight in the element is one. */
function readCaption(node: HtmlElement, context: ReadContext): Block[] {
  const children = elementsOf(node);
  if (children.length > 0 && children.every(({ name }) => name === 'p')) {
    return children.map((child) => paragraph(readHtmlInlines(child.children, context)));
  }
  const nodes = readHtmlInlines(node.children, context);
  const empty = nodes.every(
    (child) => child.object === 'text' && child.leaves.every((leaf) => leaf.text === '' && !leaf.data),
  );
  return empty ? [] : [paragraph(nodes)];
}

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
