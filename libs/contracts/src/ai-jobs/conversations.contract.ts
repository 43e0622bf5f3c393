import { contract, get, post } from '../core/endpoint';
import { Const, Id, Int, MapOf, Nested, OneOf, Text, Timestamp, Url } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { oneOrManyOf } from '../core/schema';

/** `integration:<name>:<installation>`, or `email`. */
const sourcePattern = /^(integration:[^:]+:[^:]+|email)$/;

class ConversationUrls {
  @Url() location!: string;
  @Url({ optional: true }) source?: string;
}

export class Conversation {
  @Const('conversation') object!: 'conversation';
  @Id() id!: string;
  @Text({ optional: true }) subject?: string;
  @Timestamp() createdAt!: string;
  @Timestamp({
    optional: true,
    description: 'The time at which the issues of the conversation were found. Omitted until then.',
  })
  processedAt?: string;
  @Text({ pattern: sourcePattern }) source!: string;
  @Nested(() => ConversationUrls) urls!: ConversationUrls;
}

const isAttribute = (value: unknown): true | string =>
  (typeof value === 'string' && value.length <= 4096 && !value.includes('\0') && value.isWellFormed()) ||
  'must be well-formed text of at most 4096 characters without U+0000';

export class ConversationMetadata {
  @Text({ max: 2048, optional: true }) url?: string;
  @MapOf({ type: 'string' }, isAttribute, { max: 100, optional: true }) attributes?: Record<string, string>;
  @Timestamp({ optional: true }) createdAt?: string;
}

const conversationRoles = ['user', 'assistant', 'team-member'] as const;
type ConversationRole = (typeof conversationRoles)[number];

export class ConversationPart {
  @Const('message') type!: 'message';
  @OneOf(conversationRoles) role!: ConversationRole;
  @Text({ max: 100_000 }) body!: string;
}

export class ConversationInput {
  @Text({ min: 1, max: 255, description: 'The id of the conversation, unique within its source.' }) id!: string;
  @Nested(() => ConversationMetadata, { optional: true }) metadata?: ConversationMetadata;
  @Text({ max: 512, optional: true }) subject?: string;
  @Nested(() => ConversationPart, { array: { max: 1000 } }) parts!: ConversationPart[];
}

const maxConversations = 1000;
const ConversationInputs = oneOrManyOf('ConversationInputs', ConversationInput, maxConversations);

export class ConversationWithContent {
  @Nested(() => Conversation) conversation!: Conversation;
  @Nested(() => ConversationPart, { array: true }) parts!: ConversationPart[];
  @Nested(() => ConversationMetadata) metadata!: ConversationMetadata;
}

class IssueUrls {
  @Url() location!: string;
}

export class ConversationIssue {
  @Const('conversation-issue') object!: 'conversation-issue';
  @Id() id!: string;
  @Text() title!: string;
  @Text() summary!: string;
  @Timestamp() createdAt!: string;
  @Timestamp() ingestedAt!: string;
  @Id() conversation!: string;
  @Id({ optional: true, description: 'The cluster of the issue. Omitted while no other issue is similar.' })
  cluster?: string;
  @Text({ description: 'The name of the model that found the issue, or `extractive` if none did.' }) provider!: string;
  @Nested(() => IssueUrls) urls!: IssueUrls;
}

export class IssueInConversation {
  @Nested(() => ConversationIssue) issue!: ConversationIssue;
  @Nested(() => Conversation) conversation!: Conversation;
}

class ClusterStats {
  @Int() issues!: number;
  @Int() conversations!: number;
  @Int() tasksTotal!: number;
  @Int() tasksBacklog!: number;
  @Int() tasksStarted!: number;
  @Int() tasksCompleted!: number;
  @Int() tasksCancelled!: number;
}

class ClusterUrls {
  @Url() location!: string;
  @Url() app!: string;
}

const isCount = (value: unknown): true | string => Number.isInteger(value) || 'must be a whole number';

export const pulseWeeks = 13;

export class ConversationsIssuesCluster {
  @Const('issues-cluster') object!: 'issues-cluster';
  @Id() id!: string;
  @Text() label!: string;
  @Timestamp() createdAt!: string;
  @Timestamp() updatedAt!: string;
  @Text({ max: 50 }) icon!: string;
  @Text() summary!: string;
  @Int({
    array: { min: pulseWeeks, max: pulseWeeks },
    description: 'The number of issues in each of the past weeks, oldest first.',
  })
  weeklyPulse!: number[];
  @MapOf({ type: 'integer' }, isCount, { max: 10_000, description: 'The number of issues by source.' })
  sources!: Record<string, number>;
  @Nested(() => ClusterStats) stats!: ClusterStats;
  @Text({ description: 'The name of the model that wrote the label and the summary, or `extractive` if none did.' })
  provider!: string;
  @Nested(() => ClusterUrls) urls!: ClusterUrls;
}

const clusterOrders = ['updatedAt', 'issues', 'conversations', 'tasksTotal', 'tasksBacklog', 'tasksStarted'] as const;
export type ClusterOrder = (typeof clusterOrders)[number];

const clusterStatuses = ['pending', 'analysing'] as const;

export class ListClustersQuery extends PageQuery {
  @OneOf(['asc', 'desc'], { optional: true }) order: 'asc' | 'desc' = 'desc';
  @OneOf(clusterOrders, { optional: true }) orderBy: ClusterOrder = 'updatedAt';
  @OneOf(clusterStatuses, {
    optional: true,
    description:
      'Only clusters whose label and summary wait to be written again (`pending`) or are being written (`analysing`).',
  })
  status?: (typeof clusterStatuses)[number];
}

export class ListConversationsQuery extends PageQuery {
  @Text({ min: 1, max: 255, optional: true }) source?: string;
}

export class ListIssuesQuery extends PageQuery {
  @Id({ optional: true, description: 'Only issues of this cluster.' }) cluster?: string;
  @Id({ optional: true, description: 'Only issues of this conversation.' }) conversation?: string;
}

export const conversations = contract('ai-jobs', 'Conversations', {
  listConversationsIssuesClusters: get('/orgs/:organizationId/conversations-clusters', {
    summary: 'List the issue clusters of an organization',
    query: ListClustersQuery,
    returns: PageOf(ConversationsIssuesCluster),
  }),
  getConversationsIssuesCluster: get('/orgs/:organizationId/conversations-clusters/:clusterId', {
    summary: 'Get an issue cluster',
    returns: ConversationsIssuesCluster,
  }),
  listConversations: get('/orgs/:organizationId/conversations', {
    summary: 'List the ingested conversations, newest first',
    query: ListConversationsQuery,
    returns: PageOf(Conversation),
  }),
  ingestConversation: post('/orgs/:organizationId/conversations', {
    summary: 'Ingest one or more conversations',
    description: 'Conversations that were ingested before are updated.',
    body: ConversationInputs,
    large: true,
    timeout: 30_000,
  }),
  listConversationsIssues: get('/orgs/:organizationId/conversations-issues', {
    summary: 'List the issues found in conversations, newest first',
    query: ListIssuesQuery,
    returns: PageOf(IssueInConversation),
  }),
  getConversationIssueById: get('/orgs/:organizationId/conversations-issues/:issueId', {
    summary: 'Get an issue with its conversation',
    returns: IssueInConversation,
  }),
  getConversationById: get('/orgs/:organizationId/conversations/:conversationId', {
    summary: 'Get a conversation with its messages',
    returns: ConversationWithContent,
  }),
});
