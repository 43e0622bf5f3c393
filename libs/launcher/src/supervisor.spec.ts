import { setTimeout as delay } from 'node:timers/promises';
import { type RunningChild, Supervisor } from './supervisor';

/** A child that the test ends. */
function child() {
  let end: (how: string) => void = () => undefined;
  const exited = new Promise<string>((resolve) => (end = resolve));
  return { exited, end, stop: jest.fn(async () => end('was stopped')) };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(10);
}

it('starts a child that died again, after longer and longer delays, until it is stopped', async () => {
  const lines: string[] = [];
  const children: ReturnType<typeof child>[] = [];
  const start = async () => {
    if (children.length === 1 && lines.length === 1) throw new Error('no port');
    return children[children.push(child()) - 1]!;
  };
  const supervisor = new Supervisor('content', start, (line) => lines.push(line));
  await supervisor.start();
  children[0]!.end('was ended by SIGKILL');
  await until(() => lines.length === 3);
  expect(lines).toEqual([
    'content was ended by SIGKILL; it starts again in 0.25 s',
    'content did not come back: no port; it starts again in 0.5 s',
    'content is back',
  ]);
  await supervisor.stop();
  expect(children[1]!.stop).toHaveBeenCalledTimes(1);
  await delay(300);
  expect(children).toHaveLength(2);
});

it('rejects when the child does not come up', async () => {
  const supervisor = new Supervisor(
    'content',
    () => Promise.reject(new Error('no port')),
    () => undefined,
  );
  await expect(supervisor.start()).rejects.toThrow('no port');
  await supervisor.stop();
});

it('aborts a start that is under way when it is stopped', async () => {
  const start = (signal: AbortSignal) =>
    new Promise<RunningChild>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
  const supervisor = new Supervisor('content', start, () => undefined);
  const started = supervisor.start();
  await Promise.all([expect(started).rejects.toThrow('aborted'), supervisor.stop()]);
});
