import { stopProcess, checkout, currentRun, leftRun, RunRecord } from '@bindery/launcher';
import type { Command } from './command';

/** How long (in milliseconds) the launcher may take to stop everything in order. */
const WITHIN = 60_000;

export const stopCommand: Command = {
  summary: 'stop the platform of this checkout',
  usage: '',
  help: ['Stops the gateway, then the services, then NATS and Postgres, and waits until they have ended.'],
  options: [],
  arguments: [0, 0],
  async run() {
    const run = await currentRun(checkout);
    if (!run) {
      const left = await leftRun(checkout);
      const record = left && (await RunRecord.claim(checkout));
      if (!(record instanceof RunRecord)) return console.log('Not running');
      record.remove();
      return console.log('Stopped the processes of a killed launcher');
    }
    const stopped = await stopProcess(run.pid, { timeout: WITHIN });
    console.log(stopped ? 'Stopped' : `Process ${run.pid} did not end`);
    if (!stopped) process.exitCode = 1;
  },
};
