import { element } from '../html/escape';
import { readFragment, textOf } from '../html/fragment';
import { opensHtml } from '../syntax/html-syntax';
import { leaf, paragraph, text } from '../model/build';
import { maximumCarriedDepth } from '../model/limits';
import type { Block } from '../model/model';

/**
 * A piece of source that has no counterpart in the model, as a block that every client can read: a paragraph that
 * shows the visible text of the source and keeps the source in `data.source`. It is written back as it was for as
 * long as its text is not edited.
 */
export function rawBlock(source: string): Block {
  return { ...paragraph([text(leaf(visibleText(source)))]), data: { source } };
}

const endless: [start: RegExp, end: RegExp][] = [
  [/^<(?:pre|script|style|textarea)(?=[\s>]|$)/i, /<\/(?:pre|script|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![A-Z]/i, />/],
];

/** Whether a piece of HTML goes on to the end of the page (CommonMark, HTML blocks, conditions 1 to 5). */
export function isEndless(source: string): boolean {
  return endless.some(([start, end]) => start.test(source) && !end.test(source));
}

/** Whether a text would be read as a block of HTML where no paragraph goes before it. */
export function startsHtmlBlock(text: string): boolean {
  return endless.some(([start]) => start.test(text)) || opensHtml(text.split('\n', 1)[0] ?? '');
}

/** The visible text of a source: the text of HTML, nothing of a tag. */
export function visibleText(source: string): string {
  return source.startsWith('<') ? textOf(readFragment(source)).replace(/\s+/g, ' ').trim() : '';
}

/**
 * A block that Markdown has no form for (an unknown type, a structure that its form cannot hold) is carried whole, as
 * JSON in an empty element.
 */
export function writeCarried(block: Block): string {
  return element('div', { 'data-gb-custom-block': true, 'data-tag': 'json', 'data-block': JSON.stringify(block) }, '');
}

export function readCarried(attributes: Record<string, string>): Block | undefined {
  if (attributes['data-tag'] !== 'json') return undefined;
  try {
    const value: unknown = JSON.parse(attributes['data-block'] ?? '');
    return isBlockLike(value, 0) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isBlockLike(value: unknown, depth: number): value is Block {
  return depth <= maximumCarriedDepth && isNode(value, depth) && value.object === 'block';
}

/** A quick check of the structure, so that nothing read from a page can break what walks a document. */
function isNode(value: unknown, depth: number): value is { object: string } {
  if (typeof value !== 'object' || value === null || depth > maximumCarriedDepth) return false;
  const { object, type, data, nodes, fragments, leaves } = value as Record<string, unknown>;
  if (object === 'text') return Array.isArray(leaves) && leaves.every(isLeaf);
  if (object === 'fragment') return Array.isArray(nodes) && nodes.every((node) => isBlockLike(node, depth + 1));
  if (object !== 'block' && object !== 'inline') return false;
  return (
    typeof type === 'string' &&
    typeof data === 'object' &&
    data !== null &&
    [nodes, fragments].every(
      (list) => list === undefined || (Array.isArray(list) && list.every((node) => isNode(node, depth + 1))),
    )
  );
}

function isLeaf(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { object, text: characters, marks } = value as Record<string, unknown>;
  return object === 'leaf' && typeof characters === 'string' && Array.isArray(marks);
}
