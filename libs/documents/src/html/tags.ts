import { Tokenizer, type Token, type TokenHandler } from 'parse5';

/** A tag in a piece of HTML; offsets are into that piece. Names are lower case, attribute values are decoded. */
export interface HtmlTag {
  kind: 'open' | 'close' | 'comment';
  name: string;
  attributes: Record<string, string>;
  start: number;
  end: number;
}

const voidNames = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

export function isVoidElement(name: string): boolean {
  return voidNames.has(name);
}

/** The tags of a piece of HTML in order, by the tokenizer of the HTML standard. */
export function scanTags(html: string): HtmlTag[] {
  const tags: HtmlTag[] = [];
  const add = (kind: HtmlTag['kind'], name: string, attributes: Token.Attribute[], at: Token.Location | null) =>
    tags.push({
      kind,
      name,
      attributes: attributesOf(attributes),
      start: at?.startOffset ?? 0,
      end: at?.endOffset ?? 0,
    });
  const nothing = () => undefined;
  const handler: TokenHandler = {
    onStartTag: (token) => add('open', token.tagName, token.attrs, token.location),
    onEndTag: (token) => add('close', token.tagName, [], token.location),
    onComment: (token) => add('comment', token.data, [], token.location),
    onDoctype: nothing,
    onEof: nothing,
    onCharacter: nothing,
    onNullCharacter: nothing,
    onWhitespaceCharacter: nothing,
  };
  new Tokenizer({ sourceCodeLocationInfo: true }, handler).write(html, true);
  return tags;
}

export function attributesOf(attributes: { name: string; value: string }[]): Record<string, string> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const { name, value } of attributes) found[name] = value;
  return found;
}

/** The one tag that a source consists of (an inline HTML node of Markdown), or undefined. */
export function readHtmlTag(source: string): HtmlTag | undefined {
  const [tag, ...more] = scanTags(source);
  return tag && more.length === 0 && tag.start === 0 && tag.end === source.length ? tag : undefined;
}

/** Whether every element that opens also closes, in order. */
export function isBalanced(tags: HtmlTag[]): boolean {
  const open: string[] = [];
  for (const tag of tags) {
    if (tag.kind === 'comment' || isVoidElement(tag.name)) continue;
    if (tag.kind === 'open') open.push(tag.name);
    else if (open.pop() !== tag.name) return false;
  }
  return open.length === 0;
}

/** Elements whose end tag may be left out: they do not nest in themselves. */
const impliedEnds = new Set(['p', 'li', 'td', 'th', 'tr', 'thead', 'tbody', 'tfoot', 'option', 'dt', 'dd']);

/**
 * The nesting depth of a piece of HTML as its tags show it, also with missing or stray end tags. It is no upper bound: the
 * parser ignores end tags in some elements.
 */
export function depthOf(tags: HtmlTag[]): number {
  const open = new Map<string, number>();
  let depth = 0;
  let deepest = 0;
  for (const { kind, name } of tags) {
    if (kind === 'comment' || isVoidElement(name) || impliedEnds.has(name)) continue;
    const count = open.get(name) ?? 0;
    if (kind === 'close' && count === 0) continue;
    const step = kind === 'open' ? 1 : -1;
    open.set(name, count + step);
    depth += step;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
