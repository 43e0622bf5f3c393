import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WorkerdRuntime, type ScriptCall } from '@bindery/integrations';
import { parseAllowList } from '@bindery/outbound';
import { hostileScripts } from '@bindery/bench';

/** Milliseconds for a script that has to be ended at its limit. */
const time = 1_000;
/** Milliseconds for a script that ends by itself, which may take long on a busy machine. */
const longTime = 60_000;
const memory = 256;
const answer = 1024 * 1024;

let connections = 0;
let decoy: Server;
let redirecting: Server;
let runtime: WorkerdRuntime;
/** Its scripts have the long time. */
let patientRuntime: WorkerdRuntime;
let made = 0;
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

beforeAll(async () => {
  decoy = createServer((_request, response) => response.end('inside'));
  decoy.on('connection', () => connections++);
  redirecting = createServer(({ url }, response) => response.writeHead(302, { location: url!.slice(1) }).end());
  await Promise.all([listen(decoy), listen(redirecting)]);
  runtime = runtimeWith(time);
  patientRuntime = runtimeWith(longTime);
});
afterAll(async () => {
  await Promise.all([runtime.close(), patientRuntime.close()]);
  for (const server of [decoy, redirecting]) server.close();
});
beforeEach(() => (connections = 0));

function runtimeWith(milliseconds: number): WorkerdRuntime {
  const asked = new Map<string, number>();
  return new WorkerdRuntime({
    limits: { time: milliseconds, memory, answer },
    processes: 2,
    egress: {
      ...{ publicUrl: 'http://platform.test', apiUrl: `http://127.0.0.1:${portOf(decoy)}`, limit: milliseconds },
      allow: parseAllowList(`http://127.0.0.1:${portOf(redirecting)}`),
      resolve: (name) => {
        const before = asked.get(name) ?? 0;
        asked.set(name, before + 1);
        // The rebinding name is public when it is checked, and internal at the next lookup.
        return Promise.resolve(name === 'rebinds.test' && before === 0 ? ['192.0.2.1', '127.0.0.1'] : ['127.0.0.1']);
      },
    },
  });
}

const call = (source: string, organization = 'hostile'): ScriptCall => ({
  ...{ organization, headers: { 'content-type': 'text/plain' }, body: Buffer.from('the event') },
  script: { id: `script${++made}@1`, load: () => Promise.resolve(source) },
});
const body = (text: string): string => `export default { async fetch(request, env, context) { ${text} } };`;
const run = async (source: string, on = patientRuntime): Promise<string> =>
  on.run(call(source)).then(
    (given) => `${given.status} ${given.body.toString().slice(0, 2_000)}`,
    (error: Error) => error.message,
  );
/** Answers what it got, where nothing of other scripts is left. */
const works = body(`
  const left = [({}).polluted, globalThis.left, [1].map((x) => x + 1)];
  return new Response([await request.text(), ...left].map(String).join());`);
const worked = '200 the event,undefined,undefined,2';

// The servers have no ports yet: which script it is, is known before.
const targets = () => ({
  inside: portOf(decoy),
  redirecting: `http://127.0.0.1:${portOf(redirecting)}/`,
  otherScript: `script${made}@1`,
});
const scripts = hostileScripts({ inside: 0, redirecting: '', otherScript: '' });

it('there are thirty hostile scripts and more', () =>
  expect(new Set(scripts.map(({ name }) => name)).size).toBeGreaterThanOrEqual(30));

it.each(scripts)('$name does no harm, and what follows works', async ({ name, outcome }) => {
  const on = outcome.test(`took longer than ${time} ms`) ? runtime : patientRuntime;
  await run(works, on);
  const { source } = hostileScripts(targets()).find((script) => script.name === name)!;
  expect(await run(source, on)).toMatch(outcome);
  expect(connections).toBe(0);
  // A request while the process still hangs fails with it, and the next one finds a new process.
  let next = '';
  for (let tries = 0; tries < 20 && next !== worked; tries++) next = await run(works, on);
  expect(next).toBe(worked);
});

it('only scripts of the same owner fail with a script', async () => {
  const calm = (milliseconds: number) =>
    patientRuntime.run(
      call(body(`await new Promise((r) => setTimeout(r, ${milliseconds})); return new Response("calm");`), 'other'),
    );
  // Its process runs by then.
  await calm(0);
  const other = calm(300);
  expect(await run(body('const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1));'))).toMatch(/took|interrupted/);
  expect((await other).body.toString()).toBe('calm');
});

it('a flood of logs is cut', async () => {
  const { logs } = await patientRuntime.run(
    call(body('for (let i = 0; i < 2000; i++) console.log("line", i, "x".repeat(100)); return new Response();')),
  );
  const lines = await logs;
  expect(lines.length).toBeLessThanOrEqual(500);
  const { logs: long } = await patientRuntime.run(call(body('console.log("x".repeat(1e6)); return new Response();')));
  for (const { message } of await long) expect(message.length).toBeLessThanOrEqual(2_000);
});

it('follows a redirect to what may be reached, and none inside', async () => {
  const through = `http://127.0.0.1:${portOf(redirecting)}/http://127.0.0.1:${portOf(decoy)}/`;
  const source = body(`
    const redirected = await fetch('${through}').then((r) => r.status, () => 'no');
    const manual = await fetch('${through}', { redirect: 'manual' }).then((r) => r.status);
    return Response.json([redirected, manual]);`);
  expect(await run(source)).toBe('200 [502,302]');
  expect(connections).toBe(0);
});

it('reaches the API of the platform, and nothing beside it', async () => {
  const source = body(`
    const given = [];
    for (const path of ['/v1/user', '/v1/../readyz', '/v1/%2e%2e/readyz', '/metrics', '/v1', ':${portOf(decoy)}/'])
      given.push(await fetch('http://platform.test' + path).then((r) => r.status, () => 'no'));
    return Response.json(given);`);
  expect(await run(source)).toBe('200 [200,502,502,502,502,502]');
  expect(connections).toBe(1);
});
