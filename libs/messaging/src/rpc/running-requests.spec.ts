import type { Nats } from '../connection';
import { RunningRequests } from './running-requests';

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [one, other] = [idOf(1), idOf(2)];

function running() {
  let told: (message: { string(): string }) => unknown = () => undefined;
  const subscribe = (_: string, receive: typeof told) => void (told = receive);
  const requests = new RunningRequests({ subscriptions: { subscribe } } as unknown as Nats, 'content');
  return { requests, stop: (stopId: string) => void told({ string: () => stopId }) };
}

it('ends the signal of the request that is stopped, and of no other', async () => {
  const { requests, stop } = running();
  const signals: AbortSignal[] = [];
  const work = (signal?: AbortSignal) => new Promise<void>((done) => signals.push(signal!) === 2 && done());
  void requests.during(one, work);
  await requests.during(other, (signal) => {
    stop(one);
    return work(signal);
  });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(signals[0]!.reason).toMatchObject({ code: 499 });
});

it('does not begin a request that was stopped while it waited for its turn', async () => {
  const { requests, stop } = running();
  const work = jest.fn(() => Promise.resolve());
  stop(one);
  await expect(requests.during(one, work)).rejects.toMatchObject({ code: 499 });
  await requests.during(other, work);
  expect(work).toHaveBeenCalledTimes(1);
});

it('gives no signal to a request whose caller does not leave', async () => {
  const { requests } = running();
  expect(await requests.during(undefined, (signal) => Promise.resolve(signal))).toBeUndefined();
});

it('remembers a bounded number of stops, and none by what is no id', async () => {
  const { requests, stop } = running();
  const isStopped = (stopId: string) => requests.during(stopId, () => Promise.resolve(false)).catch(() => true);
  stop('x'.repeat(10_000));
  expect(await isStopped('x'.repeat(10_000))).toBe(false);
  for (let number = 0; number < 1_001; number++) stop(idOf(number));
  expect(await isStopped(idOf(0))).toBe(false);
  expect(await isStopped(idOf(1_000))).toBe(true);
});
