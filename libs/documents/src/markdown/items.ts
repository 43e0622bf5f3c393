import type { Paragraph, PhrasingContent, RootContent } from 'mdast';
import { isBranch } from '../html/condition-tags';
import { isBalanced, scanTags, type HtmlTag } from '../html/tags';
import { startsHtmlBlock } from '../blocks/raw';
import { containerTags } from '../blocks/tag-table';
import type { MarkdownContext } from '../inlines/read-markdown';
import { rangeOf, type Range } from '../syntax/span';
import { opensHtml } from '../syntax/html-syntax';
import { readTag, type Tag } from '../syntax/tag';

type SourceOf = MarkdownContext['sourceOf'];

/**
 * The flow content of a page as it nests in the Git Sync dialect: ordinary nodes, pieces of HTML, and the signs that
 * open and close a block (`{% tag %}`, `<details>`), which Markdown itself sees as siblings.
 */
export type Item =
  | { kind: 'node'; node: RootContent }
  | ({ kind: 'html' } & Piece)
  | ({ kind: 'open'; name: string; tag: Tag } & Piece)
  | ({ kind: 'close'; name: string } & Piece);

interface Piece {
  source: string;
  line: number;
  /** Its range in the body; absent where it is unknown because containers put a prefix before its lines. */
  range: Range | undefined;
}

/** Names of the tags that hold content. `code` stands around a fence, and `unless` is another `if`: neither is in the table of blocks. */
const containers = new Set(['code', 'unless', ...containerTags]);

export const detailsName = '<details>';

export function itemsOf(nodes: RootContent[], sourceOf: SourceOf): Item[] {
  const items: Item[] = [];
  for (const node of nodes) {
    const line = node.position?.start.line ?? 1;
    if (node.type === 'tag') items.push(tagItem(node.value, line, rangeOf(node)));
    else if (node.type === 'html') items.push(...htmlItems(node.value.trim(), line, rangeOf(node)));
    else if (node.type === 'paragraph' && holdsBlockTag(node)) items.push(...splitParagraph(node, line, sourceOf));
    else items.push({ kind: 'node', node });
  }
  return items;
}

function tagItem(source: string, line: number, place: Range | undefined): Item {
  const tag = readTag(source);
  const range = place && { start: place.start, end: place.start + source.length };
  if (tag.name.startsWith('end') && tag.argument === '')
    return { kind: 'close', name: tag.name.slice(3), source, line, range };
  return { kind: 'open', name: tag.name, tag, source, line, range };
}

const tagNameOf = (node: PhrasingContent | undefined) => (node?.type === 'tag' ? readTag(node.value).name : '');
const isEndTag = (name: string) => name.startsWith('end') && containers.has(name.slice(3));

/** Block tags may share a line with their content: `{% tab title="x" %} text {% endtab %}`. */
function holdsBlockTag(node: Paragraph): boolean {
  const first = tagNameOf(node.children[0]);
  return containers.has(first) || isEndTag(first) || isEndTag(tagNameOf(node.children.at(-1)));
}

function splitParagraph(node: Paragraph, line: number, sourceOf: SourceOf): Item[] {
  const items: Item[] = [];
  let content: PhrasingContent[] = [];
  const flush = () => {
    const trimmed = trimEdges(content);
    const html = trimmed[0]?.type === 'html' ? htmlSource(node, trimmed, sourceOf) : undefined;
    const position = trimmedPosition(trimmed);
    if (html !== undefined) items.push(...htmlItems(html, line, undefined));
    else if (trimmed.length > 0)
      items.push({ kind: 'node', node: { ...node, children: trimmed, ...(position && { position }) } });
    content = [];
  };
  for (const child of node.children) {
    const name = tagNameOf(child);
    if (child.type !== 'tag' || !(containers.has(name) || isEndTag(name) || isBranch(name))) {
      content.push(child);
      continue;
    }
    flush();
    items.push(tagItem(child.value, child.position?.start.line ?? line, rangeOf(child)));
  }
  flush();
  return items;
}

/** HTML beside a block tag is what it would be below it: a block, when it starts as one and goes on to the end. */
function htmlSource(node: Paragraph, content: PhrasingContent[], sourceOf: SourceOf): string | undefined {
  const start = content[0]?.position?.start;
  const end = content.at(-1)?.position?.end;
  const { column } = node.position?.start ?? {};
  if (!start || !end || column === undefined) return undefined;
  const source = sourceOf({ ...node, position: { start: { ...start, column }, end } }).trim();
  const [first = '', ...more] = source.split('\n');
  const isWhole = more.length === 0 ? startsHtmlBlock(first) : opensHtml(first);
  return isWhole && !more.some((text) => text.trimStart().startsWith('{%')) ? source : undefined;
}

function trimEdges(content: PhrasingContent[]): PhrasingContent[] {
  return content.flatMap((child, index): PhrasingContent[] => {
    if (child.type !== 'text') return [child];
    let { value } = child;
    if (index === 0) value = value.trimStart();
    if (index === content.length - 1) value = value.trimEnd();
    return value === '' ? [] : [{ ...child, value }];
  });
}

/** From the first to the last of the nodes that are left of a paragraph, without the space at their edges. */
function trimmedPosition(content: PhrasingContent[]): Paragraph['position'] {
  const start = content[0]?.position?.start;
  const end = content.at(-1)?.position?.end;
  return start && end && { start, end };
}

/** HTML that is complete is one piece; `<details>` is taken apart, as what it holds is Markdown. */
function htmlItems(source: string, line: number, place: Range | undefined): Item[] {
  const tags = scanTags(source);
  const isDetails = (tag: HtmlTag) => tag.name === 'details' && tag.kind !== 'comment';
  if (!tags.some(isDetails) || isBalanced(tags)) return [{ kind: 'html', source, line, range: place }];
  const items: Item[] = [];
  // Where the source is as it stands in the body, a piece of it stands at the same distance from its start.
  const isPlain = place && place.end - place.start === source.length;
  const rangeAt = (start: number, end: number) =>
    isPlain ? { start: place.start + start, end: place.start + end } : undefined;
  let at = 0;
  const flush = (end: number) => {
    const piece = source.slice(at, end).trim();
    const start = at + source.slice(at, end).search(/\S/);
    if (piece !== '') items.push({ kind: 'html', source: piece, line, range: rangeAt(start, start + piece.length) });
  };
  for (const tag of tags.filter(isDetails)) {
    flush(tag.start);
    const piece = { source: source.slice(tag.start, tag.end), line, range: rangeAt(tag.start, tag.end) };
    if (tag.kind === 'close') items.push({ kind: 'close', name: detailsName, ...piece });
    else items.push({ kind: 'open', name: detailsName, tag: { name: detailsName, argument: '' }, ...piece });
    at = tag.end;
  }
  flush(source.length);
  return items;
}

/** The index of the closing item for each opening one that has one. A tag that is left open closes with its parent. */
export function matchItems(items: Item[]): Map<number, number> {
  const matches = new Map<number, number>();
  const open: { name: string; index: number }[] = [];
  const counts = new Map<string, number>();
  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by);
  items.forEach((item, index) => {
    if (item.kind === 'open') {
      open.push({ name: item.name, index });
      count(item.name, 1);
    } else if (item.kind === 'close' && counts.get(item.name)) {
      for (let top = open.pop(); top; top = open.pop()) {
        count(top.name, -1);
        if (top.name !== item.name) continue;
        matches.set(top.index, index);
        break;
      }
    }
  });
  return matches;
}
