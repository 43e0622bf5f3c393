import type { GivenPassage } from '@bindery/contracts';
import { ModelError } from '@bindery/models';

/** A sentence of a model, with the passages that it rests on. */
interface ModelStatement {
  text: string;
  /** Places among the passages that were given. */
  passages: number[];
}

export interface ModelAnswer {
  /** None where the passages do not answer the question. */
  statements: ModelStatement[];
  followups: string[];
}

const longestBody = 3_000;
const mostStatements = 20;
const longestStatement = 1_000;
const mostFollowups = 3;

export const answerTask =
  'Answer the question of the data from its passages alone, in the language of the question. Answer {"sentences": [{"text": "...", ' +
  '"passages": [numbers]}], "followups": ["..."]}: each sentence in plain text with the numbers of the passages that say it, at most eight ' +
  'sentences; up to three further questions that the passages answer. Where the passages do not answer the question, "sentences" is [].';

/** The data for a model: the question, and passages by number. */
export const dataFor = (question: string, passages: readonly GivenPassage[]) => ({
  question,
  passages: passages.map(({ title, heading, body }, index) => ({
    ...{ number: index + 1, page: title, heading },
    text: body.slice(0, longestBody).toWellFormed(),
  })),
});

/** Reads the sentences of a model's answer that rest on passages. Throws `ModelError` for a malformed answer. */
export function readModelAnswer(value: unknown, passages: readonly GivenPassage[]): ModelAnswer {
  const { sentences, followups } = (value ?? {}) as Record<string, unknown>;
  if (!Array.isArray(sentences)) throw new ModelError('The model returned no sentences', false);
  const statements = sentences.slice(0, mostStatements).flatMap((sentence): ModelStatement[] => {
    const { text, passages: said } = (sentence ?? {}) as Record<string, unknown>;
    const numbers = Array.isArray(said) ? said.filter((number) => isPlace(number, passages.length)) : [];
    const places = [...new Set(numbers.map((number) => (number as number) - 1))];
    const clean = typeof text === 'string' ? cleaned(text) : '';
    return clean &&
      places.length > 0 &&
      isGrounded(
        clean,
        places.map((place) => passages[place]!),
      )
      ? [{ text: clean, passages: places }]
      : [];
  });
  return { statements, followups: statements.length > 0 ? questionsIn(followups) : [] };
}

const isPlace = (value: unknown, count: number): boolean =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= count;

/** Addresses of others come from the passages or not at all: a page must not have a reader sent elsewhere. */
const addresses = /(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s<>"')\]]+|[^\s<>"'(@]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;

function isGrounded(text: string, passages: readonly GivenPassage[]): boolean {
  const said = passages
    .map(({ body, heading, title }) => `${title}\n${heading}\n${body}`)
    .join('\n')
    .toLowerCase();
  return Array.from(text.matchAll(addresses), ([address]) => address.replace(/[.,;:!?]+$/, '')).every((address) =>
    said.includes(address.toLowerCase()),
  );
}

const questionsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [])
    .flatMap((question) => (typeof question === 'string' ? cleaned(question).slice(0, 200) || [] : []))
    .filter((question) => !question.match(addresses))
    .slice(0, mostFollowups);

const cleaned = (text: string): string =>
  text.toWellFormed().replaceAll('\0', '').replace(/\s+/g, ' ').trim().slice(0, longestStatement);
