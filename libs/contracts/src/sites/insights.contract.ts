import { contract, get, post } from '../core/endpoint';
import { Int, Nested, OneOf, Text, Timestamp, Value } from '../core/fields';

const eventTypes = [
  'page_view',
  'search_open',
  'search_type_query',
  'search_open_result',
  'page_post_feedback',
  'page_post_feedback_comment',
  'ask_question',
  'ask_view',
  'ask_rate_response',
  'link_click',
  'api_client_open',
  'api_client_request',
  'ad_click',
  'ad_display',
  'trademark_click',
] as const;
export type InsightsEventType = (typeof eventTypes)[number];

/** Optional and nullable text of an event. */
const Said = (max = 2_048) => Text({ max, optional: true, nullable: true });

class InsightsSession {
  @Text({ min: 1, max: 128 }) visitorId!: string;
  @Text({ min: 1, max: 128 }) sessionId!: string;
  @Said(16) language?: string | null;
  @Said() referrer?: string | null;
}

class InsightsLocation {
  @Text({ max: 2_048 }) url!: string;
  @OneOf(['site', 'embed'], { optional: true }) displayContext?: 'site' | 'embed';
  @Said(128) siteShareKey?: string | null;
  @Said(64) siteSection?: string | null;
  @Said(64) siteSpace?: string | null;
  @Said(64) space?: string | null;
  @Said(64) page?: string | null;
}

class InsightsFeedback {
  @Value({ type: ['string', 'number'] }, isRating, { optional: true }) rating?: string | number;
  @Text({
    min: 1,
    max: 512,
    optional: true,
    description: 'The text of the feedback. Sent to integrations, and not stored.',
  })
  comment?: string;
}

function isRating(value: unknown): true | string {
  return (typeof value === 'string' && value.length <= 32) || typeof value === 'number' || 'must be a rating';
}

/**
 * An event of a reader. Addresses of readers and their cookies are not kept, and of their claims only those of which the site's
 * schema lists the values.
 */
export class InsightsEvent {
  @OneOf(eventTypes) type!: InsightsEventType;
  @Nested(() => InsightsSession) session!: InsightsSession;
  @Nested(() => InsightsLocation) location!: InsightsLocation;
  @Timestamp({ optional: true, description: 'The time of the event. Defaults to now.' }) timestamp?: string;
  @Text({ max: 512, optional: true, description: 'The search query.' }) query?: string;
  @Nested(() => InsightsFeedback, { optional: true }) feedback?: InsightsFeedback;
  @Value({ type: 'integer', enum: [1, -1] }, (value) => value === 1 || value === -1 || 'must be 1 or -1', {
    optional: true,
    description: 'The rating of an answer, with `ask_rate_response`.',
  })
  rating?: 1 | -1;
}

export class TrackEvents {
  @Nested(() => InsightsEvent, { array: { min: 1, max: 500 } }) events!: InsightsEvent[];
}

const insightsColumns = [
  'datetime',
  'url',
  'eventType',
  'eventsCount',
  'sessionsCount',
  'visitorsCount',
  'siteSection',
  'siteSpace',
  'displayContext',
  'page',
  'visitorLanguage',
  'eventSearchQuery',
  'pageFeedbackRating',
  'eventAskResponseRating',
  'askResponseRating',
  'askOutcome',
  'referrer',
  'referrerDomain',
] as const;
export type InsightsColumnName = (typeof insightsColumns)[number];

export class InsightsColumn {
  @OneOf(insightsColumns) column!: InsightsColumnName;
  @OneOf(['hour', 'day', 'week', 'month'], {
    optional: true,
    description: 'The interval for `datetime`. Defaults to `day`.',
  })
  interval?: 'hour' | 'day' | 'week' | 'month';
}

const operators = ['in', 'notIn', 'greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual'] as const;
export type InsightsOperator = (typeof operators)[number];

function isSimple(value: unknown): true | string {
  const simple = value === null || typeof value === 'number' || (typeof value === 'string' && value.length <= 2_048);
  return simple || 'must be a text, a number or null';
}

export class InsightsFilter {
  @OneOf(insightsColumns) column!: InsightsColumnName;
  @Value({ type: ['string', 'number', 'null'] }, isSimple, { array: { min: 1, max: 100 } })
  values!: (string | number | null)[];
  @OneOf(operators, { optional: true, description: 'Defaults to `in`.' }) operator?: InsightsOperator;
}

class InsightsOrder {
  @Nested(() => InsightsColumn) by!: InsightsColumn;
  @OneOf(['asc', 'desc']) direction!: 'asc' | 'desc';
}

const presets = ['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours'] as const;
export type InsightsRange = (typeof presets)[number] | { from: string; to: string };

function isRange(value: unknown): true | string {
  if (presets.includes(value as (typeof presets)[number])) return true;
  const { from, to } = (value ?? {}) as { from?: unknown; to?: unknown };
  const isTime = (time: unknown) => typeof time === 'string' && !Number.isNaN(Date.parse(time));
  return (isTime(from) && isTime(to)) || `must be one of ${presets.join(', ')}, or have from and to`;
}

export class AggregateEvents {
  @Nested(() => InsightsColumn, { array: { max: 20 }, optional: true }) select?: InsightsColumn[];
  @Nested(() => InsightsFilter, { array: { max: 20 }, optional: true }) where?: InsightsFilter[];
  @Nested(() => InsightsColumn, { array: { max: 20 }, optional: true }) groupBy?: InsightsColumn[];
  @Nested(() => InsightsOrder, { optional: true }) order?: InsightsOrder;
  @Value({ type: ['string', 'object'] }, isRange) range!: InsightsRange;
  @Int({ min: 1, max: 10_000, optional: true }) limit?: number;
}

class AggregatedColumn {
  @OneOf(insightsColumns) column!: InsightsColumnName;
  @Value({ type: ['string', 'number', 'object', 'null'] }, () => true, { array: { max: 10_000 } }) values!: unknown[];
}

export class AggregatedEvents {
  @Nested(() => AggregatedColumn, { array: true }) columns!: AggregatedColumn[];
}

const isClaims = (value: unknown): true | string =>
  (typeof value === 'object' && value !== null && !Array.isArray(value)) || 'must be an object';

/** Visitors with the same characteristics. */
export class SiteVisitorSegment {
  @Text({ description: 'The claims in words.' }) title!: string;
  @Value({ type: 'object' }, isClaims, {
    description: 'The claims that the visitors share. Only booleans, and values that the schema lists, are used.',
  })
  claims!: Record<string, unknown>;
  @Int({ description: 'The number of events of these visitors that are still stored.' }) events!: number;
  @Int() visitors!: number;
  @Int() sessions!: number;
}

export class SiteVisitorSegments {
  @Nested(() => SiteVisitorSegment, { array: true }) items!: SiteVisitorSegment[];
}

const site = '/orgs/:organizationId/sites/:siteId' as const;

export const siteInsights = contract('sites', 'Site insights', {
  trackEventsInSiteById: post(`${site}/insights/events`, {
    summary: 'Record events of the readers of a site',
    body: TrackEvents,
    anonymous: true,
    unaudited: true,
  }),
  aggregateSiteEvents: post(`${site}/insights/events/aggregate`, {
    summary: 'Aggregate the events of the readers of a site',
    body: AggregateEvents,
    returns: AggregatedEvents,
    unaudited: true,
  }),
  listSiteVisitorSegments: get(`${site}/insights/visitor-segments`, {
    summary: 'List the segments of visitors with the same claims, those with the most events first',
    returns: SiteVisitorSegments,
  }),
});
