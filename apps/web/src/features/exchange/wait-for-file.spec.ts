import { waitForFile } from './wait-for-file';

const answer = (status: number) => new Response(null, { status, headers: { 'retry-after': '2' } });

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('asks again until the file is there', async () => {
  const asked = jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(answer(202)).mockResolvedValueOnce(answer(200));
  const waiting = waitForFile('/file', new AbortController().signal);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(await waiting).toBe('/file');
  expect(asked).toHaveBeenCalledTimes(2);
});

it('asks no more once nobody waits for the file', async () => {
  const asked = jest.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(answer(202)));
  const leaving = new AbortController();
  const waiting = waitForFile('/file', leaving.signal);
  const ended = expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  await jest.advanceTimersByTimeAsync(1_000);
  leaving.abort();
  await jest.advanceTimersByTimeAsync(10_000);
  await ended;
  expect(asked).toHaveBeenCalledTimes(1);
});

it('says that the file cannot be made', async () => {
  jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(answer(500));
  await expect(waitForFile('/file', new AbortController().signal)).rejects.toThrow('could not be made (500)');
});
