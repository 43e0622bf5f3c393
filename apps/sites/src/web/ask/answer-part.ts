import type { AnswerStatement } from '@bindery/contracts';
import { html, type Html } from '@bindery/html';
import type { Labels } from '../page/labels';
import type { AddressedAnswer } from '../../search/answer-from-passages';

/** A section that an answer is based on. */
interface Citation {
  section: string;
  title: string;
  href: string;
}

/** An answer with the sections that each sentence is based on; or the nearest passages; or a text that there is none. */
export function answerPart({ answer, passages }: AddressedAnswer, labels: Labels): Html {
  const { outcome, statements } = answer;
  const sections = new Set(statements.flatMap((statement) => statement.sections));
  const citations = passages
    .filter(({ section }, at) => sections.has(section) && passages.findIndex((one) => one.section === section) === at)
    .map(({ section, title, heading, url }) => ({ section, title: nameOf(title, heading), href: url }));
  if (outcome === 'unknown' || statements.length === 0) return html`<p>${labels.noAnswer}</p>`;
  return outcome === 'model'
    ? withSources(statements, citations, labels)
    : nearest(statements, citations, labels.nearestPassages);
}

const nameOf = (title: string, heading: string): string =>
  heading && heading !== title ? `${title} › ${heading}` : title;

function withSources(statements: readonly AnswerStatement[], citations: readonly Citation[], labels: Labels): Html {
  const marks = ({ sections }: AnswerStatement) =>
    citations.flatMap(({ section, href, title }, at) =>
      sections.includes(section) ? [html`<sup><a href="${href}" aria-label="${title}">${at + 1}</a></sup>`] : [],
    );
  return html`<p>${statements.map((statement) => html`${statement.text}${marks(statement)} `)}</p>
    <p class="title">${labels.sources}</p>
    <ol>
      ${citations.map(({ title, href }) => html`<li><a href="${href}">${title}</a></li>`)}
    </ol>`;
}

const nearest = (statements: readonly AnswerStatement[], citations: readonly Citation[], title: string): Html =>
  html`<p class="title">${title}</p>
    ${statements.map(({ text, sections }) => {
      const citation = citations.find(({ section }) => sections.includes(section));
      const link = citation && html`<p><a href="${citation.href}">${citation.title}</a></p>`;
      return html`${link}
        <blockquote><p>${text}</p></blockquote>`;
    })}`;
