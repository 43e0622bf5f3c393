import { checkout, PROCESSES, isAlive, currentRun, leftRun, type Run } from '@bindery/launcher';
import type { Command } from './command';

export const statusCommand: Command = {
  summary: 'show whether the platform of this checkout runs, and at which URL',
  usage: '',
  help: ['Ends with code 1 if the platform does not run.'],
  options: [],
  arguments: [0, 0],
  async run() {
    const run = await currentRun(checkout);
    if (!run) {
      process.exitCode = 1;
      const left = await leftRun(checkout);
      if (!left) return console.log('Not running. Start it with: npm start');
      console.log(
        `The launcher (process ${left.pid}) was killed; its processes still run${left.baseUrl ? `, at ${left.baseUrl}` : ''}`,
      );
      tellServices(left);
      return console.log('End it with: npm run bindery -- stop');
    }
    console.log(run.baseUrl ? `Running at ${run.baseUrl} (process ${run.pid})` : `Starting (process ${run.pid})`);
    tellServices(run);
  },
};

function tellServices({ children }: Run): void {
  const processes: [name: string, pid: number | undefined][] =
    children.bindery === undefined
      ? PROCESSES.map((name) => [name, children[name]])
      : [['all services', children.bindery]];
  for (const [name, pid] of processes)
    console.log(`  ${name.padEnd(16)} ${pid && isAlive(pid) ? `process ${pid}` : 'down'}`);
}
