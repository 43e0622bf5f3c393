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

/** Fonts of the browser, for characters that a font lacks and until it is loaded. */
const fallback = { text: 'system-ui,sans-serif', code: 'ui-monospace,SFMono-Regular,Menlo,Consolas,monospace' };

/**
 * The fonts of a site, loaded from the site itself: pages load nothing from elsewhere. Browsers paint a paragraph with code
 * only when the code font is loaded. So the first page uses the browser's own code font; a script loads the site's font after
 * the paint, and sets `data-code-font` on the pages after it.
 */
export function fontRules({ font, monospaceFont }: Styling): string {
  const text = typeof font === 'string' ? brought(font) : own(font);
  const code = brought(monospaceFont);
  const named = (family: string | undefined, rest: string) => (family ? `${family},${rest}` : rest);
  const later = code.family ? `:root[data-code-font]{--mono:${named(code.family, fallback.code)}}` : '';
  return `${text.faces}${code.faces}:root{--font:${named(text.family, fallback.text)};--mono:${fallback.code};--code-font:${code.family ?? ''}}${later}`;
}

/** The file that nearly every page needs, for the browser to fetch before it has read the style sheet. */
export function firstFontFile({ font }: Styling): string | undefined {
  const known = typeof font === 'string' ? siteFonts[font] : undefined;
  return known && fileOf(known, 'latin', 400);
}

/** The path of a font file, relative to the root of the site, where its style sheet is. */
const fileOf = (...file: Parameters<typeof fontAsset>): string => `${siteNames.assets}/${fontAsset(...file)}`;

interface Faces {
  family?: string;
  faces: string;
}

/**
 * A font of the platform. Text uses it only if it is loaded at once, as on every page after the first, else
 * the reader's own font: the text never changes, or moves, during reading.
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
