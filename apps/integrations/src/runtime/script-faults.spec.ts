import { ScriptFaults } from './script-faults';

let now: number;
let faults: ScriptFaults;
beforeEach(() => {
  now = 0;
  faults = new ScriptFaults(() => now);
});

/** The pause of the organization after so many faults, in milliseconds. */
function pauseAfter(count: number): number {
  for (let fault = 0; fault < count; fault++) faults.note('hostile');
  const begun = now;
  while (faults.isPausing('hostile')) now++;
  return now - begun;
}

it('lets nobody wait who did nothing, or once', () => {
  expect(faults.isPausing('calm')).toBe(false);
  expect(pauseAfter(1)).toBe(0);
});

it.each([
  [2, 125],
  [3, 250],
  [4, 500],
  [5, 1_000],
  [50, 1_000],
])('after %i faults waits for %i ms', (count, pause) => expect(pauseAfter(count)).toBe(pause));

it('has nobody else wait', () => {
  pauseAfter(3);
  faults.note('hostile');
  expect(faults.isPausing('calm')).toBe(false);
});

it('tells whose processes were killed lately', () => {
  faults.note('hostile');
  now += 9_999;
  expect([faults.has('hostile'), faults.has('calm')]).toEqual([true, false]);
  now++;
  expect(faults.has('hostile')).toBe(false);
});

it('forgets faults that are long ago', () => {
  pauseAfter(5);
  now += 10_000;
  expect(pauseAfter(1)).toBe(0);
});
