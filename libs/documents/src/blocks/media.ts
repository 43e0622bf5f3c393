import { attributes } from '../html/escape';
import { readFragment, type HtmlElement, type HtmlNode } from '../html/fragment';
import { refOfData, textOfData } from '../inlines/inline-html';
import { block } from '../model/build';
import type { ReadContext, WriteContext } from '../model/context';
import { mediaUrl, mediaUrlIn, players } from '../model/media';
import type { Block } from '../model/model';

/** Elements around a player that say nothing but how it looks. */
const wrappers = new Set(['div', 'p', 'center', 'figure', 'span']);

/**
 * A player in HTML: what another site offers is an embed, and what lies beside the page a file. The HTML stays in
 * `data.source`, which is written back for as long as the address in it is that of the block.
 */
export function readMedia(node: HtmlElement, context: ReadContext): Block | undefined {
  const player = playerIn(node);
  const url = player && mediaUrl(player);
  if (url === undefined) return undefined;
  const { source } = node;
  if (/^https?:/i.test(url)) return block('embed', { url, source });
  return block('file', { ref: context.refOf(url, 'file'), source });
}

/** The same for a piece of HTML that is one element. */
export function readMediaSource(source: string, context: ReadContext): Block | undefined {
  if (!/<(?:iframe|video|audio)[\s>]/i.test(source)) return undefined;
  const [only, ...more] = withoutSpace(readFragment(source));
  return only?.kind === 'element' && more.length === 0 ? readMedia(only, context) : undefined;
}

function playerIn(node: HtmlElement): HtmlElement | undefined {
  if (players.some((name) => name === node.name)) return node;
  const [only, ...more] = withoutSpace(node.children);
  const isAlone = wrappers.has(node.name) && only?.kind === 'element' && more.length === 0;
  return isAlone ? playerIn(only) : undefined;
}

const withoutSpace = (nodes: HtmlNode[]): HtmlNode[] =>
  nodes.filter((node) => node.kind !== 'text' || node.value.trim() !== '');

/** The HTML that a block was read from, where it leads to what the block says; undefined for any other block. */
export function writeMedia({ type, data, fragments = [] }: Block, context: WriteContext): string | undefined {
  const source = textOfData(data.source);
  const own = mediaUrlIn(source);
  const isCaptioned = fragments.some(({ nodes }) => nodes.length > 0);
  if (source === undefined || own === undefined || isCaptioned || /\n\s*\n|[\r\0]/.test(source)) return undefined;
  const url = type === 'embed' ? textOfData(data.url) : context.urlOf(refOfData(data.ref));
  if (url === own) return source;
  if (type === 'embed' || url === undefined || /^https?:/i.test(url)) return undefined;
  return source.replace(/\ssrc\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/i, attributes({ src: url }));
}
