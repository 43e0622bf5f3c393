import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { processorTime } from './processor-time';

/** Microseconds that a grandchild uses up. */
const used = 300_000;
const busy = `for (const begun = process.cpuUsage().user; process.cpuUsage().user - begun < ${used};);`;
const parent = `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}]);
  process.stdout.write('ended'); setInterval(() => {}, 1000);`;

(process.platform === 'linux' ? it : it.skip)('counts what ended children of a process have used', async () => {
  const child = spawn(process.execPath, ['-e', parent], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(child.stdout!, 'data');
    const names = new Map([[child.pid!, 'parent']]);
    const together = (await processorTime(names)).get('parent')!;
    const apart = await processorTime(names, { parent: 'ended' });
    expect(apart.get('ended')).toBeGreaterThanOrEqual(used * 0.9);
    expect(apart.get('parent')! + apart.get('ended')!).toBeGreaterThanOrEqual(together);
  } finally {
    child.kill('SIGKILL');
  }
});
