import { rowsOf } from './rows';
import { stepsOf } from './steps';

const now = new Date('2026-11-26T08:00:00Z');

describe('a chart over time', () => {
  it('has a step for each day, also where nothing happened', () => {
    const rows = rowsOf([
      { column: 'datetime', values: ['2026-11-25T00:00:00.000Z'] },
      { column: 'eventsCount', values: [7] },
      { column: 'visitorsCount', values: [3] },
    ]);
    const steps = stepsOf(rows, 'last7Days', 'day', now);
    expect(steps.map(({ at, views }) => [at.toISOString().slice(0, 10), views])).toEqual([
      ['2026-11-20', 0],
      ['2026-11-21', 0],
      ['2026-11-22', 0],
      ['2026-11-23', 0],
      ['2026-11-24', 0],
      ['2026-11-25', 7],
      ['2026-11-26', 0],
    ]);
    expect(steps[5]!.visitors).toBe(3);
  });

  it('has weeks that begin on Monday', () => {
    const steps = stepsOf([], 'last3Months', 'week', now);
    expect(steps.at(-1)!.at.toISOString()).toBe('2026-11-23T00:00:00.000Z');
    expect(new Set(steps.map(({ at }) => at.getUTCDay()))).toEqual(new Set([1]));
    expect(steps).toHaveLength(13);
  });
});
