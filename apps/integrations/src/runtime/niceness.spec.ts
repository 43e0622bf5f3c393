import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllowList } from '@bindery/outbound';
import { WorkerdRuntime } from './workerd-runtime';

const nowhere = 'http://127.0.0.1:9';
const runtime = new WorkerdRuntime({
  limits: { time: 5_000, memory: 256, answer: 1_000 },
  processes: 2,
  egress: { publicUrl: nowhere, apiUrl: nowhere, limit: 5_000, allow: parseAllowList('') },
});
afterAll(() => runtime.close());

/** Never ends on request. */
const source = `export default { async fetch(request) {
  if ((await request.text()) === 'hang') for (;;);
  return new Response('done');
} };`;
const script = { id: 'script@1', load: () => Promise.resolve(source) };
const ask = (organization: string, text: string) =>
  runtime.run({ organization, script, headers: {}, body: Buffer.from(text) });

/** The niceness of the running processes, in ascending order. */
function niceness(): number[] {
  const root = join(tmpdir(), `bindery-runtime-${process.getuid!()}`);
  const folders = readdirSync(root).filter((name) => name.startsWith(`${process.pid}-`));
  return folders
    .map((name) => getPriority(Number(readFileSync(join(root, name, 'pid'), 'utf8'))))
    .sort((a, b) => a - b);
}

it('scripts give way to services, and those that were killed lately to other scripts', async () => {
  await ask('calm', 'answer');
  await ask('hostile', 'answer');
  expect(niceness()).toEqual([15, 15]);
  await expect(ask('hostile', 'hang')).rejects.toThrow('took longer than 5000 ms');
  await ask('hostile', 'answer');
  expect(niceness()).toEqual([15, 19]);
});
