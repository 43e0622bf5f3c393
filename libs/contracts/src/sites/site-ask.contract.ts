import {
  answerTimeout,
  AnswerQuery,
  SearchAIAnswerStream,
  SearchAIRecommendedQuestionStream,
} from '../shared/answers.dto';
import { contract, get, post } from '../core/endpoint';
import { EventsOf } from '../core/events-of';
import { Id, Nested, Text, Union } from '../core/fields';
import { ShareKey } from '../core/share-key';
import { siteSearchScopes, type SiteSearchScope } from './site-search.contract';

/** The reader's session, as insights know it. */
class AskSession {
  @Text({ max: 128, optional: true }) visitorId?: string;
  @Text({ max: 128, optional: true }) sessionId?: string;
}

class QuestionContext {
  @Id({ optional: true, description: 'The site space that the reader is in.' }) siteSpaceId?: string;
  @Text({ max: 2_000, optional: true, description: 'Ignored.' }) goal?: string;
}

export class AskSite {
  @Text({ min: 1, max: 512 }) question!: string;
  @Nested(() => QuestionContext, { optional: true }) context?: QuestionContext;
  @Union('mode', () => siteSearchScopes, { optional: true }) scope?: SiteSearchScope;
  @Nested(() => AskSession, { optional: true }) session?: AskSession;
}

export class AskSiteQuery extends AnswerQuery {
  @ShareKey() shareKey?: string;
}

export class SiteQuestionsQuery {
  @Id({ optional: true }) siteSpaceId?: string;
  @Id({ optional: true, description: 'Deprecated. Use `siteSpaceId`.' }) spaceId?: string;
  @ShareKey() shareKey?: string;
}

const ask = '/orgs/:organizationId/sites/:siteId/ask' as const;

export const siteAsking = contract('sites', 'Site questions', {
  streamAskInSite: post(ask, {
    summary: 'Ask a question about the content of a site that the caller can read, and stream the answer',
    query: AskSiteQuery,
    body: AskSite,
    returns: EventsOf(SearchAIAnswerStream),
    anonymous: true,
    unaudited: true,
    streams: true,
    timeout: answerTimeout,
  }),
  streamRecommendedQuestionsInSite: get(`${ask}/questions`, {
    summary: 'Stream questions that the content of a site answers',
    query: SiteQuestionsQuery,
    returns: EventsOf(SearchAIRecommendedQuestionStream),
    anonymous: true,
    streams: true,
  }),
});
