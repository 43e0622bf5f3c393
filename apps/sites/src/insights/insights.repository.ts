import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import type { AggregateEvents } from '@bindery/contracts';
import { aggregation } from './aggregation';
import type { InsightsEventEntity } from './insights-event.entity';

/** The columns of an event, by its fields. */
const columns: Record<keyof InsightsEventEntity, string> = {
  id: 'id',
  siteId: 'site_id',
  type: 'type',
  occurredAt: 'occurred_at',
  visitorId: 'visitor_id',
  sessionId: 'session_id',
  url: 'url',
  displayContext: 'display_context',
  language: 'language',
  referrer: 'referrer',
  siteSection: 'site_section',
  siteSpace: 'site_space',
  space: 'space',
  page: 'page',
  query: 'query',
  rating: 'rating',
  outcome: 'outcome',
  segment: 'segment',
};
const fields = Object.keys(columns) as (keyof InsightsEventEntity)[];
const types: Partial<Record<keyof InsightsEventEntity, string>> = { occurredAt: 'timestamptz', segment: 'jsonb' };
const typeOf = (field: keyof InsightsEventEntity): string => types[field] ?? 'text';

/** One statement with the same number of parameters for any number of events: building one for each number costs more than running it. */
const insertEvents = `insert into insights_event (${Object.values(columns).join(', ')})
  select * from unnest(${fields.map((field, at) => `$${at + 1}::${typeOf(field)}[]`).join(', ')})`;

const parameterOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value;

/** Events that one statement removes, within the time that a statement has. */
const removedAtOnce = 5_000;

interface SegmentCounts {
  claims: Record<string, unknown>;
  events: number;
  visitors: number;
  sessions: number;
}

@Injectable()
export class InsightsRepository {
  constructor(private readonly db: Database) {}

  async add(events: InsightsEventEntity[]): Promise<void> {
    await this.db.run(
      insertEvents,
      fields.map((field) => events.map((event) => parameterOf(event[field]))),
    );
  }

  /** The rows of an aggregation, each with the values of its columns in their order. */
  async aggregate(siteId: string, query: AggregateEvents, range: { from: Date; to: Date }): Promise<unknown[][]> {
    const { text, values } = aggregation(siteId, query, range);
    const rows = await this.db.query<{ row: unknown[] }>(text, values);
    return rows.map(({ row }) => row);
  }

  /** Groups of visitors with the same claims, most active first. Empty claims are those of visitors without any. */
  segments(siteId: string, limit: number): Promise<SegmentCounts[]> {
    return this.db.query<SegmentCounts>(
      `select coalesce(segment, '{}') as claims, count(*)::integer as events, count(distinct visitor_id)::integer as visitors,
         count(distinct session_id)::integer as sessions
       from insights_event where site_id = $1 group by segment order by 2 desc, segment::text nulls last limit $2`,
      [siteId, limit],
    );
  }

  /** Removes some events; returns whether there may be more to remove. */
  async removeOlderThan(time: Date): Promise<boolean> {
    const removed = await this.db.run(
      `delete from insights_event where id in (select id from insights_event where occurred_at < $1 limit $2)`,
      [time, removedAtOnce],
    );
    return removed === removedAtOnce;
  }
}
