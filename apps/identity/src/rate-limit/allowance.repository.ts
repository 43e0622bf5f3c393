import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AllowanceLease } from '@bindery/contracts';
import { Database } from '@bindery/persistence';

/** The limit of a caller, and the part of it that one lease has. */
interface Allowance {
  /** Requests in a period. */
  limit: number;
  lease: number;
  /** Seconds. */
  period: number;
}

/** Old rows are removed once in that many leases. */
const sweepEvery = 200;

/** Counts the leased requests, in one table for all replicas. A period begins with its first lease. */
@Injectable()
export class AllowanceRepository {
  private untilSweep = sweepEvery;

  constructor(private readonly db: Database) {}

  /** Issues the next lease, which is smaller near the limit and empty at it: never more than the limit in a period. */
  async lease(subject: string, { limit, lease, period }: Allowance): Promise<AllowanceLease> {
    const key = createHash('sha256').update(subject).digest('base64url');
    const [row] = await this.db.query<{ granted: number; used: number; resetsIn: number }>(
      `insert into allowance as a (key, used, granted, ends_at)
       values ($1, least($2::int, $3::int), least($2::int, $3::int), now() + $4 * interval '1 second')
       on conflict (key) do update set
         granted = case when a.ends_at <= now() then excluded.granted else least($2::int, greatest($3::int - a.used, 0)) end,
         used = case when a.ends_at <= now() then excluded.used else a.used + least($2::int, greatest($3::int - a.used, 0)) end,
         ends_at = case when a.ends_at <= now() then excluded.ends_at else a.ends_at end
       returning granted, used, greatest(floor(extract(epoch from ends_at - now()) * 1000), 1)::int as "resetsIn"`,
      [key, lease, limit, period],
    );
    if (--this.untilSweep <= 0) await this.sweep();
    const { granted, used, resetsIn } = row!;
    return { limit, granted, remaining: Math.max(limit - used, 0), resetsIn };
  }

  private async sweep(): Promise<void> {
    this.untilSweep = sweepEvery;
    await this.db.run(`delete from allowance where ends_at < now() - interval '1 minute'`);
  }
}
