import type { ContentRef, Data } from '@bindery/documents';
import { attributes, html, nothing, type Html } from '@bindery/html';
import { fieldsIn, refIn, safeImageUrl, textIn, type References } from './references';

interface Look {
  alt: string;
  className?: string;
  /** Whether it is at the top of the page, so that it is fetched at once. */
  eager?: boolean;
}

interface Source {
  url: string;
  dimensions?: { width: number; height: number };
}

/** An image, with a variant for dark mode if there is one; empty if the reader may not see it. */
export function pictureOf(data: Data, references: References, { alt, className, eager }: Look): Html {
  const light = sourceOf(refIn(data.ref), references);
  if (!light) return alt ? html`<span class="missing">${alt}</span>` : nothing;
  const dark = sourceOf(refIn(data.refDark), references);
  const width = pixelsOf(data.width);
  const size = width ? { width } : (light.dimensions ?? {});
  const image = (source: Source, only?: string): Html =>
    html`<img${attributes({
      class: [className, only].filter(Boolean).join(' ') || undefined,
      src: source.url,
      alt,
      ...size,
      loading: eager ? undefined : 'lazy',
      decoding: 'async',
    })} />`;
  return dark ? html`${image(light, 'in-light')}${image(dark, 'in-dark')}` : image(light);
}

/** The width in pixels of an image without a chosen width. */
const column = 750;

/** The address of an image that pages show reduced; undefined for others, and where its size is not known. */
export function wholePicture({ ref, width }: Data, references: References): string | undefined {
  const source = sourceOf(refIn(ref), references);
  const whole = source?.dimensions?.width ?? 0;
  return whole > Math.min(column, pixelsOf(width) ?? column) ? source!.url : undefined;
}

function sourceOf(ref: ContentRef | undefined, references: References): Source | undefined {
  if (ref?.kind === 'file') return references.file(ref.file);
  const url = ref?.kind === 'url' ? safeImageUrl(ref.url) : undefined;
  return url ? { url } : undefined;
}

/** A length in pixels; a length in other units is left to the style sheet. */
function pixelsOf(length: unknown): number | undefined {
  const { unit, value } = fieldsIn(length);
  const pixels = typeof length === 'number' ? length : unit === 'px' ? value : undefined;
  return typeof pixels === 'number' && pixels >= 1 && pixels <= 10_000 ? Math.round(pixels) : undefined;
}

/** The alternative text of an image; empty without a description. */
export const altOf = ({ alt }: Data): string => textIn(alt);
