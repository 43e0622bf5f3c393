import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

const thisMonth = `date_trunc('month', now() at time zone 'utc')::date`;
/** Whether a row of `model_usage` is that of the current month. */
export const isThisMonth = `month = ${thisMonth}`;

/** Tokens that organizations have spent, by calendar month (UTC). */
@Injectable()
export class ModelUsageRepository {
  constructor(private readonly db: Database) {}

  async spent(organization: string): Promise<number> {
    const [row] = await this.db.query<{ tokens: string }>(
      `select tokens from model_usage where organization_id = $1 and ${isThisMonth}`,
      [organization],
    );
    return Number(row?.tokens ?? 0);
  }

  async add(organization: string, tokens: number): Promise<void> {
    if (tokens === 0) return;
    await this.db.run(
      `insert into model_usage (organization_id, month, tokens)
       values ($1, ${thisMonth}, $2)
       on conflict (organization_id, month) do update set tokens = model_usage.tokens + excluded.tokens`,
      [organization, tokens],
    );
  }
}
