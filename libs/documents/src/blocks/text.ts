import type { Heading, Paragraph } from 'mdast';
import { splitAtConditions } from '../html/condition-tags';
import { element, escapeHtml } from '../html/escape';
import type { HtmlElement } from '../html/fragment';
import { readHtmlTag } from '../html/tags';
import { textOfData } from '../inlines/inline-html';
import { readHtmlInlines } from '../inlines/read-html';
import { writeHtmlInlines } from '../inlines/write-html';
import { writePhrasing } from '../inlines/write-markdown';
import { block, paragraph } from '../model/build';
import type { ReadContext } from '../model/context';
import { InlineBuilder } from '../model/inline-builder';
import type { Block, Data, Node } from '../model/model';
import { plainText } from '../model/plain-text';
import { readMediaSource } from './media';
import { isEndless, rawBlock, startsHtmlBlock, visibleText } from './raw';
import type { BlockReader, BlockWriter } from './reader';

/** Paragraphs and headings. `# ` is the title of a page, so that `##` is a heading of level 1, `####` one of level 3. */
export function readParagraph(node: Paragraph, reader: BlockReader): Block {
  const [only, ...more] = node.children;
  if (only?.type === 'image' && more.length === 0) return imageParagraph(only, reader);
  const media =
    only?.type === 'html' ? readMediaSource(reader.context.sourceOf(node).trim(), reader.context) : undefined;
  if (media) return media;
  const nodes = reader.phrasing(node.children);
  const source = onlySource(nodes);
  return source === undefined ? paragraph(nodes) : rawBlock(source);
}

/** The source of a paragraph that holds nothing that is understood. */
function onlySource([only, ...more]: Node[]): string | undefined {
  if (only?.object !== 'text' || more.length > 0 || !only.leaves.every((leaf) => leaf.data?.source !== undefined))
    return undefined;
  return only.leaves.map((leaf) => leaf.data?.source).join('');
}

/** A picture in a paragraph of its own is an image block; its title is the caption. */
function imageParagraph(
  image: { url: string; alt?: string | null; title?: string | null },
  reader: BlockReader,
): Block {
  const data: Data = { ref: reader.context.refOf(image.url, 'image') };
  if (image.alt) data.alt = image.alt;
  const caption = image.title ? [paragraph(captionNodes(image.title))] : [];
  return block('images', {}, [
    { ...block('image', data), fragments: [{ object: 'fragment', fragment: 'caption', nodes: caption }] },
  ]);
}

function captionNodes(title: string): Node[] {
  const builder = new InlineBuilder();
  splitAtConditions(title).forEach((piece, index) =>
    index % 2 === 1 ? builder.addSource(piece, []) : builder.add(piece, []),
  );
  return builder.finish();
}

export function readHeading(node: Heading, reader: BlockReader): Block {
  const children = [...node.children];
  const id = takeAnchor(children);
  const heading = block(
    `heading-${Math.min(3, Math.max(1, node.depth - 1))}`,
    id === undefined ? {} : { id },
    reader.phrasing(children),
  );
  if (id !== undefined) trimEnd(heading.nodes ?? []);
  return heading;
}

const anchorId = /^[-a-z0-9.+_]+$/;

/** Takes the `<a href="#id" id="id"></a>` that ends a heading whose anchor was set by hand. */
function takeAnchor(children: Heading['children']): string | undefined {
  const close = children.at(-1);
  const open = children.at(-2);
  if (close?.type !== 'html' || open?.type !== 'html' || close.value !== '</a>') return undefined;
  const id = readHtmlTag(open.value)?.attributes.id;
  if (id === undefined || !anchorId.test(id)) return undefined;
  children.length -= 2;
  return id;
}

function trimEnd(nodes: Node[]): void {
  const last = nodes.at(-1);
  if (last?.object !== 'text') return;
  const end = last.leaves.at(-1);
  if (!end || end.data) return;
  end.text = end.text.replace(/ $/, '');
  if (end.text !== '') return;
  if (last.leaves.length > 1) last.leaves.pop();
  else if (nodes.length > 1) nodes.pop();
}

export function writeParagraph(node: Block, writer: BlockWriter): string | undefined {
  const source = textOfData(node.data.source);
  if (source !== undefined && plainText(node.nodes ?? []) === visibleText(source)) {
    return isEndless(source) ? undefined : source;
  }
  if (typeof node.data.align === 'string') return writeParagraphHtml(node, writer);
  const written = writePhrasing(node.nodes ?? [], writer.context) || '<p></p>';
  return startsWithSource(node) && startsHtmlBlock(written) ? undefined : written;
}

/** A kept piece of HTML that has come to stand first is no block for that: the paragraph has no form in Markdown. */
function startsWithSource({ nodes: [first] = [] }: Block): boolean {
  return first?.object === 'text' && first.leaves[0]?.data?.source !== undefined;
}

export function writeParagraphHtml(node: Block, writer: BlockWriter): string {
  return element('p', { align: alignOf(node) }, writeHtmlInlines(node.nodes ?? [], writer.context));
}

export function writeHeading(node: Block, writer: BlockWriter): string {
  const level = Number(node.type.slice(-1)) + 1;
  if (typeof node.data.align === 'string') return writeHeadingHtml(node, writer);
  const text = writePhrasing(node.nodes ?? [], writer.context, { oneLine: true }).replace(/(\s)(#+)$/, '$1\\$2');
  const id = textOfData(node.data.id);
  return ['#'.repeat(level), text, id === undefined ? '' : anchor(id)].filter((part) => part !== '').join(' ');
}

export function writeHeadingHtml(node: Block, writer: BlockWriter): string {
  const level = Number(node.type.slice(-1)) + 1;
  const id = textOfData(node.data.id);
  const content = writeHtmlInlines(node.nodes ?? [], writer.context);
  return element(`h${level}`, { align: alignOf(node), id }, content);
}

const anchor = (id: string) => `<a href="#${escapeHtml(id)}" id="${escapeHtml(id)}"></a>`;

/** HTML writes the sides of a text by their physical names. */
function alignOf(node: Block): string | undefined {
  const { align } = node.data;
  return align === 'start' ? 'left' : align === 'end' ? 'right' : textOfData(align);
}

function readAlign(value: string | undefined): Data {
  if (value === undefined) return {};
  return { align: value === 'left' ? 'start' : value === 'right' ? 'end' : value };
}

export function readHtmlParagraph(node: HtmlElement, context: ReadContext): Block {
  return block('paragraph', readAlign(node.attributes.align), readHtmlInlines(node.children, context));
}

export function readHtmlHeading(node: HtmlElement, context: ReadContext): Block {
  const level = Math.min(3, Math.max(1, Number(node.name.slice(1)) - 1));
  const { id } = node.attributes;
  const data = { ...(id !== undefined && anchorId.test(id) ? { id } : {}), ...readAlign(node.attributes.align) };
  return block(`heading-${level}`, data, readHtmlInlines(node.children, context));
}
