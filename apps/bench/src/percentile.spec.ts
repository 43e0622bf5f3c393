import { median, percentile } from './percentile';

it('answers the value below which a share of the values lies', () => {
  const values = Array.from({ length: 100 }, (_, index) => index);
  expect([percentile(values, 0.5), percentile(values, 0.99), percentile(values, 1)]).toEqual([50, 99, 99]);
  expect(percentile([], 0.5)).toBe(0);
});

it('sorts before it takes the middle', () => expect(median([30, 10, 20])).toBe(20));
