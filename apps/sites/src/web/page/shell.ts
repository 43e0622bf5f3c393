import { emojiCharacters } from '@bindery/documents';
import { firstScript, siteTexts } from '@bindery/contracts';
import { attributes, html, Html } from '@bindery/html';
import type { Alternate } from '../alternates';
import { safeImageUrl } from '../document/references';
import { fontNames } from '../look/fonts';
import { scriptName } from '../look/script';
import { styleName } from '../look/style';
import { isIndexed, stateOf, titleOf, type SiteView } from '../site-view';
import type { SiteLinks } from '../site-links';
import { footer } from './footer';
import { header, headerId, signOut, socialMenu } from './header';
import type { Labels } from './labels';
import { headerLinks, sections, variants } from './menus';

/**
 * The width of the content: the best width for reading, up to the outline (`roomy`), over its area (`wide`), or also over that
 * of the navigation (`landing`).
 */
export type PageLayout = 'text' | 'roomy' | 'wide' | 'landing';

/** The parts of a page inside of the shell. */
interface PageParts {
  title: string;
  description?: string;
  /** The canonical address of the page; a page without one is not listed by search engines. */
  canonical?: string;
  /** The address of the page as Markdown. */
  markdown?: string;
  /** The page in the other languages of the site. */
  alternates?: readonly Alternate[];
  /** The preview image of the page where it is linked, by its complete address. */
  image?: string;
  isListed: boolean;
  /** The tree of the pages of the space; on narrow screens it is in the menu. */
  navigation?: Html;
  main: Html;
  aside?: Html;
  layout?: PageLayout;
}

const rightToLeft = new Set(['ar', 'he']);

/** A complete page: the layout around the content is the same all over the site. */
export function shell(view: SiteView, links: SiteLinks, labels: Labels, page: PageParts): string {
  const language = languageOf(view);
  const themes = view.look.themes;
  const theme = themes.toggeable && themes.default === 'light' ? 'auto' : themes.default;
  const fonts = fontNames(view.look.styling);
  const root = attributes({
    ...{ lang: language, dir: rightToLeft.has(language) ? 'rtl' : undefined },
    ...{ 'data-theme': theme, 'data-toggles': themes.toggeable },
    ...{ 'data-text-font': fonts.text, 'data-code-font': fonts.code },
  });
  return html`<!doctype html>
    <html${root}>
      <head>
        ${head(view, page)}
      </head>
      <body>
        <a class="skip" href="#page">${labels.skip}</a>
        ${header(view, links, labels)}
        <div class="${frameClass(view, page)}">
          <div id="side" popover>
            <div class="on-narrow">
              ${sections(view, labels, 'places')} ${variants(view, labels)} ${headerLinks(view.look, links, labels)}
              ${socialMenu(view.look)} ${view.signedIn ? signOut(view, labels) : undefined}
            </div>
            ${page.navigation}
          </div>
          ${page.aside}
          <main id="page" tabindex="-1">${page.main}</main>
        </div>
        ${footer(view, links, labels)}
      </body>
    </html>`.markup;
}

function frameClass({ look }: SiteView, { layout = 'text' }: PageParts): string {
  const { background, list } = look.styling.sidebar;
  return ['frame', layout, background === 'filled' && 'side-filled', list !== 'default' && `list-${list}`]
    .filter(Boolean)
    .join(' ');
}

export const languageOf = (view: SiteView): string =>
  stateOf(view, view.siteSpace)?.language ?? view.look.internationalization?.locale ?? 'en';

function head(view: SiteView, page: PageParts): Html {
  const { base, look } = view;
  const title = page.title === titleOf(view) ? page.title : `${page.title} | ${titleOf(view)}`;
  const image = page.image ?? safeImageUrl(look.socialPreview.url ?? '');
  const isListed = page.isListed && isIndexed(view);
  const meta = {
    ...{ description: page.description, robots: isListed ? undefined : 'noindex', generator: 'Bindery' },
    'twitter:card': image ? 'summary_large_image' : undefined,
  };
  const graph = {
    'og:type': 'article',
    'og:title': page.title,
    'og:site_name': titleOf(view),
    'og:description': page.description,
    'og:url': page.canonical,
    'og:image': image,
  };
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    ${present(meta).map(([name, content]) => html`<meta name="${name}" content="${content}" />`)}
    ${present(graph).map(([property, content]) => html`<meta property="${property}" content="${content}" />`)}
    ${page.canonical ? html`<link rel="canonical" href="${page.canonical}" />` : undefined}
    ${page.markdown ? html`<link rel="alternate" type="text/markdown" href="${page.markdown}" />` : undefined}
    <link rel="alternate" type="text/plain" title="${siteTexts.pages}" href="${base}${siteTexts.pages}" />
    <link rel="alternate" type="text/plain" title="${siteTexts.allPages}" href="${base}${siteTexts.allPages}" />
    ${page.alternates?.map(({ language, href }) => html`<link rel="alternate" hreflang="${language}" href="${href}" />`)}
    ${favicon(look)} ${new Html(`<script>${firstScript}</script>`)}
    <link rel="stylesheet" href="${base}${styleName(look)}" />
    <link rel="expect" href="#${headerId}" blocking="render" />
    <script async src="${base}${scriptName}"></script>`;
}

function favicon({ favicon: { icon, emoji } }: SiteView['look']): Html {
  const light = icon && safeImageUrl(icon.light);
  const dark = icon && safeImageUrl(icon.dark);
  if (light && dark && dark !== light)
    return html`<link rel="icon" href="${light}" media="(prefers-color-scheme:light)" /><link
        rel="icon"
        href="${dark}"
        media="(prefers-color-scheme:dark)"
      />`;
  if (light) return html`<link rel="icon" href="${light}" />`;
  const sign = /^[0-9a-f-]+$/i.test(emoji ?? '') ? emojiCharacters(emoji!.toLowerCase()) : emoji?.toWellFormed();
  if (!sign) return html`<link rel="icon" href="data:," />`;
  const drawn = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
    <text x="50%" y=".9em" font-size="90" text-anchor="middle">${sign}</text>
  </svg>`;
  return html`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(drawn.markup)}" />`;
}

const present = (values: Record<string, string | undefined>): [string, string][] =>
  Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
