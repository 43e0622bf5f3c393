import { waitForFile } from './wait-for-file';

const answer = (status: number) => new Response(null, { status, headers: { 'retry-after': '0.003' } });

afterEach(() => void jest.restoreAllMocks());

it('asks again until the file is there', async () => {
  const asked = jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(answer(202)).mockResolvedValueOnce(answer(200));
  const slept = jest.spyOn(globalThis, 'setTimeout');
  expect(await waitForFile('/file', new AbortController().signal)).toBe('/file');
  expect(asked).toHaveBeenCalledTimes(2);
  expect(slept).toHaveBeenCalledWith(expect.any(Function), 3);
});

it('asks no more once nobody waits for the file', async () => {
  const leaving = new AbortController();
  const asked = jest.spyOn(globalThis, 'fetch').mockImplementation(() => {
    leaving.abort();
    return Promise.resolve(answer(202));
  });
  await expect(waitForFile('/file', leaving.signal)).rejects.toMatchObject({ name: 'AbortError' });
  expect(asked).toHaveBeenCalledTimes(1);
});

it('says that the file cannot be made', async () => {
  jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(answer(500));
  await expect(waitForFile('/file', new AbortController().signal)).rejects.toThrow('could not be created (500)');
});
