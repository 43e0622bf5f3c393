import { RestartPauses } from './restart-pauses';

let now: number;
let pauses: RestartPauses;
beforeEach(() => {
  now = 0;
  pauses = new RestartPauses(() => now);
});

/** How long the organization waits after so many faults, in milliseconds. */
function pauseAfter(faults: number): number {
  for (let fault = 0; fault < faults; fault++) pauses.note('hostile');
  const begun = now;
  while (pauses.isPausing('hostile')) now++;
  return now - begun;
}

it('lets nobody wait who did nothing, or once', () => {
  expect(pauses.isPausing('calm')).toBe(false);
  expect(pauseAfter(1)).toBe(0);
});

it.each([
  [2, 125],
  [3, 250],
  [4, 500],
  [5, 1_000],
  [50, 1_000],
])('after %i faults waits for %i ms', (faults, pause) => expect(pauseAfter(faults)).toBe(pause));

it('has nobody else wait', () => {
  pauseAfter(3);
  pauses.note('hostile');
  expect(pauses.isPausing('calm')).toBe(false);
});

it('forgets faults that are long ago', () => {
  pauseAfter(5);
  now += 10_000;
  expect(pauseAfter(1)).toBe(0);
});
