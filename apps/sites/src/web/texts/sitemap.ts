import type { SpaceOutline } from '@bindery/contracts';
import { html, Html } from '@bindery/html';
import { firstPage, readingOrder } from '../outline';
import { isIndexed, pagePath, type SiteView } from '../site-view';

/** What a sitemap may hold (sitemaps.org protocol). */
const mostAddresses = 50_000;

/** The pages of the site that search engines may list. */
export function sitemap(view: SiteView, spaces: readonly SpaceOutline[]): string {
  const byId = new Map(spaces.map(({ id, pages }) => [id, pages]));
  const addresses = isIndexed(view)
    ? view.structure.siteSpaces().flatMap((siteSpace) => {
        const pages = byId.get(siteSpace.spaceId) ?? [];
        const first = firstPage(pages)?.path;
        const listed = readingOrder(pages).filter(({ noIndex }) => !noIndex);
        return listed.map(({ path }) => view.canonical + pagePath(view, siteSpace, path ?? '', first));
      })
    : [];
  const entries = [...new Set(addresses)]
    .slice(0, mostAddresses)
    .map((address) => html`<url><loc>${address}</loc></url>`);
  return html`${new Html('<?xml version="1.0" encoding="UTF-8"?>\n')}<urlset
      xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
      >${entries}</urlset
    >`.markup;
}

export const robots = (view: SiteView): string =>
  isIndexed(view)
    ? `User-agent: *\nDisallow: ${view.base}~search\nSitemap: ${view.canonical}sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n';
