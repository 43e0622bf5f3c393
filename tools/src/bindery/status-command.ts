import { checkout } from '../paths';
import { PROCESSES } from '../services';
import { isAlive } from '../embedded/processes';
import { currentRun } from '../start/run-record';
import type { Command } from './command';

export const statusCommand: Command = {
  summary: 'say whether the platform of this checkout runs, and where',
  usage: '',
  help: ['Ends with code 1 when it does not run.'],
  options: [],
  arguments: [0, 0],
  async run() {
    const run = await currentRun(checkout);
    if (!run) {
      console.log('Not running. Start it with: npm start');
      process.exitCode = 1;
      return;
    }
    console.log(run.baseUrl ? `Running at ${run.baseUrl} (process ${run.pid})` : `Starting (process ${run.pid})`);
    for (const name of PROCESSES) {
      const pid = run.children[name];
      console.log(`  ${name.padEnd(16)} ${pid && isAlive(pid) ? `process ${pid}` : 'down'}`);
    }
  },
};
