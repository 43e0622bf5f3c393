import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllowList } from '@bindery/outbound';
import { until } from '@bindery/testing';
import { WorkerdRuntime } from './workerd-runtime';

const nowhere = 'http://127.0.0.1:9';
const runtime = new WorkerdRuntime({
  limits: { time: 8_000, memory: 256, answer: 1_000 },
  processes: 2,
  egress: { publicUrl: nowhere, apiUrl: nowhere, limit: 1_000, allow: parseAllowList('') },
});
afterAll(() => runtime.close());

function run(organization: string, source: string): Promise<unknown> {
  const script = { id: `${organization}@${source.length}`, load: () => Promise.resolve(source) };
  return runtime.run({ organization, script, headers: {}, body: Buffer.from('the event') });
}

/** How far each process that runs scripts for this one gives way to others. */
function priorities(): number[] {
  const root = join(tmpdir(), `bindery-runtime-${process.getuid!()}`);
  const own = readdirSync(root).filter((name) => name.startsWith(`${process.pid}-`));
  const started = own.map((name) => join(root, name, 'pid')).filter((file) => existsSync(file));
  return started.map((file) => getPriority(Number(readFileSync(file, 'utf8')))).sort((a, b) => a - b);
}

const calm = 'export default { fetch: () => new Response() };';
const greedy = 'export default { fetch() { for (;;); } };';

it('a process whose scripts take a processor for themselves gives way to all others, and so does the next one', async () => {
  await run('calm', calm);
  expect(priorities()).toEqual([5]);
  const endless = Promise.allSettled([run('greedy', greedy)]);
  await until(() => priorities().join() === '5,15');
  await run('calm', calm);
  await endless;
  await until(() => priorities().join() === '5');
  await run('greedy', calm);
  expect(priorities()).toEqual([5, 15]);
});
