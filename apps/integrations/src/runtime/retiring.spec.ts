import { parseAllowList } from '@bindery/outbound';
import { WorkerdRuntime } from './workerd-runtime';

const nowhere = 'http://127.0.0.1:9';
const runtime = new WorkerdRuntime({
  limits: { time: 10_000, memory: 256, answer: 1_000 },
  processes: 2,
  egress: { publicUrl: nowhere, apiUrl: nowhere, limit: 1_000, allow: parseAllowList('') },
});
afterAll(() => runtime.close());

/** Keeps 5 MB of each call, and returns the number of calls of its process; work continues after the answer. */
const source = `const kept = [];
export default { async fetch(request, env, context) {
  kept.push(new Uint8Array(5e6).fill(1));
  await new Promise((done) => setTimeout(done, 20));
  const calls = kept.length;
  context.waitUntil((async () => { await new Promise((done) => setTimeout(done, 50)); console.log('after', calls); })());
  return new Response(String(calls));
} };`;
const script = { id: 'keeps@1', load: () => Promise.resolve(source) };

async function call(): Promise<{ calls: number; logs: string[] }> {
  const message = { headers: {}, body: Buffer.from('the event') };
  const { body, logs } = await runtime.run({ organization: 'keeps', script, ...message });
  return { calls: Number(body.toString()), logs: (await logs).map((log) => log.message) };
}

it('a process that has little memory left hands over to another one, and nothing fails or is lost', async () => {
  let handedOver = 0;
  let last = 0;
  while (handedOver < 2) {
    const { calls, logs } = await call();
    expect(logs).toEqual([`after ${calls}`]);
    expect([1, last + 1]).toContain(calls);
    if (calls === 1 && last > 0) handedOver++;
    last = calls;
  }
});
