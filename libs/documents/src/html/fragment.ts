import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
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
  HtmlElement | { kind: 'text'; value: string } | { kind: 'comment'; source: string; value: string };

/** Elements nest at most this deep: the tree is walked by recursion, and the parser's own checks are linear in the depth. */
const maximumHtmlDepth = 40;

/** Parses a piece of HTML as the standard says; HTML that nests deeper than any text does is one opaque node. */
export function readFragment(html: string): HtmlNode[] {
  if (depthOf(scanTags(html)) > maximumHtmlDepth) return [{ kind: 'comment', source: html, value: html }];
  const tree = parseFragment(html, { sourceCodeLocationInfo: true });
  return tree.childNodes.flatMap((node) => convert(node, html));
}

function convert(node: DefaultTreeAdapterTypes.ChildNode, html: string): HtmlNode[] {
  if (node.nodeName === '#text' && 'value' in node) return [{ kind: 'text', value: node.value }];
  const at = node.sourceCodeLocation;
  const source = at ? html.slice(at.startOffset, at.endOffset) : '';
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
      children: node.childNodes.flatMap((child) => convert(child, html)),
      open: tags ? slice(tags.startTag) : source,
      close: slice(tags?.endTag),
      source,
    },
  ];
}

/** The characters of a piece of HTML, without its tags. */
export function textOf(nodes: HtmlNode[]): string {
  return nodes
    .map((node) => (node.kind === 'text' ? node.value : node.kind === 'element' ? textOf(node.children) : ''))
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

export function elementsOf(node: { children: HtmlNode[] }): HtmlElement[] {
  return node.children.filter((child): child is HtmlElement => child.kind === 'element');
}
