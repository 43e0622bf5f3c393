import { parseAllowList } from '@bindery/outbound';
import type { Overrun, Timer } from './time-limit';
import { workerdBinary } from './workerd-binary';
import { WorkerdProcess } from './workerd-process';

const nowhere = 'http://127.0.0.1:9';
/** Milliseconds: long enough that nothing else ends within them while the test runs. */
const time = 600_000;

/** A timer that advances on command. */
class TestTimer implements Timer {
  private time = 0;
  private readonly waiting = new Map<object, { at: number; act: () => void }>();

  now = (): number => this.time;

  after(milliseconds: number, act: () => void) {
    const key = {};
    this.waiting.set(key, { at: this.time + milliseconds, act });
    return { stop: () => void this.waiting.delete(key) };
  }

  goOn(milliseconds: number): void {
    this.time += milliseconds;
    for (const [key, { at, act }] of this.waiting)
      if (at <= this.time) {
        this.waiting.delete(key);
        act();
      }
  }
}

/** A process, the reported times of its end, and the reports after it had ended. */
async function started() {
  const timer = new TestTimer();
  const ends: number[] = [];
  let onOverrun!: (overrun: Overrun) => void;
  const overrun = new Promise<Overrun>((resolve) => (onOverrun = resolve));
  const options = {
    ...{ timer, onOverrun, limits: { time, memory: 256, answer: 1_000 } },
    egress: { publicUrl: nowhere, apiUrl: nowhere, limit: 1_000, allow: parseAllowList('') },
  };
  const process = await WorkerdProcess.start(workerdBinary()!, options, { onEnd: () => ends.push(timer.now()) });
  return { process, timer, ends, overrun };
}

const endless = { id: 'endless@1', load: () => Promise.resolve('export default { fetch() { for (;;); } };') };
const message = { headers: { 'content-type': 'text/plain' }, body: Buffer.from('the event') };
const tooLong = `The script, or another one of the same owner, took longer than ${time} ms and was ended`;

it('a script that never ends is killed at its limit, not before and not later, and has ended then', async () => {
  const { process, timer, ends, overrun } = await started();
  const answer = process.run({ organization: 'owner', script: endless, ...message }).catch((error: Error) => error);
  timer.goOn(time - 1);
  expect(ends).toEqual([]);
  timer.goOn(1);
  expect(ends).toEqual([time]);
  // It answers only once the process is gone, which is what closes its connection.
  expect(await answer).toMatchObject({ message: tooLong });
  expect(await overrun).toEqual({ limit: time, killed: time, exited: time });
});

it('a kill that comes late is told as late', async () => {
  const { process, timer, overrun } = await started();
  const turn = process.runInTurn({ organization: 'owner', script: endless, messages: [message, message] });
  timer.goOn(time + 70);
  timer.goOn(30);
  expect((await turn).map((outcome) => 'message' in outcome && outcome.message)).toEqual([tooLong]);
  expect(await overrun).toEqual({ limit: time, killed: time + 70, exited: time + 100 });
});

it('each of several requests has the whole time, and one that has ended has no limit any more', async () => {
  const { process, timer, ends } = await started();
  const text = `let calls = 0;
    export default { async fetch() { if (++calls === 3) for (;;); return new Response(); } };`;
  const script = { id: 'third@1', load: () => Promise.resolve(text) };
  for (let call = 1; call <= 2; call++) {
    expect(await process.run({ organization: 'owner', script, ...message })).toMatchObject({ status: 200 });
    timer.goOn(time);
  }
  expect(ends).toEqual([]);
  const begun = timer.now();
  const third = process.runInTurn({ organization: 'owner', script, messages: [message] });
  timer.goOn(time);
  expect(ends).toEqual([begun + time]);
  await third;
});
