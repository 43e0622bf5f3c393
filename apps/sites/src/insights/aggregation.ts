import type {
  AggregateEvents,
  InsightsColumn,
  InsightsColumnName,
  InsightsFilter,
  InsightsOperator,
} from '@bindery/contracts';

const isRatedAnswer = `type = 'ask_rate_response' and rating`;
const ratedAnswers = (rating: string): string => `count(*) filter (where ${isRatedAnswer} = '${rating}')::integer`;

/** The SQL of each column: text of a request never becomes part of a statement. */
const columns: Record<InsightsColumnName, string> = {
  datetime: `date_trunc('day', occurred_at, 'UTC')`,
  url: 'url',
  eventType: 'type',
  eventsCount: 'count(*)::integer',
  sessionsCount: 'count(distinct session_id)::integer',
  visitorsCount: 'count(distinct visitor_id)::integer',
  siteSection: 'site_section',
  siteSpace: 'site_space',
  displayContext: 'display_context',
  page: `case when space is not null then jsonb_build_object('page', page, 'space', space) end`,
  visitorLanguage: 'language',
  eventSearchQuery: 'query',
  pageFeedbackRating: `case when type <> 'ask_rate_response' then rating end`,
  eventAskResponseRating: `case when ${isRatedAnswer} in ('1', '-1') then rating::integer end`,
  askResponseRating: `jsonb_build_object('positive', ${ratedAnswers('1')}, 'negative', ${ratedAnswers('-1')})`,
  askOutcome: 'outcome',
  referrer: 'referrer',
  referrerDomain: `substring(referrer from '^https?://([^/:?#]+)')`,
};
const counts: readonly InsightsColumnName[] = ['eventsCount', 'sessionsCount', 'visitorsCount', 'askResponseRating'];
/** The types by which values are compared; the other columns are text. */
const types: Partial<Record<InsightsColumnName, string>> = {
  ...{ datetime: 'timestamptz', page: 'jsonb', askResponseRating: 'jsonb', eventAskResponseRating: 'integer' },
  ...{ eventsCount: 'integer', sessionsCount: 'integer', visitorsCount: 'integer' },
};
const comparisons: Record<Exclude<InsightsOperator, 'in' | 'notIn'>, string> = {
  greaterThan: '>',
  greaterThanOrEqual: '>=',
  lessThan: '<',
  lessThanOrEqual: '<=',
};

const isCount = ({ column }: { column: InsightsColumnName }): boolean => counts.includes(column);

const expressionOf = ({ column, interval = 'day' }: InsightsColumn): string =>
  column === 'datetime' ? columns.datetime.replace(`'day'`, `'${interval}'`) : columns[column];

/** The columns of the result: the selected ones, else the grouped ones and the number of events. */
export function selected({ select, groupBy = [] }: AggregateEvents): InsightsColumn[] {
  return select && select.length > 0 ? select : [...groupBy, { column: 'eventsCount' }];
}

interface Statement {
  text: string;
  values: unknown[];
}

/** The statement of an aggregation: one row for each combination of the columns that are no counts. */
export function aggregation(siteId: string, query: AggregateEvents, { from, to }: { from: Date; to: Date }): Statement {
  const values: unknown[] = [siteId, from, to];
  const filters = (query.where ?? []).map((filter) => ({ filter, text: conditionOf(filter, values) }));
  const shown = selected(query);
  const groups = [...shown, ...(query.groupBy ?? [])].filter((column) => !isCount(column)).map(expressionOf);
  const where = filters.filter(({ filter }) => !isCount(filter)).map(({ text }) => `and ${text}`);
  const having = filters.filter(({ filter }) => isCount(filter)).map(({ text }) => text);
  const order = query.order
    ? `order by ${orderOf(query.order.by, groups)} ${query.order.direction === 'asc' ? 'asc nulls first' : 'desc nulls last'}`
    : groups.length > 0
      ? `order by ${[...new Set(groups)].join(', ')}`
      : '';
  values.push(query.limit ?? 1_000);
  const text = `select jsonb_build_array(${shown.map(expressionOf).join(', ')}) as row from insights_event
    where site_id = $1 and occurred_at >= $2 and occurred_at < $3 ${where.join(' ')}
    ${groups.length > 0 ? `group by ${[...new Set(groups)].join(', ')}` : ''}
    ${having.length > 0 ? `having ${having.join(' and ')}` : ''} ${order} limit $${values.length}`;
  return { text, values };
}

/** A column that is not grouped has no single value to sort by. */
function orderOf(column: InsightsColumn, groups: readonly string[]): string {
  const expression = expressionOf(column);
  return isCount(column) || groups.includes(expression) ? expression : `min(${expression})`;
}

function conditionOf({ column, values: given, operator = 'in' }: InsightsFilter, values: unknown[]): string {
  const expression = column === 'datetime' ? 'occurred_at' : columns[column];
  const type = types[column] ?? 'text';
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  if (operator !== 'in' && operator !== 'notIn')
    return `${expression} ${comparisons[operator]} ${parameter(given[0])}::text::${type}`;
  const named = given.filter((value) => value !== null).map(String);
  const listed = `${expression}::text = any(${parameter(named)}::text[])`;
  const matches = given.includes(null) ? `(${listed} or ${expression} is null)` : listed;
  return operator === 'in' ? matches : `(${matches}) is not true`;
}
