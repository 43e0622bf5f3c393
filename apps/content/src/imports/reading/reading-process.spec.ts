import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { compiledProgram } from '../../compiled-program';
import { ReadingError, ReadingProcess } from './reading-process';
import type { ReadingTask } from './reading-tasks';

/** Does what the task names. */
const source = `
const held = [];
process.on('message', ({ task, known }) => {
  if (known) return (process.known = known);
  if (task.kind === 'known') return process.send({ reading: [process.pid, process.known.pages.get('a.md')] });
  if (task.kind === 'fail') return process.send({ failure: 'it is no page' });
  if (task.kind === 'exit') process.exit(1);
  for (;;) held.push(new Array(1_000).fill(held.length));
});
`;

let folder: string;
let reader: ReadingProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-reading-'));
  await writeFile(join(folder, 'program.cjs'), source);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  reader = new ReadingProcess(join(folder, 'program.cjs'), 64);
});
afterEach(() => reader.end());

const known = { pages: new Map([['a.md', 'id']]), reusableContents: new Map(), files: new Map() };
const run = (kind: string) => reader.run({ kind } as unknown as ReadingTask, known);
const failure = (kind: string) => run(kind).catch((error: unknown) => error as ReadingError);

it('knows what pages link to, and goes on after a task that failed', async () => {
  const [pid, page] = (await run('known')) as [number, string];
  expect(page).toBe('id');
  expect(await failure('fail')).toEqual(new ReadingError('it is no page'));
  expect(await run('known')).toEqual([pid, 'id']);
  expect(reader.isAlive).toBe(true);
});

it.each([
  ['exit', 'reading was interrupted'],
  ['fill', 'it takes too much memory to read'],
])('is lost with a task that ends it: %s', async (kind, message) => {
  const error = await failure(kind);
  expect(error).toMatchObject({ message, lost: true });
  expect(reader.isAlive).toBe(false);
});

it('leaves no process behind', async () => {
  const [pid] = (await run('known')) as [number];
  reader.end();
  while (isRunning(pid)) await delay(10);
});

it('goes on after a signal to all processes of a group: the service says when it ends', async () => {
  const program = compiledProgram(__dirname, 'reading-program.js');
  const child = fork(program, { serialization: 'advanced' });
  const title = async () => {
    child.send({ task: { kind: 'page', file: 'a.md', markdown: '# Title\n' } });
    const [{ reading }] = (await once(child, 'message')) as [{ reading: { title: string } }];
    return reading.title;
  };
  try {
    expect(await title()).toBe('Title');
    for (const signal of ['SIGINT', 'SIGTERM'] as const) child.kill(signal);
    expect(await title()).toBe('Title');
  } finally {
    child.disconnect();
  }
  expect(await once(child, 'exit')).toEqual([0, null]);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
