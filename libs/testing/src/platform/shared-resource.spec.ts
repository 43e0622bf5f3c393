import { setTimeout as sleep } from 'node:timers/promises';
import { SharedResource } from './shared-resource';
import { until } from '../api/until';

afterEach(() => void jest.restoreAllMocks());

interface TestResource {
  number: number;
  close(): Promise<void>;
}

/** A service that is kept for no time at all. It starts as `start` does, and closes as `close` does. */
function kept({ close = () => Promise.resolve(), start = (started: TestResource) => Promise.resolve(started) } = {}) {
  const closed: number[] = [];
  let count = 0;
  const of = new SharedResource(() => {
    const number = ++count;
    return start({ number, close: () => (closed.push(number), close()) });
  }, 0);
  return { closed, of };
}

it('is the same for files that follow each other', async () => {
  const { closed, of } = kept();
  const first = await of.lend();
  of.giveBack();
  of.giveBack();
  expect(await of.lend()).toBe(first);
  await sleep(20);
  expect(closed).toEqual([]);
});

it('is closed when no file has used it for a while, and another one for the next', async () => {
  const { closed, of } = kept();
  await of.lend();
  of.giveBack();
  await until(() => closed.length > 0);
  expect(closed).toEqual([1]);
  expect((await of.lend()).number).toBe(2);
});

it('is lent to a file once at a time, and to the next one also after a file that has failed', async () => {
  const { of } = kept();
  const first = await of.lend('one.spec.ts');
  await expect(of.lend('one.spec.ts')).rejects.toThrow('uses it already');
  expect(await of.lend('another.spec.ts')).toBe(first);
});

it('is started again after a start that failed', async () => {
  const fail = () => Promise.reject(new Error('No start'));
  const start = jest.fn((started: TestResource) => Promise.resolve(started)).mockImplementationOnce(fail);
  const { of } = kept({ start });
  await expect(of.lend()).rejects.toThrow('No start');
  expect((await of.lend()).number).toBe(2);
});

it('fails no file when it cannot be closed, and closes the next one', async () => {
  const logged = jest.spyOn(console, 'error').mockReturnValue();
  const error = new Error('No end');
  const { closed, of } = kept({ close: () => Promise.reject(error) });
  for (const number of [1, 2]) {
    await of.lend();
    of.giveBack();
    await until(() => logged.mock.calls.length === number);
  }
  expect(closed).toEqual([1, 2]);
  expect(logged).toHaveBeenCalledWith(expect.any(String), error);
});

it('goes on when code stops to listen to messages of a parent process', async () => {
  const exit = jest.spyOn(process, 'exit').mockImplementation();
  await kept().of.lend();
  const listener = () => undefined;
  process.on('message', listener).off('message', listener);
  expect(exit).not.toHaveBeenCalled();
});
