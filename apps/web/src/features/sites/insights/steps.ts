import type { Row } from './rows';
import type { Range } from './use-aggregate';

/** One column of a chart over time. */
export interface Step {
  at: Date;
  views: number;
  visitors: number;
}

const dayLength = 86_400_000;
const days: Record<Range, number> = { last7Days: 7, last30Days: 30, last3Months: 91, lastYear: 365 };

/** Every day or week (from Monday, UTC) of a range, those in which nothing happened too. The last one holds `now`. */
export function stepsOf(rows: readonly Row[], range: Range, interval: 'day' | 'week', now: Date): Step[] {
  const counted = new Map(rows.map((row) => [new Date(String(row.datetime)).getTime(), row]));
  const length = interval === 'day' ? dayLength : 7 * dayLength;
  const today = Math.floor(now.getTime() / dayLength) * dayLength;
  // The first day of the epoch was a Thursday.
  const last = interval === 'day' ? today : today - ((today / dayLength + 3) % 7) * dayLength;
  const count = Math.ceil(days[range] / (interval === 'day' ? 1 : 7));
  return Array.from({ length: count }, (_, index) => {
    const at = last - (count - 1 - index) * length;
    const row = counted.get(at);
    return { at: new Date(at), views: Number(row?.eventsCount ?? 0), visitors: Number(row?.visitorsCount ?? 0) };
  });
}
