import type { SitePageContent } from '@bindery/contracts';
import { attributes, html, type Html } from '@bindery/html';
import type { FoundOnSite } from '../search/find-on-site';
import { placesOf, type FoundPage, type FoundPlace } from '../search/results';
import type { SiteLinks } from '../site-links';
import { answersQuestions, askAddress, searchAddress, type SiteView } from '../site-view';
import { labelsIn, type Labels } from './labels';
import { navigation } from './navigation';
import { languageOf, shell } from './shell';

interface Search {
  query: string;
  found: FoundOnSite;
}

/** The results page of a search, for readers without a script, and for more results than the dialog shows. */
export function searchPage(
  view: SiteView,
  { query, found }: Search,
  { outline }: Pick<SitePageContent, 'outline'>,
  links: SiteLinks,
): string {
  const labels = labelsIn(languageOf(view), view.look.internationalization?.locale);
  const places = placesOf(view, query, found);
  const page = found.here.next?.page;
  const more = page && `${searchAddress(view)}?${new URLSearchParams({ q: query, page })}`;
  const [here, ...others] = places[0]?.isHere ? places : [undefined, ...places];
  return shell(view, links, labels, {
    title: labels.results,
    isListed: false,
    navigation: navigation(outline, undefined, links, labels),
    main: html`<article class="text results">
      <h1>${labels.results}</h1>
      ${searchForm(view, query, labels)}
      ${query && places.length === 0 ? html`<p>${labels.nothingFound} “${query}”</p>` : undefined}
      ${here && place(here)}
      ${more ? html`<p><a class="button secondary" rel="next" href="${more}">${labels.more}</a></p>` : undefined}
      ${others.length > 0 && here ? html`<p>${labels.elsewhere}</p>` : undefined}
      ${others.map((other) => other && place(other, labels.allResults))}
    </article>`,
  });
}

const searchForm = (view: SiteView, query: string, labels: Labels): Html =>
  html`<form role="search" action="${searchAddress(view)}">
    <input${attributes({ type: 'search', name: 'q', value: query || undefined, maxlength: 512, placeholder: labels.search, autofocus: !query })}
      aria-label="${labels.search}"
      required
    />
    <button class="button primary">${labels.search}</button>
    ${answersQuestions(view) ? html`<button class="button secondary" formaction="${askAddress(view)}">${labels.ask}</button>` : undefined}
  </form>`;

const place = ({ title, count, pages, all }: FoundPlace, allLabel?: string): Html =>
  html`<section>
    <h2>${title}${count === undefined ? undefined : html` <small>${count}</small>`}</h2>
    <ul>
      ${pages.map(result)}
    </ul>
    ${allLabel ? html`<p><a href="${all}">${allLabel}</a></p>` : undefined}
  </section>`;

const result = ({ title, href, sections }: FoundPage): Html =>
  html`<li>
    <a href="${href}">${title}</a>
    ${sections.map(
      (section) =>
        html`<p>
          ${section.title ? html`<a href="${section.href}">${section.title}</a>: ` : undefined}${section.text}
        </p>`,
    )}
  </li>`;
