import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { WorkerError, WorkerStartError } from './worker-error';
import { type PoolOptions, WorkerPool } from './worker-pool';

/** Workers are compiled programs. */
const library = JSON.stringify(join(__dirname, '../../../dist/processes/index.js'));

/** Does what the task names. */
const source = `
const { serveTasks } = require(${library});
const held = [];
const works = {
  known: (context) => [process.pid, context.shared.pages.get('a.md')],
  environment: () => process.env,
  fail: () => { throw new Error('it is no page'); },
  exit: () => { console.error('It had enough'); process.exit(3); },
  objects: () => { for (;;) held.push(new Array(1_000).fill(held.length)); },
  json: () => JSON.parse('[' + '{"a":[1,2,{}]},'.repeat(1e7) + '1]'),
  map: () => { const map = new Map(); for (;;) map.set(map.size, map.size); },
  buffers: () => { for (;;) held.push(Buffer.alloc(1e7, 1)); },
  spin: () => { for (;;); },
  wait: () => new Promise((resolve) => setTimeout(resolve, 1_500, 'waited')),
  ask: async (context) => [await context.ask('first'), await context.ask('second')],
  pid: () => process.pid,
};
serveTasks((task, context) => works[task](context));
`;

type Task = string;

let folder: string;
let pool: WorkerPool<Task, unknown, string, string>;
let logged: Record<string, unknown>[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-workers-'));
  await writeFile(join(folder, 'program.cjs'), source);
  await writeFile(join(folder, 'broken.cjs'), `console.error('There is no such module'); process.exit(9);`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  logged = [];
  pool = make({});
});
afterEach(() => pool.close());

function make(options: Partial<PoolOptions>): typeof pool {
  return new WorkerPool({
    name: 'test',
    program: join(folder, 'program.cjs'),
    limits: { processorTime: 1, memory: 96 },
    size: 1,
    logger: { warn: (fields) => logged.push(fields as Record<string, unknown>) },
    ...options,
  });
}

const failure = (task: Task) => pool.run(task, { shared, name: `${task}.md` }).catch((error: unknown) => error);
const shared = { pages: new Map([['a.md', 'id']]) };

it('keeps what tasks share, and goes on after a task that failed', async () => {
  const [pid, page] = (await pool.run('known', { shared })) as [number, string];
  expect(page).toBe('id');
  expect(await failure('fail')).toEqual(new WorkerError('it is no page', 'task'));
  expect(await pool.run('known', { shared })).toEqual([pid, 'id']);
  expect(logged).toEqual([]);
});

it.each(['objects', 'json', 'map', 'buffers'])('ends alone when memory is full of %s, and says so', async (task) => {
  // A busy machine needs more than a second of processor time to fill the memory.
  pool = make({ limits: { processorTime: 60, memory: 96 } });
  const error = (await failure(task)) as WorkerError;
  expect(error).toEqual(new WorkerError('it takes more than 96 MiB of memory', 'memory'));
  expect(error.isLost).toBe(true);
  expect(logged).toMatchObject([
    { worker: 'test', task: `${task}.md`, failure: error.message, stderr: expect.stringMatching(/memory|limit/) },
  ]);
  expect(await pool.run('pid')).not.toBe(logged[0]!.pid);
});

it('limits the processor time of a task, and not how long it waits for others', async () => {
  expect(await pool.run('wait')).toBe('waited');
  expect(await failure('spin')).toEqual(new WorkerError('it takes more than 1 s of processor time', 'processor-time'));
  expect(await pool.run('wait')).toBe('waited');
});

it('tries an interrupted task once more, and then reports and logs how the process ended', async () => {
  expect(await failure('exit')).toEqual(new WorkerError('its process ended with 3', 'interrupted'));
  expect(logged).toMatchObject([
    { code: 3, signal: null, stderr: 'It had enough' },
    { code: 3, signal: null, stderr: 'It had enough' },
  ]);
  const [pid] = (await pool.run('known', { shared })) as [number];
  const waiting = pool.run('wait');
  await delay(100);
  process.kill(pid, 'SIGKILL');
  expect(await waiting).toBe('waited');
  expect(logged[2]).toMatchObject({ pid, code: null, signal: 'SIGKILL' });
});

it('blames no task for a program that does not start', async () => {
  pool = make({ program: join(folder, 'broken.cjs') });
  expect(await failure('known')).toEqual(new WorkerStartError('test', 'its process ended with 9'));
  expect(logged).toMatchObject([{ code: 9, stderr: 'There is no such module' }]);
});

it('answers what a task asks for, and ends a task with what an answer throws', async () => {
  const answer = async (question: string) => {
    if (question === 'second') throw new Error('No more answers');
    return question;
  };
  expect(await pool.run('ask', { answer: async (question) => question })).toEqual(['first', 'second']);
  await expect(pool.run('ask', { answer })).rejects.toThrow('No more answers');
  expect(await pool.run('ask', { answer: async (question) => question })).toEqual(['first', 'second']);
});

it('ends what waits and what runs with the reason of a signal', async () => {
  const [running, waiting] = [new AbortController(), new AbortController()];
  const ends = [
    expect(pool.run('wait', { signal: running.signal })).rejects.toThrow('first'),
    expect(pool.run('wait', { signal: waiting.signal })).rejects.toThrow('second'),
  ];
  waiting.abort(new Error('second'));
  running.abort(new Error('first'));
  await Promise.all(ends);
  await expect(pool.run('pid', { signal: running.signal })).rejects.toThrow('first');
  expect(await pool.run('pid')).toEqual(expect.any(Number));
});

it('runs each task in a process of its own where this is set', async () => {
  pool = make({ tasksPerProcess: 1 });
  const pids = await Promise.all([pool.run('pid'), pool.run('pid')]);
  expect(new Set(pids).size).toBe(2);
});

it('passes nothing of its environment on', async () => {
  expect(
    Object.keys((await pool.run('environment')) as object).filter((name) => !/^(NODE|SYSTEMROOT)/.test(name)),
  ).toEqual([]);
});

it('goes on after a signal to all processes of a group: the service says when it ends', async () => {
  const pid = (await pool.run('pid')) as number;
  const waiting = pool.run('wait');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal);
  expect(await waiting).toBe('waited');
  expect(await pool.run('pid')).toBe(pid);
});

it.each(['spin', 'pid'])('ends with its parent during any task: %s', async (task) => {
  const parent = `
    const { WorkerPool } = require(${library});
    const pool = new WorkerPool({ name: 'test', program: ${JSON.stringify(join(folder, 'program.cjs'))}, size: 1,
      limits: { processorTime: 60, memory: 96 }, logger: console });
    pool.run('pid').then((pid) => { console.log(pid); void pool.run(${JSON.stringify(task)}); setInterval(() => {}, 1e6); });
  `;
  const child = spawn(process.execPath, ['-e', parent], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [data] = (await once(child.stdout, 'data')) as [Buffer];
  const pid = Number(data);
  expect(isRunning(pid)).toBe(true);
  child.kill('SIGKILL');
  while (isRunning(pid)) await delay(10);
});

it('leaves no process behind when it is closed', async () => {
  const pid = (await pool.run('pid')) as number;
  const interrupted = expect(pool.run('wait')).rejects.toThrow('it was interrupted');
  pool.close();
  await interrupted;
  while (isRunning(pid)) await delay(10);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
