import {
  fontAsset,
  fontSubsets,
  siteFonts,
  siteNames,
  type FontDefinition,
  type SiteCustomizationSettings,
} from '@bindery/contracts';
import { fileBelowSite } from '../file-below-site';

type Styling = SiteCustomizationSettings['styling'];

/** What browsers have, for characters that a font lacks and until it is there. */
const fallback = { text: 'system-ui,sans-serif', code: 'ui-monospace,SFMono-Regular,Menlo,Consolas,monospace' };

/**
 * The fonts of a site, from below the site itself: pages load nothing from elsewhere. A text with code in it is painted when
 * the font of the code is there, so that the first page waits for none: a script loads it then, and marks the pages after it.
 */
export function fontRules({ font, monospaceFont }: Styling): string {
  const text = typeof font === 'string' ? brought(font) : own(font);
  const code = brought(monospaceFont);
  const named = (family: string | undefined, rest: string) => (family ? `${family},${rest}` : rest);
  const later = code.family ? `:root[data-code-font]{--mono:${named(code.family, fallback.code)}}` : '';
  return `${text.faces}${code.faces}:root{--font:${named(text.family, fallback.text)};--mono:${fallback.code};--code-font:${code.family ?? ''}}${later}`;
}

/** The file that the text of nearly every page needs, for the browser to fetch before it has read the style sheet. */
export function firstFontFile({ font }: Styling): string | undefined {
  const known = typeof font === 'string' ? siteFonts[font] : undefined;
  return known && fileOf(known, 'latin', 400);
}

/** Where a file of a font is, relative to the root of the site, where its style sheet is. */
const fileOf = (...file: Parameters<typeof fontAsset>): string => `${siteNames.assets}/${fontAsset(...file)}`;

interface Faces {
  family?: string;
  faces: string;
}

/**
 * A font that the platform brings. Text is shown in it where it is there at once, as it is after the first page, and else in
 * the reader's own: it never changes, and moves, while it is read.
 */
function brought(name: string): Faces {
  const known = siteFonts[name];
  if (!known) return { faces: '' };
  const weights = known.weights === 'variable' ? [0] : known.weights;
  const faces = known.subsets.flatMap((subset) =>
    weights.map(
      (weight) =>
        `@font-face{font-family:${quoted(known.family)};font-weight:${weight || '100 900'};font-display:optional;src:url(${fileOf(known, subset, weight)}) format("woff2");unicode-range:${fontSubsets[subset]}}`,
    ),
  );
  return { family: quoted(known.family), faces: faces.join('') };
}

/** A font of the organization. */
function own({ fontFamily, fontFaces }: FontDefinition): Faces {
  const family = quoted(fontFamily);
  const faces = fontFaces.map(({ weight, sources }) => {
    const from = sources.map(
      ({ url, format }) => `url(${quoted(fileBelowSite(url))})${format ? ` format(${quoted(format)})` : ''}`,
    );
    return `@font-face{font-family:${family};font-weight:${weight};font-display:swap;src:${from.join(',')}}`;
  });
  return { family, faces: faces.join('') };
}

/** A string of CSS (CSS Syntax 3, section 4.3.5). */
const quoted = (text: string): string =>
  `"${text.replace(/["\\<>\n\r\f]/g, (sign) => `\\${sign.codePointAt(0)!.toString(16)} `)}"`;
