import type { SearchPageResult, SearchSpaceResult } from '@bindery/contracts';
import { html, type Html } from '@bindery/html';
import type { SiteLinks } from '../site-links';
import { pagePath, type SiteView } from '../site-view';
import { labelsIn } from './labels';
import { languageOf, shell } from './shell';

export interface Search {
  query: string;
  items: SearchSpaceResult[];
  /** The cursor of what was found besides. */
  next?: string;
}

/** What was found on the site. */
export function searchPage(view: SiteView, { query, items, next }: Search, links: SiteLinks): string {
  const labels = labelsIn(languageOf(view), view.look.internationalization?.locale);
  const more = next && `${view.base}~search?${new URLSearchParams({ q: query, page: next }).toString()}`;
  return shell(view, links, labels, {
    title: labels.results,
    isListed: false,
    query,
    main: html`<article class="text">
      <h1>${labels.results}</h1>
      ${items.length > 0 ? items.map((space) => spaceResults(view, space)) : html`<p>${labels.nothingFound} “${query}”</p>`}
      ${more ? html`<p><a rel="next" href="${more}">${labels.more}</a></p>` : undefined}
    </article>`,
  });
}

function spaceResults(view: SiteView, { id, title, pages }: SearchSpaceResult): Html | undefined {
  const siteSpace = view.structure.siteSpaces().find(({ spaceId }) => spaceId === id);
  if (!siteSpace) return undefined;
  const root = view.base + pagePath(view, siteSpace, '', '');
  return html`<section>
    <h2>${title}</h2>
    <ul class="results">
      ${pages.map((page) => result(root, page))}
    </ul>
  </section>`;
}

const result = (root: string, { title, path, sections = [] }: SearchPageResult): Html =>
  html`<li>
    <a href="${root}${encoded(path)}">${title}</a>
    ${sections.map(
      (section) =>
        html`<p>
          ${
            section.title && section.title !== title
              ? html`<a href="${root}${encoded(section.path)}">${section.title}</a>: `
              : undefined
          }${section.body}
        </p>`,
    )}
  </li>`;

/** The path of a result, whose anchor is encoded already. */
function encoded(path: string): string {
  const [page = '', anchor] = path.split('#');
  return page.split('/').map(encodeURIComponent).join('/') + (anchor === undefined ? '' : `#${anchor}`);
}
