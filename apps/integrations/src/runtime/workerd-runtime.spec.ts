import { parseAllowList } from '@bindery/outbound';
import { WorkerdRuntime } from './workerd-runtime';
import type { ScriptCall } from './script-runtime';

const limits = { time: 500, memory: 200, answer: 1024 * 1024 };
const runtime = new WorkerdRuntime({
  limits,
  processes: 2,
  egress: { allow: parseAllowList(''), publicUrl: 'http://bindery.test', apiUrl: 'http://127.0.0.1:9', limit: 1_000 },
});
afterAll(() => runtime.close());

let made = 0;
const call = (source: string, organization = 'one'): ScriptCall => ({
  ...{ organization, headers: { 'content-type': 'text/plain' }, body: Buffer.from('event') },
  script: { id: `script${++made}@1`, load: () => Promise.resolve(source) },
});

it('runs a script', async () => {
  const t = performance.now();
  const answer = await runtime.run(
    call(
      `export default { async fetch(request) { console.warn('a', { b: 1 }); return new Response(await request.text(), { status: 201, headers: { a: 'b' } }); } }`,
    ),
  );
  console.log(performance.now() - t, answer.status, answer.headers, answer.body.toString(), await answer.logs);
});
it.each([
  ['loop', 'export default { fetch() { for (;;); } }'],
  ['bomb', 'export default { fetch() { const a = []; for (;;) a.push(new Array(1e5).fill({})); } }'],
  ['buffers', 'export default { fetch() { const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1)); } }'],
  ['syntax', 'export defau'],
  ['throws', 'export default { fetch() { throw new Error("boom"); } }'],
  ['large', 'export default { fetch() { return new Response(new Uint8Array(1e8)); } }'],
  [
    'slow',
    'export default { async fetch() { await new Promise((r) => setTimeout(r, 5000)); return new Response(); } }',
  ],
  [
    'meta',
    'export default { async fetch() { const r = await fetch("http://169.254.169.254/"); return new Response(r.status + await r.text()); } }',
  ],
  [
    'public',
    'export default { async fetch() { const r = await fetch("https://127.0.0.1.nip.io/"); return new Response(r.status + await r.text()); } }',
  ],
])('%s', async (name, source) => {
  const t = performance.now();
  const result = await runtime.run(call(source)).then(
    (a) => `${a.status} ${a.body.toString().slice(0, 200)}`,
    (e: Error) => e.message,
  );
  console.log(name, performance.now() - t, result);
});
