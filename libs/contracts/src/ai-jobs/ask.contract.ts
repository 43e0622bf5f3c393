import { FoundPassage } from '../content/passages.contract';
import { call, contract, get, internal, post } from '../core/endpoint';
import { EventsOf } from '../core/events-of';
import { Flag, Id, Nested, OneOf, Text } from '../core/fields';
import {
  answerFormats,
  type AnswerFormat,
  answerTimeout,
  SearchAIQuery,
  AnswerQuery,
  StreamAnswerQuery,
  SearchAIAnswer,
  AskedAnswer,
  SearchAIAnswerStream,
  SearchAIRecommendedQuestions,
  SearchAIRecommendedQuestionStream,
} from '../shared/answers.dto';

const ask = '/orgs/:organizationId/ask' as const;

export const asking = contract('ai-jobs', 'Questions', {
  askInOrganization: post(ask, {
    summary: 'Ask a question about the content that the caller can see',
    query: AnswerQuery,
    body: SearchAIQuery,
    returns: AskedAnswer,
    unaudited: true,
    timeout: answerTimeout,
  }),
  streamAskInOrganization: get(`${ask}/stream`, {
    summary: 'Ask a question about the content that the caller can see, and stream the answer',
    query: StreamAnswerQuery,
    returns: EventsOf(SearchAIAnswerStream),
    streams: true,
    timeout: answerTimeout,
  }),
  getRecommendedQuestionsInOrganization: get(`${ask}/questions`, {
    summary: 'List questions that the content visible to the caller answers',
    returns: SearchAIRecommendedQuestions,
  }),
  streamRecommendedQuestionsInOrganization: get(`${ask}/questions/stream`, {
    summary: 'Stream questions that the content visible to the caller answers',
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
