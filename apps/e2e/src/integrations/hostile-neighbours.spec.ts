import { percentile } from '@bindery/tools';
import { manifest } from '../contract/integration-examples';
import { createRuntimeWorld, type RuntimeWorld } from './runtime-world';
import { freshName, install } from './support';

/** Milliseconds of each measurement. */
const duration = process.env.BINDERY_TEST === 'long' ? 20_000 : 2_000;
jest.setTimeout(180_000);

let world: RuntimeWorld;
beforeAll(async () => (world = await createRuntimeWorld()), 150_000);
afterAll(() => world.close());

const body = (text: string): string => `export default { async fetch(request) { ${text} } };`;

/** What scripts do that mean harm to those beside them. */
const hostile = [
  'for (;;);',
  'for (;;) await 0;',
  'return new Response(/^(a+)+$/.test("a".repeat(50) + "b"));',
  'await new Promise((r) => setTimeout(r, 20000)); return new Response();',
  'const a = []; for (;;) a.push({ a: [1, 2, 3] });',
  'const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1));',
  'const f = () => Promise.all([f(), f()]); for (;;) f();',
  'for (;;) setTimeout(() => {}, 1e6);',
  'return new Response(new Uint8Array(1e8));',
  'return new Response(new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(65536)); } }));',
  'for (let i = 0; i < 1e5; i++) console.log("x".repeat(1000)); return new Response();',
  'await Promise.all(Array.from({ length: 200 }, () => fetch("http://169.254.169.254/").catch(() => {}))); return new Response();',
];

/** The address of a script that one organization publishes and has installed. */
async function published(text: string, of: 'admin' | 'otherAdmin'): Promise<string> {
  const on = of === 'admin' ? world.organization : world.other;
  const { token } = world[of];
  const integrationName = freshName();
  const script = { ...manifest(world), organization: on, script: body(text) };
  await world.api.expect('publishIntegration', { token, params: { integrationName }, body: script });
  const { installationId } = await install(world, integrationName, { token, on });
  return `${world.url}/integrations/${integrationName}/installations/${installationId}/`;
}

/** Asks one after the other for as long as a measurement takes; answers the milliseconds of each, sorted. */
async function times(ask: () => Promise<number>): Promise<number[]> {
  const found: number[] = [];
  for (const end = Date.now() + duration; Date.now() < end;) {
    const begun = performance.now();
    expect(await ask()).toBe(200);
    found.push(performance.now() - begun);
  }
  return found.sort((a, b) => a - b);
}

it('scripts that harm nobody, and the gateway, answer beside those that try to; how soon is printed', async () => {
  const calm = await published('return new Response("calm");', 'otherAdmin');
  const headers = { authorization: `Bearer ${world.reader.token}` };
  const statusOf = async (url: string, options?: RequestInit) => {
    const answer = await fetch(url, options);
    await answer.arrayBuffer();
    return answer.status;
  };
  const measure = () =>
    Promise.all([times(() => statusOf(calm)), times(() => statusOf(`${world.url}/v1/user`, { headers }))]);
  await measure();
  const before = await measure();
  // What they are told of their installation is enough for them to begin.
  const addresses = await Promise.all(hostile.map((text) => published(text, 'admin')));
  let running = true;
  const attacks = addresses.map(async (address) => {
    // What becomes of the attack itself is not asked here.
    while (running) await statusOf(address).catch(() => undefined);
  });
  let beside: number[][];
  try {
    beside = await measure();
  } finally {
    running = false;
    await Promise.allSettled(attacks);
  }
  for (const [at, who] of ['a script', 'the gateway'].entries()) {
    const [was, is] = [before, beside].map((both) => percentile(both[at]!, 0.99));
    console.log(`p99 of ${who}: ${was!.toFixed(1)} ms alone, ${is!.toFixed(1)} ms beside hostile scripts`);
  }
});
