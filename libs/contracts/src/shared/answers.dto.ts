import type { Document } from '@bindery/documents';
import { Tree } from '../core/document-tree';
import { Const, Flag, Id, Int, Nested, OneOf, Text } from '../core/fields';

export const answerFormats = ['document', 'markdown'] as const;
export type AnswerFormat = (typeof answerFormats)[number];

/** The timeout of an answer by a model, in milliseconds. */
export const answerTimeout = 60_000;

export class SearchAIQuery {
  @Text({ min: 1, max: 2_000 }) query!: string;
  @Text({ max: 2_000, array: { max: 10 }, optional: true, description: 'Deprecated and ignored.' })
  previousQueries?: string[];
}

export class AnswerQuery {
  @OneOf(answerFormats, { optional: true }) format: AnswerFormat = 'document';
  @Flag({ optional: true, description: 'Ignored.' }) details?: boolean;
}

export class StreamAnswerQuery extends AnswerQuery {
  @Text({ min: 1, max: 2_000 }) query!: string;
}

/** The answer: Markdown or a document, as requested. */
export class AnswerBody {
  @Text({ optional: true }) markdown?: string;
  @Tree({ optional: true }) document?: Document;
}

/** A page that the answer cites. */
export class SearchAIAnswerSource {
  @Const('page') type!: 'page';
  @Text({ optional: true, description: 'The information taken from the page.' }) reason?: string;
  @Id() page!: string;
  @Id() revision!: string;
  @Id() space!: string;
  @Text({ array: { max: 100 }, description: 'The sections of the page, by their ids in search results.' })
  sections!: string[];
  @Text({ description: 'The title of the page.' }) title!: string;
  @Text({ description: 'The path of the page within its space.' }) path!: string;
  @Text({ description: 'The URL of the page, on the requested site or in the app.' }) url!: string;
}

/** A sentence of the answer, with its sources. */
export class AnswerStatement {
  @Text() text!: string;
  @Int({ array: { max: 20 }, description: 'Indexes of items in `sources`.' }) sources!: number[];
  @Text({ array: { max: 20 }, description: 'The sections, by their ids in search results.' }) sections!: string[];
}

const outcomes = ['model', 'passages', 'unknown'] as const;
/** Whether a model answered, passages are quoted, or nothing says it. */
export type AnswerOutcome = (typeof outcomes)[number];

export class SearchAIAnswer {
  @Nested(() => AnswerBody, { optional: true }) answer?: AnswerBody;
  @Text({ array: { max: 10 } }) followupQuestions!: string[];
  @Nested(() => SearchAIAnswerSource, { array: true }) sources!: SearchAIAnswerSource[];
  @OneOf(outcomes, {
    description:
      '`model`: a model wrote the answer. `passages`: the answer quotes passages. `unknown`: the documentation does not answer the question.',
  })
  outcome!: AnswerOutcome;
  @Nested(() => AnswerStatement, { array: true }) statements!: AnswerStatement[];
}

export class AskedAnswer {
  @Nested(() => SearchAIAnswer, { optional: true }) answer?: SearchAIAnswer;
}

export class SearchAIAnswerStream {
  @Const('answer') type!: 'answer';
  @Nested(() => SearchAIAnswer) answer!: SearchAIAnswer;
}

export class SearchAIRecommendedQuestions {
  @Text({ array: { max: 100 } }) questions!: string[];
}

export class SearchAIRecommendedQuestionStream {
  @Text() question!: string;
}
