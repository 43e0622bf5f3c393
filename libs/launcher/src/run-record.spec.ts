import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isAlive, stopProcess } from './embedded/processes';
import { Paths } from './paths';
import { currentRun, leftRun, RunRecord } from './run-record';

let paths: Paths;
const children: ChildProcess[] = [];

/** A process that does nothing, started as `node <program>` in the checkout. */
async function idle(program: string): Promise<number> {
  const file = join(paths.root, program);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, 'setInterval(() => undefined, 1000);');
  const child = spawn(process.execPath, [program.endsWith('start.mjs') ? program : file], {
    cwd: paths.root,
    stdio: 'ignore',
  });
  children.push(child);
  await new Promise((resolve) => child.once('spawn', resolve));
  return child.pid!;
}

beforeEach(async () => {
  paths = new Paths(await realpath(await mkdtemp(join(tmpdir(), 'bindery-run-'))));
  await mkdir(paths.data);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(paths.root, { recursive: true });
});

it('names the launcher that runs, until it is gone', async () => {
  const pid = await idle('tools/start.mjs');
  await writeFile(paths.run, JSON.stringify({ pid, baseUrl: 'http://127.0.0.1:4000', children: {} }));
  expect(await RunRecord.claim(paths)).toEqual({ pid, baseUrl: 'http://127.0.0.1:4000', children: {} });
  expect(await currentRun(paths)).toMatchObject({ pid });
  await stopProcess(pid, { signal: 'SIGKILL' });
  expect(await currentRun(paths)).toBeUndefined();
});

it('stops the services that a killed launcher left, and no process that has since got one of their ids', async () => {
  const launcher = await idle('tools/start.mjs');
  const identity = await idle('apps/identity/dist/main.js');
  const stranger = await idle('stranger.js');
  await writeFile(paths.run, JSON.stringify({ pid: launcher, children: { identity, content: stranger } }));
  await stopProcess(launcher, { signal: 'SIGKILL' });

  expect(await leftRun(paths)).toMatchObject({ pid: launcher, children: { identity } });
  expect((await leftRun(paths))!.children).not.toHaveProperty('content');
  const exited = once(children[1]!, 'exit');
  const record = await RunRecord.claim(paths);
  expect(record).toBeInstanceOf(RunRecord);
  expect(await exited).toEqual([null, 'SIGTERM']);
  expect(isAlive(stranger)).toBe(true);
  expect((await stat(paths.run)).mode & 0o777).toBe(0o600);
  expect(await leftRun(paths)).toBeUndefined();
  (record as RunRecord).remove();
  await expect(stat(paths.run)).rejects.toThrow('ENOENT');
});

it('takes over a record that is damaged', async () => {
  await writeFile(paths.run, '{"pid":');
  expect(await RunRecord.claim(paths)).toBeInstanceOf(RunRecord);
});
