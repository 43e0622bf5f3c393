import { siteNames, siteTexts, type PageOutline, type SpaceOutline } from '@bindery/contracts';
import { html, Html } from '@bindery/html';
import type { SiteSpaceRow } from '../../model/structure';
import { alternatesOf, languageVariants, type Alternate } from '../alternates';
import { firstPage, readingOrder } from '../outline';
import { isIndexed, pagePath, type SiteView } from '../site-view';

/** The limit of a sitemap (sitemaps.org protocol). */
const mostAddresses = 50_000;
/** The maximum of addresses in other languages: with more the text would be too long. Every page names its own as well. */
const mostAlternates = 30_000;

interface Entry {
  address: string;
  updatedAt: string | undefined;
  alternates: Alternate[];
}

/** The pages of a space that search engines may list. */
interface ListedPages {
  pages: PageOutline[];
  first: string | undefined;
  byId: ReadonlyMap<string, PageOutline>;
  byPath: ReadonlyMap<string, PageOutline>;
}

/** The pages of the site that search engines may list. */
export function sitemap(view: SiteView, spaces: readonly SpaceOutline[]): string {
  const entries = isIndexed(view) ? entriesOf(view, new Map(spaces.map(({ id, pages }) => [id, listedOf(pages)]))) : [];
  const urls = entries.map(
    ({ address, updatedAt, alternates }) =>
      html`<url
        ><loc>${address}</loc>${updatedAt && html`<lastmod>${updatedAt}</lastmod>`}${alternates.map(linkTo)}</url
      >`,
  );
  return html`${new Html('<?xml version="1.0" encoding="UTF-8"?>\n')}<urlset
      xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
      xmlns:xhtml="http://www.w3.org/1999/xhtml"
      >${urls}</urlset
    >`.markup;
}

const linkTo = ({ language, href }: Alternate): Html =>
  html`<xhtml:link rel="alternate" hreflang="${language}" href="${href}" />`;

function entriesOf(view: SiteView, spaces: ReadonlyMap<string, ListedPages>): Entry[] {
  const entries = new Map<string, Entry>();
  let alternatesLeft = mostAlternates;
  for (const row of view.structure.siteSpaces()) {
    const listed = spaces.get(row.spaceId);
    const variants = languageVariants(view, row);
    const count = variants.length * (listed?.pages.length ?? 0);
    const listedVariants = count <= alternatesLeft ? variants : [];
    alternatesLeft -= listedVariants.length > 0 ? count : 0;
    for (const page of listed?.pages ?? []) {
      if (entries.size === mostAddresses) return [...entries.values()];
      const address = addressOf(view, row, page, listed!);
      const alternates = alternatesOf(listedVariants, (other) => samePage(view, other, page, listed!, spaces));
      if (!entries.has(address)) entries.set(address, { address, updatedAt: page.updatedAt, alternates });
    }
  }
  return [...entries.values()];
}

function listedOf(all: PageOutline[]): ListedPages {
  const pages = readingOrder(all).filter(({ noIndex }) => !noIndex);
  return {
    pages,
    first: firstPage(all)?.path,
    byId: new Map(pages.map((page) => [page.id, page])),
    byPath: new Map(pages.map((page) => [page.path ?? '', page])),
  };
}

const addressOf = (view: SiteView, row: SiteSpaceRow, { path = '' }: PageOutline, { first }: ListedPages): string =>
  view.canonical + pagePath(view, row, path, first);

/** The address of the same page in another space, by the rules of content. */
function samePage(
  view: SiteView,
  row: SiteSpaceRow,
  { id, path = '' }: PageOutline,
  { first }: ListedPages,
  spaces: ReadonlyMap<string, ListedPages>,
): string | undefined {
  const there = spaces.get(row.spaceId);
  if (!there) return undefined;
  const page =
    there.byId.get(id) ?? there.byPath.get(path) ?? (path === first ? there.byPath.get(there.first ?? '') : undefined);
  return page && addressOf(view, row, page, there);
}

export const robots = (view: SiteView): string =>
  isIndexed(view)
    ? `User-agent: *\nDisallow: ${view.base}*${siteNames.search}\nDisallow: ${view.base}*${siteNames.ask}\nSitemap: ${view.canonical}${siteTexts.sitemap}\n`
    : 'User-agent: *\nDisallow: /\n';
