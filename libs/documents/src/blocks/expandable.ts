import { element } from '../html/escape';
import { readFragment, type HtmlElement, type HtmlNode } from '../html/fragment';
import { readHtmlTag } from '../html/tags';
import { readHtmlInlines } from '../inlines/read-html';
import { writeHtmlInlines } from '../inlines/write-html';
import { fragment, fragmentOf, paragraph, text, voidBlock } from '../model/build';
import type { ReadContext } from '../model/context';
import type { Block, Data } from '../model/model';
import type { BlockWriter } from './reader';

/** `<details>` with its `<summary>`: what it holds is Markdown, set off by blank lines. */
export function readExpandable(
  open: string,
  summary: HtmlNode[] | undefined,
  content: Block[],
  context: ReadContext,
): Block {
  const data: Data = readHtmlTag(open)?.attributes.open === undefined ? {} : { defaultExpanded: true };
  return expandable(data, paragraph(summary ? readHtmlInlines(summary, context) : [text()]), content);
}

function expandable(data: Data, title: Block, body: Block[]): Block {
  return voidBlock('expandable', data, [
    fragment('expandable-title', 'expandable-title', [title]),
    fragment('expandable-body', 'expandable-body', body),
  ]);
}

/** The content of a piece of HTML that is one `<summary>`. */
export function summaryOf(source: string): HtmlNode[] | undefined {
  if (!/^<summary[\s>]/i.test(source)) return undefined;
  const [only, ...more] = readFragment(source).filter((node) => node.kind !== 'text' || node.value.trim() !== '');
  return only?.kind === 'element' && only.name === 'summary' && more.length === 0 ? only.children : undefined;
}

/** Reads `<details>` that stands within HTML; `blocks` reads what it holds besides the summary. */
export function readHtmlExpandable(
  node: HtmlElement,
  context: ReadContext,
  blocks: (rest: HtmlNode[]) => Block[],
): Block {
  const summary = node.children.find(
    (child): child is HtmlElement => child.kind === 'element' && child.name === 'summary',
  );
  const title = paragraph(summary ? readHtmlInlines(summary.children, context) : [text()]);
  const data: Data = node.attributes.open === undefined ? {} : { defaultExpanded: true };
  return expandable(data, title, blocks(node.children.filter((child) => child !== summary)));
}

export function canWriteExpandable(node: Block): boolean {
  const title = fragmentOf(node, 'expandable-title')?.nodes ?? [];
  const { defaultExpanded } = node.data;
  return (
    title.length === 1 &&
    title[0]?.type === 'paragraph' &&
    (defaultExpanded === undefined || typeof defaultExpanded === 'boolean')
  );
}

const titleOf = (node: Block, writer: BlockWriter) =>
  element('summary', {}, writeHtmlInlines(fragmentOf(node, 'expandable-title')?.nodes[0]?.nodes ?? [], writer.context));

export function writeExpandable(node: Block, writer: BlockWriter): string {
  const body = fragmentOf(node, 'expandable-body')?.nodes ?? [];
  const open = node.data.defaultExpanded === true ? '<details open>' : '<details>';
  return [open, titleOf(node, writer), ...(body.length > 0 ? [writer.blocks(body)] : []), '</details>'].join('\n\n');
}

export function writeExpandableHtml(node: Block, writer: BlockWriter): string {
  const body = fragmentOf(node, 'expandable-body')?.nodes ?? [];
  return element(
    'details',
    { open: node.data.defaultExpanded === true },
    titleOf(node, writer) + writer.htmlBlocks(body),
  );
}
