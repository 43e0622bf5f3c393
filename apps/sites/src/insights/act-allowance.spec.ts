import type { ReaderAct } from '@bindery/contracts';
import { ActAllowance, mostBytes } from './act-allowance';

const view: ReaderAct = { type: 'page_view', url: 'https://docs.test/page', referrer: '', visitor: 'reader' };
const long: ReaderAct = { ...view, url: `https://docs.test/${'x'.repeat(2_000)}` };
const tooMany = Array.from({ length: Math.ceil(mostBytes / 2_000) + 10 }, () => long);
const start = new Date('2026-11-29T12:00:00Z');

it('lets the actions of a site pass up to the limit, those of other sites as before, and more in the next minute', () => {
  const allowance = new ActAllowance();
  const allowed = allowance.take('one', tooMany, start);
  expect(Buffer.byteLength(JSON.stringify(allowed))).toBeGreaterThan(mostBytes * 0.99);
  expect(allowed.length).toBeLessThan(tooMany.length);
  expect(allowance.take('one', [long], start)).toEqual([]);
  expect(allowance.take('two', [view, long], start)).toEqual([view, long]);
  expect(allowance.take('one', [long], new Date(start.getTime() + 60_000))).toEqual([long]);
});
