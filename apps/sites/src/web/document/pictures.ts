import type { ContentRef, Data } from '@bindery/documents';
import { attributes, html, nothing, type Html } from '@bindery/html';
import { fieldsIn, refIn, safeImageUrl, textIn, type References } from './references';

interface Look {
  alt: string;
  className?: string;
  /** Above the fold: it is fetched at once. */
  eager?: boolean;
}

interface Source {
  url: string;
  dimensions?: { width: number; height: number };
}

/** A picture, for dark surroundings another one where there is one; nothing where the reader may not have it. */
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

/** Pixels to which pages show a picture whose width nobody has chosen. */
const column = 750;

/** Where a picture is that pages show smaller than it is; undefined for others, and where its size is not known. */
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

/** A length in pixels; one in other units is left to the style sheet. */
function pixelsOf(length: unknown): number | undefined {
  const { unit, value } = fieldsIn(length);
  const pixels = typeof length === 'number' ? length : unit === 'px' ? value : undefined;
  return typeof pixels === 'number' && pixels >= 1 && pixels <= 10_000 ? Math.round(pixels) : undefined;
}

/** What a picture is called where nobody described it. */
export const altOf = ({ alt }: Data): string => textIn(alt);
