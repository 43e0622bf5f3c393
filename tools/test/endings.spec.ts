import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { checkout } from '@bindery/launcher';
import { environment, RunningPlatform } from '../src/smoke/running-platform';
import { copyCheckout } from '../src/smoke/checkout-copy';
import { processesOf, runningOf } from '../src/smoke/process-list';

jest.setTimeout(600_000);

/** A test run begins with making the graph of projects and checking the types of the app, so that each costs half a minute. */
const long = process.env.BINDERY_TEST === 'long';

/** A file of tests that needs both servers and a platform, and never ends. */
const endless = `
import { createTestOrganization } from './support/test-organization';
it('goes on', async () => {
  await createTestOrganization();
  process.stderr.write('the platform runs\\n');
  await new Promise((resolve) => setTimeout(resolve, 1e8));
}, 1e9);
`;

/** A process to end, the signal, and the command that starts it. */
type Ending = [name: string, signal: NodeJS.Signals, command: [string, ...string[]]];

let home: string;
let folder: string;

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'bindery-endings-')));
  folder = join(home, 'checkout');
  copyCheckout(folder);
  cpSync(join(checkout.root, 'jest.config.cjs'), join(folder, 'jest.config.cjs'));
  // Nothing is left for the checks that a test run begins with, which would take minutes.
  writeFileSync(join(folder, 'eslint.config.mjs'), "export default [{ ignores: ['**'] }];\n");
  writeFileSync(join(folder, '.oxlintrc.json'), '{ "ignorePatterns": ["**"] }\n');
  writeFileSync(join(folder, '.prettierignore'), '*\n');
  for (const name of ['tsconfig.json', 'apps/web/tsconfig.json'])
    writeFileSync(join(folder, name), '{ "files": [] }\n');
  // The first start has nothing to import and publish: nobody reads here.
  mkdirSync(join(folder, '.bindery'), { recursive: true });
  writeFileSync(join(folder, '.bindery/welcome.json'), '{ "spaces": [], "site": "" }\n', { mode: 0o600 });
  // Two files, so that Jest runs them in workers.
  for (const name of ['first', 'second']) writeFileSync(join(folder, `apps/e2e/src/endless-${name}.spec.ts`), endless);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Sends the signal and waits until all that runs of the checkout has ended; the test's own limit ends the wait. */
async function endsAll(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  // Listed before the signal: a server whose parent has ended cannot be found later.
  const running = [...processesOf(folder).keys()];
  child.kill(signal);
  for (let left = running; left.length > 0; left = [...runningOf(running), ...processesOf(folder).keys()])
    await delay(100);
}

const npm: Ending[2] = ['npm', 'start', '--'];
const launcher: Ending[2] = [process.execPath, 'tools/start.mjs'];

const platforms: Ending[] = [
  ['the launcher', 'SIGKILL', launcher],
  ['npm start', 'SIGTERM', npm],
  ['npm start', 'SIGKILL', npm],
  ['the launcher', 'SIGINT', launcher],
];

it.each(platforms.slice(0, long ? 4 : 1))(
  'leaves nothing of a platform behind when %s gets %s',
  async (_name, signal, program) => {
    const platform = await RunningPlatform.start(folder, process.execPath, [...program]);
    // The launcher, seven services, Postgres and NATS at the least.
    expect(processesOf(folder).size).toBeGreaterThanOrEqual(10);
    await endsAll(platform.child, signal);
  },
);

it.each(
  [
    ['npm test', 'SIGTERM', ['npm', 'test', '--', 'endless']],
    ['its program', 'SIGKILL', [process.execPath, 'tools/test.mjs', 'endless']],
    ['npm test', 'SIGKILL', ['npm', 'test', '--', 'endless']],
    ['its program', 'SIGINT', [process.execPath, 'tools/test.mjs', 'endless']],
  ].slice(0, long ? 4 : 1) as Ending[],
)('leaves nothing of a test run behind when %s gets %s', async (_name, signal, [command, ...args]) => {
  const child = spawn(command, args, { cwd: folder, env: environment(process.execPath), stdio: 'pipe' });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        output += data.toString();
        if (output.includes('the platform runs')) resolve();
      });
    void once(child, 'close').then(() => reject(new Error(output)));
  });
  expect(processesOf(folder).size).toBeGreaterThanOrEqual(6);
  await endsAll(child, signal);
});
