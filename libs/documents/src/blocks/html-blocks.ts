import { attributes, element } from '../html/escape';
import { elementsOf, readFragment, type HtmlElement, type HtmlNode } from '../html/fragment';
import { isBalanced, scanTags } from '../html/tags';
import { textOfData } from '../inlines/inline-html';
import { readHtmlInlines } from '../inlines/read-html';
import { writeHtmlInlines } from '../inlines/write-html';
import { block, blocksOf, paragraph } from '../model/build';
import type { ReadContext } from '../model/context';
import type { Block } from '../model/model';
import { readPre, canWriteCode, writeCodeHtml } from './code';
import { withoutImplied } from './conditions';
import { canWriteExpandable, readHtmlExpandable, writeExpandableHtml } from './expandable';
import { canWriteImages, readDrawing, readFigures, writeDrawing, writeImages } from './image';
import { canWriteList, isEmptyParagraph, readHtmlList, writeListHtml } from './list';
import { readMedia, writeMedia } from './media';
import { rawBlock, readCarried, writeCarried } from './raw';
import type { BlockWriter } from './reader';
import { readHtmlTable } from './table-html';
import { readHtmlHeading, readHtmlParagraph, writeHeadingHtml, writeParagraphHtml } from './text';

/** The blocks that a piece of HTML between Markdown stands for, or undefined when it is not understood as a whole. */
export function readHtmlBlocks(source: string, context: ReadContext): Block[] | undefined {
  if (source.trim() === '<!---->') return [];
  if (!isBalanced(scanTags(source))) return undefined;
  const nodes = readFragment(source).filter((node) => node.kind !== 'text' || node.value.trim() !== '');
  if (nodes.some((node) => node.kind === 'comment')) return undefined;
  const blocks: Block[] = [];
  for (const node of nodes) {
    const read = node.kind === 'element' ? readElement(node, context) : undefined;
    if (!read)
      return nodes.every(isPhrasing) ? [paragraph(readHtmlInlines(readFragment(source.trim()), context))] : undefined;
    blocks.push(...read);
  }
  return blocks;
}

const phrasingNames = new Set(
  'a abbr b bdi bdo br button cite code data del dfn em i img ins kbd mark picture q s samp small source span strike strong sub sup time u var wbr'.split(
    ' ',
  ),
);

function isPhrasing(node: HtmlNode): boolean {
  return node.kind !== 'element' || (phrasingNames.has(node.name) && node.children.every(isPhrasing));
}

/** Elements that have a block of their own. */
const blockNames = new Set(['table', 'ul', 'ol', 'pre', 'figure']);

/** HTML that is kept as it is, and reported where its element could have been a block. */
export function rawHtml(source: string, context: ReadContext): Block {
  const name = /^<([a-z]+)/i.exec(source)?.[1]?.toLowerCase() ?? '';
  if (blockNames.has(name))
    context.notice(`<${name}> is shown as plain text, because it has content that no ${name} can hold`);
  return rawBlock(source);
}

/** The blocks of an element that is understood. */
function readElement(node: HtmlElement, context: ReadContext): Block[] | undefined {
  const flow = (children: HtmlNode[]) => readHtmlFlow(children, context);
  if (node.name === 'table') {
    const table = readHtmlTable(node, context, (cell) => flow(cell.children));
    const captions = elementsOf(node).filter(({ name }) => name === 'caption');
    return table && [...captions.flatMap((caption) => flow(caption.children)), table];
  }
  const read = readBlock(node, context);
  if (read) return [read];
  return node.name === 'figure' ? flow(node.children.flatMap(withoutCaption)) : undefined;
}

/** A figure that holds more than a picture is what it holds, and its caption a paragraph. */
const withoutCaption = (node: HtmlNode): HtmlNode[] =>
  node.kind === 'element' && node.name === 'figcaption' ? [{ ...node, name: 'p' }] : [node];

