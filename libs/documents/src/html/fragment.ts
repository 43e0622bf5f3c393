import type { DefaultTreeAdapterTypes } from 'parse5';
import { parseBounded } from './bounded-tree';
import { splitAtConditions } from './condition-tags';
import { attributesOf, depthOf, scanTags } from './tags';

export interface HtmlElement {
  kind: 'element';
  name: string;
  attributes: Record<string, string>;
  children: HtmlNode[];
  /** The source of its start tag and of its end tag (empty when it has none). */
  open: string;
  close: string;
  /** The source of the whole element. */
  source: string;
}

export type HtmlNode =
  | HtmlElement
  | { kind: 'text'; value: string }
  /** A `{% tag %}` of a condition. */
  | { kind: 'tag'; source: string }
  | { kind: 'comment'; source: string; value: string };

/** Elements whose end tag must be written nest at most this deep. */
const maximumHtmlDepth = 40;

/** Parses a piece of HTML as the standard says; HTML with more depth or elements than any text needs is one opaque node. */
export function readFragment(html: string): HtmlNode[] {
  const tags = scanTags(html);
  // A table in a table is four levels deeper, of which one needs its end tag.
  const limits = { tags: tags.length, depth: 4 * maximumHtmlDepth };
  const tree = depthOf(tags) > maximumHtmlDepth ? undefined : parseBounded(html, limits);
  if (!tree) return [{ kind: 'comment', source: html, value: html }];
  return tree.childNodes.flatMap((node) => convert(node, html, false));
}

const codeNames = new Set(['code', 'pre', 'script', 'style']);

function convert(node: DefaultTreeAdapterTypes.ChildNode, html: string, inCode: boolean): HtmlNode[] {
  const at = node.sourceCodeLocation;
  const source = at ? html.slice(at.startOffset, at.endOffset) : '';
  if (node.nodeName === '#text' && 'value' in node)
    return inCode ? [{ kind: 'text', value: node.value }] : textNodes(node.value, source);
  if (node.nodeName === '#comment' && 'data' in node) return [{ kind: 'comment', source, value: node.data }];
  if (!('tagName' in node)) return [];
  const tags = at && 'startTag' in at ? at : undefined;
  const slice = (part: { startOffset: number; endOffset: number } | undefined) =>
    part ? html.slice(part.startOffset, part.endOffset) : '';
  return [
    {
      kind: 'element',
      name: node.tagName,
      attributes: attributesOf(node.attrs),
      children: node.childNodes.flatMap((child) => convert(child, html, inCode || codeNames.has(node.tagName))),
      open: tags ? slice(tags.startTag) : source,
      close: slice(tags?.endTag),
      source,
    },
  ];
}

/** A text with the tags of conditions in it. A sign that the source spells as a character reference begins none. */
function textNodes(value: string, source: string): HtmlNode[] {
  if (!value.includes('{%')) return [{ kind: 'text', value }];
  const isSpelled = decoded(source) === value;
  return splitAtConditions(isSpelled ? source : value).flatMap((piece, index): HtmlNode[] => {
    if (index % 2 === 1) return [{ kind: 'tag', source: piece }];
    return piece === '' ? [] : [{ kind: 'text', value: (isSpelled && decoded(piece)) || piece }];
  });
}

/** The characters of a text without elements. */
const decoded = (source: string): string | undefined =>
  parseBounded(source, { tags: 0, depth: 1 })
    ?.childNodes.map((node) => ('value' in node ? node.value : ''))
    .join('');

/** The characters of a piece of HTML, without its elements. */
export function textOf(nodes: HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.value;
      return node.kind === 'element' ? textOf(node.children) : node.kind === 'tag' ? node.source : '';
    })
    .join('');
}

/** The first element of a name, at any depth, in the order of the source. */
export function findElement(nodes: HtmlNode[], name: string): HtmlElement | undefined {
  for (const node of nodes) {
    if (node.kind !== 'element') continue;
    const found = node.name === name ? node : findElement(node.children, name);
    if (found) return found;
  }
  return undefined;
}

/** Whether a node shows nothing by itself. */
export const isBlank = (node: HtmlNode): boolean =>
  node.kind === 'comment' || (node.kind === 'text' && node.value.trim() === '');

export function elementsOf(node: { children: HtmlNode[] }): HtmlElement[] {
  return node.children.filter((child): child is HtmlElement => child.kind === 'element');
}
