import { findElement, readFragment, type HtmlElement } from '../html/fragment';

export const players = ['iframe', 'video', 'audio'] as const;

/** The address of what a player in HTML plays: its own, or that of its first source. One without a scheme is on `https`. */
export function mediaUrl(player: HtmlElement): string | undefined {
  const src = (player.attributes.src ?? findElement(player.children, 'source')?.attributes.src)?.trim();
  if (!src || /^(?:javascript|data|vbscript|about):/i.test(src)) return undefined;
  return src.startsWith('//') ? `https:${src}` : src;
}

/** The address of the media that the player in a piece of HTML plays. */
export function mediaUrlIn(source: unknown): string | undefined {
  if (typeof source !== 'string') return undefined;
  const nodes = readFragment(source);
  const player = players.map((name) => findElement(nodes, name)).find((found) => found !== undefined);
  return player && mediaUrl(player);
}
