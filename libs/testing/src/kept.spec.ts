import { Kept } from './kept';

const kept = () => {
  const closed: number[] = [];
  let started = 0;
  const start = () => {
    const number = ++started;
    return Promise.resolve({ number, close: () => Promise.resolve(void closed.push(number)) });
  };
  return { closed, of: new Kept(start) };
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('is the same for files that follow each other', async () => {
  const { closed, of } = kept();
  const first = await of.lend();
  of.giveBack();
  await jest.advanceTimersByTimeAsync(9_000);
  expect(await of.lend()).toBe(first);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(closed).toEqual([]);
});

it('is closed when no file has used it for a while, and another one for the next', async () => {
  const { closed, of } = kept();
  await of.lend();
  of.giveBack();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(closed).toEqual([1]);
  expect((await of.lend()).number).toBe(2);
});
