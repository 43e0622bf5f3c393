import type { Document } from '@bindery/documents';
import { FoundPassage } from '../content/passages.contract';
import { Tree } from '../core/document-tree';
import { call, contract, get, internal, post } from '../core/endpoint';
import { EventsOf } from '../core/events-of';
import { Const, Flag, Id, Int, Nested, OneOf, Text } from '../core/fields';

const answerFormats = ['document', 'markdown'] as const;
export type AnswerFormat = (typeof answerFormats)[number];

/** Milliseconds that an answer may take, with a model. */
export const answerTimeout = 60_000;

export class SearchAIQuery {
  @Text({ min: 1, max: 2_000 }) query!: string;
  @Text({ max: 2_000, array: { max: 10 }, optional: true, description: 'Deprecated, and not looked at.' })
  previousQueries?: string[];
}

export class AnswerQuery {
  @OneOf(answerFormats, { optional: true }) format: AnswerFormat = 'document';
  @Flag({ optional: true, description: 'Not looked at.' }) details?: boolean;
}

export class StreamAnswerQuery extends AnswerQuery {
  @Text({ min: 1, max: 2_000 }) query!: string;
}

/** The answer: Markdown or a document, as requested. */
export class AnswerBody {
  @Text({ optional: true }) markdown?: string;
  @Tree({ optional: true }) document?: Document;
}

/** A page that the answer rests on. */
export class SearchAIAnswerSource {
  @Const('page') type!: 'page';
  @Text({ optional: true, description: 'What was taken from the page.' }) reason?: string;
  @Id() page!: string;
  @Id() revision!: string;
  @Id() space!: string;
  @Text({ array: { max: 100 }, description: 'The sections of the page, as search names them.' }) sections!: string[];
  @Text({ description: 'Of the page.' }) title!: string;
  @Text({ description: 'Of the page, below its space.' }) path!: string;
  @Text({ description: 'Where the page is read: on the site that was asked, or in the app.' }) url!: string;
}

/** A sentence of the answer, with what it rests on. */
export class AnswerStatement {
  @Text() text!: string;
  @Int({ array: { max: 20 }, description: 'Places in `sources`.' }) sources!: number[];
  @Text({ array: { max: 20 }, description: 'The sections, as search names them.' }) sections!: string[];
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
      '`model`: a model answered. `passages`: passages are quoted. `unknown`: the documentation does not say it.',
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

const ask = '/orgs/:organizationId/ask' as const;

export const asking = contract('ai-jobs', 'Questions', {
  askInOrganization: post(ask, {
    summary: 'Ask what the content says that the caller may see',
    query: AnswerQuery,
    body: SearchAIQuery,
    returns: AskedAnswer,
    unaudited: true,
    timeout: answerTimeout,
  }),
  streamAskInOrganization: get(`${ask}/stream`, {
    summary: 'Ask what the content says that the caller may see, as a stream',
    query: StreamAnswerQuery,
    returns: EventsOf(SearchAIAnswerStream),
    streams: true,
    timeout: answerTimeout,
  }),
  getRecommendedQuestionsInOrganization: get(`${ask}/questions`, {
    summary: 'List questions that the content answers which the caller may see',
    returns: SearchAIRecommendedQuestions,
  }),
  streamRecommendedQuestionsInOrganization: get(`${ask}/questions/stream`, {
    summary: 'List questions that the content answers which the caller may see, as a stream',
    returns: EventsOf(SearchAIRecommendedQuestionStream),
    streams: true,
  }),
});

/** A passage with the address at which the reader finds it. */
export class GivenPassage extends FoundPassage {
  @Text() url!: string;
}

export class AnswerFromPassages {
  @Id() organization!: string;
  @Text({ min: 1, max: 2_000 }) question!: string;
  @Nested(() => GivenPassage, { array: { max: 20 } }) passages!: GivenPassage[];
  @Text({ array: { max: 100 } }) beginnings!: string[];
  @Flag() isAnswered!: boolean;
  @OneOf(answerFormats) format!: AnswerFormat;
}

/** The calls of sites for their readers. */
export const answerCalls = internal('ai-jobs', {
  /** Answers from these passages alone, within the organization's budget. */
  answerFromPassages: call({ body: AnswerFromPassages, returns: SearchAIAnswer, timeout: answerTimeout }),
});
