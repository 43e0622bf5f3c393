import { emojiCharacters } from '@bindery/documents';
import { attributes, html, Html, nothing } from '@bindery/html';
import { findIcon, svgOf, type IconShape } from '@bindery/icons';
import { textIn } from './references';

/** The markup of each shape that was drawn, as pages repeat them. */
const drawn = new WeakMap<IconShape, Html>();

/** An icon by its name in Font Awesome, drawn within the page. It adds no information to the text. */
export function iconOf(value: unknown): Html {
  const shape = findIcon(textIn(value));
  return shape ? draw(shape) : nothing;
}

/** The symbol of a page beside its title: an emoji, which the reader's own font draws, or an icon. */
export function signOf({ emoji, icon }: { emoji?: string; icon?: string }): Html | undefined {
  const sign = emoji && emojiCharacters(emoji);
  if (sign) return html`<span class="icon" aria-hidden="true">${sign}</span>`;
  return icon ? iconOf(icon) : undefined;
}

/** An icon as the image of a mask in a style sheet, for elements that are drawn by rules alone. */
export const maskOf = (name: string): string =>
  `url("data:image/svg+xml,${svgOf(findIcon(name)!).replace(/["#<>%]/g, encodeURIComponent)}")`;

function draw(shape: IconShape): Html {
  let markup = drawn.get(shape);
  if (!markup) {
    const { viewBox, path } = shape;
    markup = html`<svg${attributes({ class: 'icon', viewBox, 'aria-hidden': 'true' })}><path d="${path}" /></svg>`;
    drawn.set(shape, markup);
  }
  return markup;
}
