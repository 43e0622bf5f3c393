import type { SitePageContent } from '@bindery/contracts';
import { attributes, html, type Html } from '@bindery/html';
import type { SiteLinks } from '../site-links';
import { askAddress, type SiteView } from '../site-view';
import { labelsIn, type Labels } from './labels';
import { navigation } from './navigation';
import { languageOf, shell } from './shell';

interface Question {
  /** Empty before the first question. */
  question: string;
  answer?: Html;
}

/** The question page for readers without a script, and for links. */
export function askPage(
  view: SiteView,
  { question, answer }: Question,
  { outline }: Pick<SitePageContent, 'outline'>,
  links: SiteLinks,
): string {
  const labels = labelsIn(languageOf(view), view.look.internationalization?.locale);
  return shell(view, links, labels, {
    title: labels.ask,
    isListed: false,
    navigation: navigation(outline, undefined, links, labels),
    main: html`<article class="text results">
      <h1>${labels.ask}</h1>
      ${questionForm(view, question, labels)}
      ${answer && html`<section class="answer" aria-label="${labels.answer}">${answer}</section>`}
    </article>`,
  });
}

const questionForm = (view: SiteView, question: string, labels: Labels): Html =>
  html`<form action="${askAddress(view)}">
    <input${attributes({ name: 'q', value: question || undefined, maxlength: 512, placeholder: labels.question, autofocus: !question })}
      aria-label="${labels.question}"
      required
    />
    <button class="button primary">${labels.ask}</button>
  </form>`;
