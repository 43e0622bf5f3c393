import type { SitePageContent } from '@bindery/contracts';
import { html } from '@bindery/html';
import type { SiteLinks } from '../site-links';
import { searchAddress, type SiteView } from '../site-view';
import { labelsIn } from './labels';
import { navigation } from './navigation';
import { languageOf, shell } from './shell';

/** The response of a site for an address without a page for the reader. */
export function notFoundPage(view: SiteView, { outline }: Pick<SitePageContent, 'outline'>, links: SiteLinks): string {
  const labels = labelsIn(languageOf(view), view.look.internationalization?.locale);
  return shell(view, links, labels, {
    title: labels.notFound,
    isListed: false,
    navigation: navigation(outline, undefined, links, labels),
    main: html`<article class="text">
      <h1>${labels.notFound}</h1>
      <p>${labels.notFoundText}</p>
      <p>
        <a class="button primary" href="${view.base}">${labels.home}</a>
        <a class="button secondary finds" href="${searchAddress(view)}">${labels.search}</a>
      </p>
    </article>`,
  });
}
