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
type Font = Styling['font'];

/** Fonts of the browser, for characters that a font lacks and until it is loaded. */
const fallback = { text: 'system-ui,sans-serif', code: 'ui-monospace,Menlo,Consolas,monospace' };

/**
 * The fonts of a site, loaded from the site itself: pages load nothing from elsewhere. Browsers paint text only when its font
 * is loaded, or known to be late. So the first page uses the browser's own fonts, and a script loads the fonts of the platform
 * after the paint. On later pages `data-fonts` has the kinds that are loaded (`text`, `code`), and these rules use them. Without scripts every page
 * requests its fonts. The font of an organization is used from the first page on, if it comes before the paint.
 */
export function fontRules({ font, monospaceFont }: Styling): string {
  const [text, code] = [facesOf(font), facesOf(monospaceFont)];
  const textFont = `--font:${named(text.family, fallback.text)}`;
  const codeFont = `--mono:${named(code.family, fallback.code)}`;
  return [
    [...new Set([text.faces, code.faces])].join(''),
    `:root{${text.isOwn ? textFont : `--font:${fallback.text}`};${code.isOwn ? codeFont : `--mono:${fallback.code}`};`,
    `--text-font:${text.isOwn ? '' : (text.family ?? '')};--code-font:${code.isOwn ? '' : (code.family ?? '')}}`,
    `:root[data-fonts~=text]{${textFont}}:root[data-fonts~=code]{${codeFont}}`,
    `@media (scripting:none){:root{${textFont};${codeFont}}}`,
  ].join('');
}

/** The names of the fonts of the platform that a site has, by which a browser keeps which ones it has loaded. */
export function fontNames({ font, monospaceFont }: Styling): { text: string | undefined; code: string | undefined } {
  const nameOf = (one: Font) => (typeof one === 'string' ? siteFonts[one]?.name : undefined);
  return { text: nameOf(font), code: nameOf(monospaceFont) };
}

const named = (family: string | undefined, rest: string): string => (family ? `${family},${rest}` : rest);

/** The path of a font file, relative to the root of the site, where its style sheet is. */
const fileOf = (...file: Parameters<typeof fontAsset>): string => `${siteNames.assets}/${fontAsset(...file)}`;

interface Faces {
  family?: string;
  faces: string;
  /** Whether the font is one of the organization. */
  isOwn?: true;
}

const facesOf = (font: Font): Faces => (typeof font === 'string' ? brought(font) : own(font));

/**
 * A font of the platform. Text uses it only if it is there at once, as in the browser's cache, else the reader's own font: the
 * text never changes, or moves, during reading.
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

/** A font of the organization, which a page uses only if it is there at once as well: a later one would move the page. */
function own({ fontFamily, fontFaces }: FontDefinition): Faces {
  const family = quoted(fontFamily);
  const faces = fontFaces.map(({ weight, sources }) => {
    const from = sources.map(
      ({ url, format }) => `url(${quoted(fileBelowSite(url))})${format ? ` format(${quoted(format)})` : ''}`,
    );
    return `@font-face{font-family:${family};font-weight:${weight};font-display:optional;src:${from.join(',')}}`;
  });
  return { family, faces: faces.join(''), isOwn: true };
}

/** A string of CSS (CSS Syntax 3, section 4.3.5). */
const quoted = (text: string): string =>
  `"${text.replace(/["\\<>\n\r\f]/g, (sign) => `\\${sign.codePointAt(0)!.toString(16)} `)}"`;
