import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import type { AggregateEvents } from '@bindery/contracts';
import { aggregation } from './aggregation';
import { InsightsEventEntity } from './insights-event.entity';

@Injectable()
export class InsightsRepository {
  constructor(private readonly db: Database) {}

  async add(events: InsightsEventEntity[]): Promise<void> {
    await this.db.manager.insert(InsightsEventEntity, events);
  }

  /** The rows of an aggregation, each with the values of its columns in their order. */
  async aggregate(siteId: string, query: AggregateEvents, range: { from: Date; to: Date }): Promise<unknown[][]> {
    const { text, values } = aggregation(siteId, query, range);
    const rows = await this.db.query<{ row: unknown[] }>(text, values);
    return rows.map(({ row }) => row);
  }

  async removeOlderThan(time: Date): Promise<number> {
    return this.db.run(`delete from insights_event where occurred_at < $1`, [time]);
  }
}