function readBlock(node: HtmlElement, context: ReadContext): Block | undefined {
  const media = readMedia(node, context);
  if (media) return media;
  const flow = (children: HtmlNode[]) => readHtmlFlow(children, context);
  switch (node.name) {
    case 'p':
      return readHtmlParagraph(node, context);
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return readHtmlHeading(node, context);
    case 'figure':
      return readFigures([node], {}, context);
    case 'img':
      return readDrawing(node, context);
    case 'ul':
    case 'ol':
      return readHtmlList(node, flow);
    case 'blockquote':
      return block('blockquote', {}, flow(node.children));
    case 'pre':
      return readPre(node, context);
    case 'hr':
      return block('divider', {});
    case 'details':
      return readHtmlExpandable(node, context, flow);
    case 'div':
      return readDiv(node, context);
    default:
      return undefined;
  }
}

function readDiv(node: HtmlElement, context: ReadContext): Block | undefined {
  const { attributes: values } = node;
  if (values['data-gb-custom-block'] !== undefined) {
    if (values['data-tag'] !== 'hint') return readCarried(values);
    return block('hint', { style: values['data-style'] ?? 'info' }, readHtmlFlow(node.children, context));
  }
  return readFigures(node.children, values, context);
}

/** Reads what an element holds, where it may be blocks, inline content or both: a cell, a list item, a quote. */
function readHtmlFlow(nodes: HtmlNode[], context: ReadContext): Block[] {
  const blocks: Block[] = [];
  let inlines: HtmlNode[] = [];
  const hide = (read: () => Block[]) => blocks.push(...(context.hide(read) ?? []));
  const flush = () => {
    const blank = inlines.every(
      (node) => node.kind === 'text' && node.value.trim() === '' && (blocks.length > 0 || node.value.includes('\n')),
    );
    if (!blank) hide(() => [paragraph(readHtmlInlines(inlines, context))]);
    inlines = [];
  };
  for (const node of nodes) {
    if (node.kind !== 'element' || (isPhrasing(node) && !readBlock(node, context))) inlines.push(node);
    else {
      flush();
      // Conditions that a reader has taken before it gave up do not count.
      const read =
        context.hide(() => readElement(node, context)) ?? context.hide(() => [rawHtml(node.source, context)]);
      blocks.push(...(read ?? []));
    }
  }
  flush();
  return blocks;
}

/** Blocks as HTML on one line. A single paragraph needs no element of its own. */
export function writeHtmlFlow(read: Block[], writer: BlockWriter): string {
  const blocks = read.map(withoutImplied);
  const [only, ...more] = blocks;
  if (
    only?.type === 'paragraph' &&
    more.length === 0 &&
    Object.keys(only.data).length === 0 &&
    !isEmptyParagraph(only)
  ) {
    return writeHtmlInlines(only.nodes ?? [], writer.context);
  }
  return blocks.map((node) => writeHtmlBlock(node, writer) ?? writeCarried(node)).join('');
}

function writeHtmlBlock(node: Block, writer: BlockWriter): string | undefined {
  switch (node.type) {
    case 'paragraph':
      return node.data.source === undefined ? writeParagraphHtml(node, writer) : undefined;
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return writeHeadingHtml(node, writer);
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return canWriteList(node) ? writeListHtml(node, writer) : undefined;
    case 'blockquote':
      return element('blockquote', {}, writeHtmlFlow(blocksOf(node), writer));
    case 'code':
      return canWriteCode(node) ? writeCodeHtml(node, writer) : undefined;
    case 'divider':
      return '<hr>';
    case 'images':
      return canWriteImages(node) ? writeImages(node, writer) : undefined;
    case 'drawing':
      return writeDrawing(node, writer);
    case 'expandable':
      return canWriteExpandable(node) ? writeExpandableHtml(node, writer) : undefined;
    case 'hint':
      return writeHintHtml(node, writer);
    case 'embed':
    case 'file': {
      const media = writeMedia(node, writer.context);
      return media?.includes('\n') ? undefined : media;
    }
    default:
      return undefined;
  }
}

function writeHintHtml(node: Block, writer: BlockWriter): string | undefined {
  const style = textOfData(node.data.style);
  if (style === undefined || Object.keys(node.data).length > 1) return undefined;
  const open = `<div${attributes({ 'data-gb-custom-block': true, 'data-tag': 'hint', 'data-style': style, class: `hint hint-${style}` })}>`;
  return `${open}${writeHtmlFlow(blocksOf(node), writer)}</div>`;
}
