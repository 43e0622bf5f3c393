import type {
  AnswerBody,
  AnswerFormat,
  AnswerStatement,
  GivenPassage,
  SearchAIAnswer,
  SearchAIAnswerSource,
} from '@bindery/contracts';
import { renderMarkdown, type Block, type Document, type Node } from '@bindery/documents';
import type { ModelAnswer } from './model-answer';
import { quoteOf } from './quotes';

/** The introduction of quoted passages, which are not a written answer. */
const quotedIntroduction =
  'These passages of the documentation fit the question best. They are quoted, not put into words by a model.';
const unknownAnswer = 'I do not know: the documentation does not say it.';

/** The answer of a model, each sentence with links to the sections that it rests on. */
export function answered(
  { statements, followups }: ModelAnswer,
  passages: readonly GivenPassage[],
  format: AnswerFormat,
): SearchAIAnswer {
  const used = [...new Set(statements.flatMap((statement) => statement.passages))].sort((a, b) => a - b);
  const cited = used.map((place) => passages[place]!);
  const sources = sourcesOf(cited);
  const nodes = statements.flatMap(({ text, passages: places }): Node[] => [
    leaf(`${text} `),
    ...places.flatMap((place) => [link(`[${used.indexOf(place) + 1}]`, passages[place]!.url), leaf(' ')]),
  ]);
  return {
    answer: bodyOf(
      [
        paragraph(...nodes),
        ...cited.map((passage, at) => paragraph(leaf(`[${at + 1}] `), link(nameOf(passage), passage.url))),
      ],
      format,
    ),
    followupQuestions: followups,
    sources,
    outcome: 'model',
    statements: statements.map((statement) =>
      statementOf(
        statement.text,
        statement.passages.map((place) => passages[place]!),
        sources,
      ),
    ),
  };
}

/** The passages themselves. */
export function quoted(
  passages: readonly GivenPassage[],
  beginnings: readonly string[],
  format: AnswerFormat,
): SearchAIAnswer {
  const sources = sourcesOf(passages);
  const quotes = passages.map((passage) => ({ passage, text: quoteOf(passage.body, beginnings) || nameOf(passage) }));
  const nodes = quotes.flatMap(({ passage, text }) => [
    paragraph(link(nameOf(passage), passage.url)),
    block('blockquote', [paragraph(leaf(text))]),
  ]);
  return {
    answer: bodyOf([paragraph(leaf(quotedIntroduction)), ...nodes], format),
    followupQuestions: [],
    sources,
    outcome: 'passages',
    statements: quotes.map(({ passage, text }) => statementOf(text, [passage], sources)),
  };
}

export const unknown = (format: AnswerFormat): SearchAIAnswer => ({
  answer: bodyOf([paragraph(leaf(unknownAnswer))], format),
  followupQuestions: [],
  sources: [],
  outcome: 'unknown',
  statements: [],
});

/** Pages with those of their sections that are used. */
function sourcesOf(passages: readonly GivenPassage[]): SearchAIAnswerSource[] {
  const sources = new Map<string, SearchAIAnswerSource>();
  for (const { page, space, revision, section, title, path, url } of passages) {
    const key = keyOf({ space, page });
    const known = sources.get(key);
    if (!known)
      sources.set(key, {
        type: 'page',
        page,
        revision,
        space,
        sections: [section],
        title,
        path,
        url: withoutAnchor(url),
      });
    else if (!known.sections.includes(section)) known.sections.push(section);
  }
  return [...sources.values()];
}

function statementOf(
  text: string,
  passages: readonly GivenPassage[],
  sources: readonly SearchAIAnswerSource[],
): AnswerStatement {
  const pages = new Set(passages.map(keyOf));
  return {
    text,
    sources: sources.flatMap((source, at) => (pages.has(keyOf(source)) ? [at] : [])),
    sections: [...new Set(passages.map(({ section }) => section))],
  };
}

const keyOf = ({ space, page }: { space: string; page: string }): string => `${space}/${page}`;

const nameOf = ({ title, heading }: GivenPassage): string =>
  heading && heading !== title ? `${title} › ${heading}` : title;

const withoutAnchor = (url: string): string => url.replace(/#.*$/, '');

function bodyOf(nodes: Block[], format: AnswerFormat): AnswerBody {
  const document: Document = { object: 'document', data: {}, nodes };
  return format === 'markdown' ? { markdown: renderMarkdown(document) } : { document };
}

const leaf = (text: string): Node => ({ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] });

const link = (text: string, url: string): Node => ({
  object: 'inline',
  type: 'link',
  isVoid: false,
  data: { ref: { kind: 'url', url } },
  nodes: [leaf(text)],
});

const block = (type: string, nodes: Node[]): Block => ({ object: 'block', type, isVoid: false, data: {}, nodes });

const paragraph = (...nodes: Node[]): Block => block('paragraph', nodes);
