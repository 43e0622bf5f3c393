import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { currentContext, runInContext } from '@bindery/observability';
import { SingleFlight } from './single-flight';

/** Work that the test ends; counts how often it began. */
function controlled() {
  const ends: ((answer: number | Error) => void)[] = [];
  const deadlines: (number | undefined)[] = [];
  const work = () =>
    new Promise<number>((resolve, reject) => {
      deadlines.push(currentContext()?.deadline);
      ends.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    });
  return { ends, deadlines, work };
}

it('answers all who ask meanwhile with one run that began after they asked', async () => {
  const { ends, work } = controlled();
  const shared = new SingleFlight<number>();
  const first = shared.run('a', work);
  await turn();
  const later = [shared.run('a', work), shared.run('a', work)];
  expect(ends).toHaveLength(1);
  ends[0]!(1);
  expect(await first).toBe(1);
  expect(ends).toHaveLength(2);
  const last = shared.run('a', work);
  ends[1]!(2);
  expect(await Promise.all(later)).toEqual([2, 2]);
  ends[2]!(3);
  expect(await last).toBe(3);
});

it('keeps what is different apart, and forgets what has ended', async () => {
  const { ends, work } = controlled();
  const shared = new SingleFlight<number>();
  const both = [shared.run('a', work), shared.run('b', work)];
  await turn();
  expect(ends).toHaveLength(2);
  ends.forEach((end, index) => end(index));
  expect(await Promise.all(both)).toEqual([0, 1]);
  void shared.run('a', work);
  await turn();
  expect(ends).toHaveLength(3);
});

it('fails for the callers of a failed run, and for no others', async () => {
  const { ends, work } = controlled();
  const shared = new SingleFlight<number>();
  const first = shared.run('a', work);
  await turn();
  const second = shared.run('a', work);
  ends[0]!(new Error('once'));
  await expect(first).rejects.toThrow('once');
  ends[1]!(2);
  expect(await second).toBe(2);
});

it('works until the latest deadline of the waiting callers', async () => {
  const { ends, deadlines, work } = controlled();
  const shared = new SingleFlight<number>();
  const within = (deadline: number) =>
    runInContext({ requestId: 'r', operation: 'o', hops: 0, deadline }, () => shared.run('a', work));
  const first = within(10);
  await turn();
  const later = [within(20), within(40), within(30)];
  ends[0]!(1);
  await first;
  ends[1]!(2);
  await Promise.all(later);
  expect(deadlines).toEqual([10, 40]);
});

it('works in the context of the first who waits, and not of who asked before', async () => {
  const shared = new SingleFlight<string | undefined>();
  const whose = new AsyncLocalStorage<string>();
  const work = () => turn().then(() => whose.getStore());
  const ask = (who: string) => whose.run(who, () => shared.run('a', work));
  const first = ask('one');
  await Promise.resolve();
  expect(await Promise.all([first, ask('two'), ask('three')])).toEqual(['one', 'two', 'two']);
});
