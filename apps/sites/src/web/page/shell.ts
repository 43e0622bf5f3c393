import { attributes, html, type Html } from '@bindery/html';
import { safeImageUrl } from '../document/references';
import { scriptName } from '../look/script';
import { styleName } from '../look/style';
import { isIndexed, stateOf, titleOf, type SiteView } from '../site-view';
import type { SiteLinks } from '../site-links';
import { footer } from './footer';
import { header } from './header';
import type { Labels } from './labels';

/** One page as the shell wraps it. */
export interface PageParts {
  title: string;
  description?: string;
  /** The address under which the page wants to be known; a page without one is not listed. */
  canonical?: string;
  /** The address of the page as Markdown. */
  markdown?: string;
  image?: string;
  isListed: boolean;
  /** What the reader is looking for. */
  query?: string;
  navigation?: Html;
  main: Html;
  aside?: Html;
}

const rightToLeft = new Set(['ar', 'he']);

/** A whole page: what is around the content is the same all over the site. */
export function shell(view: SiteView, links: SiteLinks, labels: Labels, page: PageParts): string {
  const language = languageOf(view);
  const themes = view.look.themes;
  const theme = themes.toggeable && themes.default === 'light' ? 'auto' : themes.default;
  return html`<!doctype html>
    <html${attributes({ lang: language, dir: rightToLeft.has(language) ? 'rtl' : undefined, 'data-theme': theme })}>
      <head>
        ${head(view, page)}
      </head>
      <body>
        <a class="skip" href="#page">${labels.skip}</a>
        ${header(view, links, labels, page.query)}
        <div class="frame">
          ${page.navigation}
          <main id="page" tabindex="-1">${page.main}</main>
          ${page.aside}
        </div>
        ${footer(view, links)}
      </body>
    </html>`.markup;
}

export const languageOf = (view: SiteView): string =>
  stateOf(view, view.siteSpace)?.language ?? view.look.internationalization?.locale ?? 'en';

function head(view: SiteView, page: PageParts): Html {
  const { base, look } = view;
  const title = page.title === titleOf(view) ? page.title : `${page.title} | ${titleOf(view)}`;
  const image = page.image ?? safeImageUrl(look.socialPreview.url ?? '');
  const icon = look.favicon.icon && safeImageUrl(look.favicon.icon.light);
  const isListed = page.isListed && isIndexed(view);
  const meta = { description: page.description, robots: isListed ? undefined : 'noindex', generator: 'Bindery' };
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
    ${icon ? html`<link rel="icon" href="${icon}" />` : html`<link rel="icon" href="data:," />`}
    <link rel="stylesheet" href="${base}${styleName(look)}" />
    <script async src="${base}${scriptName}"></script>`;
}

const present = (values: Record<string, string | undefined>): [string, string][] =>
  Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
