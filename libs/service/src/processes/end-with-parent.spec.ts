import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const library = JSON.stringify(join(__dirname, '../../dist/processes/index.js'));

/** Starts two children, of which the second one is to end by itself, does `then` and prints their ids. */
const parent = (child: string, then: string) => `
const { endWithParent } = require(${library});
const { spawn } = require('node:child_process');
const start = (script) => spawn(process.execPath, ['-e', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
const children = [start(${JSON.stringify(child)} + "setInterval(() => {}, 1e6); console.log('up')"), start("console.log('up')")];
for (const child of children) endWithParent(child);
Promise.all(children.map((child) => new Promise((up) => child.stdout.once('data', up)))).then(() => {
  console.log(children[0].pid);
  ${then}
});
`;
const stays = 'setInterval(() => {}, 1e6);';
const ends = 'for (const child of children) { child.stdout.destroy(); child.unref(); }';
const unwilling = "process.on('SIGTERM', () => {});";

it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('ends what a process started when it ends by %s', async (signal) => {
  const [started, child] = await run(parent('', stays));
  expect(isRunning(child)).toBe(true);
  started.kill(signal);
  while (isRunning(child)) await delay(10);
});

it('kills what does not end when it is asked to', async () => {
  const [started, child] = await run(parent(unwilling, stays));
  started.kill('SIGKILL');
  while (isRunning(child)) await delay(10);
});

it('lets a process end that has children, and ends them', async () => {
  const [started, child] = await run(parent('', ends));
  expect(await once(started, 'exit')).toEqual([0, null]);
  while (isRunning(child)) await delay(10);
});

async function run(script: string): Promise<[ChildProcess, number]> {
  const started = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(started.stdout, 'data')) as [Buffer];
  return [started, Number(line)];
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
