import type { SearchPageResult, SearchSectionResult } from '@bindery/contracts';
import { attributes, html, type Html, type Part } from '@bindery/html';
import type { SiteSpaceRow } from '../../model/structure';
import { iconOf } from '../document/icons';
import { pagePath, searchAddress, stateOf, type SiteView } from '../site-view';
import type { Labels } from '../page/labels';
import type { FoundOnSite } from './find-on-site';
import { markedWords } from './marked-words';

/** The maximum of shown sections of a page, and of pages of another space. */
const mostSections = 3;
const mostPages = 3;

/** A site-space with results. */
export interface FoundPlace {
  title: string;
  isHere: boolean;
  /** The number of results there, where it is known. */
  count?: number;
  /** The address of all results there. */
  all: string;
  pages: FoundPage[];
}

export interface FoundPage {
  title: Html;
  href: string;
  sections: { title?: Html; href: string; text: Html }[];
}

/** The results by site-space: that of the reader first. */
export function placesOf(view: SiteView, query: string, { here, elsewhere }: FoundOnSite): FoundPlace[] {
  const all = (siteSpace: SiteSpaceRow) => `${searchAddress(view, siteSpace)}?${new URLSearchParams({ q: query })}`;
  const found: FoundPlace[] = [];
  if (here.items.length > 0)
    found.push({
      title: placeName(view, view.siteSpace),
      isHere: true,
      ...(here.count !== undefined && { count: here.count }),
      all: all(view.siteSpace),
      pages: here.items.map((page) => pageOf(view, view.siteSpace, page, query)),
    });
  for (const { id, pages } of elsewhere) {
    const siteSpace = view.structure.siteSpaces().find(({ spaceId }) => spaceId === id);
    if (!siteSpace) continue;
    const shown = pages.slice(0, mostPages).map((page) => pageOf(view, siteSpace, page, query));
    found.push({ title: placeName(view, siteSpace), isHere: false, all: all(siteSpace), pages: shown });
  }
  return found;
}

/** A section, with the name of the variant where there are several. */
function placeName(view: SiteView, siteSpace: SiteSpaceRow): string {
  const title = stateOf(view, siteSpace)?.title ?? '';
  const section = view.structure.rows.sections.find(({ id }) => id === siteSpace.sectionId);
  if (!section) return title;
  return view.structure.siteSpacesIn(section.id).length > 1 ? `${section.title} · ${title}` : section.title;
}

function pageOf(view: SiteView, siteSpace: SiteSpaceRow, page: SearchPageResult, query: string): FoundPage {
  const root = view.base + pagePath(view, siteSpace, '', '');
  const section = ({ title, path, body }: SearchSectionResult) => ({
    ...(title && title !== page.title && { title: markedWords(title, query) }),
    href: root + encoded(path),
    text: markedWords(body, query),
  });
  return {
    title: markedWords(page.title, query),
    href: root + encoded(page.path),
    sections: (page.sections ?? []).slice(0, mostSections).map(section),
  };
}

/** The path of a result, whose anchor is encoded already. */
export function encoded(path: string): string {
  const [page = '', anchor] = path.split('#');
  return page.split('/').map(encodeURIComponent).join('/') + (anchor === undefined ? '' : `#${anchor}`);
}

/** The results in the dialog: options of a list, grouped by site-space; the last option asks the site, if it answers questions. */
export function foundOptions(
  places: readonly FoundPlace[],
  { query, ask }: { query: string; ask: string | undefined },
  labels: Labels,
): string {
  let options = 0;
  const option = (href: string, className: string, content: Part): Html =>
    html`<a${attributes({ role: 'option', id: `found-${options++}`, class: className, href, tabindex: -1 })}>${content}</a>`;
  const groups = places.map(
    ({ title, count, all, isHere, pages }) =>
      html`<div role="group" aria-label="${title}">
        <p role="presentation">${title}${count === undefined ? undefined : html` <small>${count}</small>`}</p>
        ${pages.map(({ title: name, href, sections }) => [
          option(href, 'page', html`${iconOf('file-lines')}<span>${name}</span>`),
          sections
            .filter((section) => section.title ?? section.text.markup)
            .map(({ title: heading, href: at, text }) =>
              option(at, 'part', html`${heading ? html`<b>${heading}</b> ` : undefined}<span>${text}</span>`),
            ),
        ])}
        ${isHere && count !== undefined && count > pages.length ? option(all, 'all', html`${labels.allResults} (${count})`) : undefined}
      </div>`,
  );
  const asking = html`${iconOf('comment-dots')}<span>${labels.ask}: “${query}”</span>`;
  return html`${groups}${ask && query && option(ask, 'ask', asking)}`.markup;
}
