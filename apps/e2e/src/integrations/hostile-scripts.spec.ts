import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseAllowList } from '@bindery/outbound';
import type { ScriptCall } from './script-runtime';
import { WorkerdRuntime } from './workerd-runtime';

jest.setTimeout(30_000);

const time = 1_000;
const memory = 256;
const answer = 1024 * 1024;

let connections = 0;
let decoy: Server;
let redirecting: Server;
let runtime: WorkerdRuntime;
let made = 0;
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

beforeAll(async () => {
  decoy = createServer((_request, response) => response.end('inside'));
  decoy.on('connection', () => connections++);
  redirecting = createServer(({ url }, response) => response.writeHead(302, { location: url!.slice(1) }).end());
  await Promise.all([listen(decoy), listen(redirecting)]);
  const asked = new Map<string, number>();
  runtime = new WorkerdRuntime({
    limits: { time, memory, answer },
    processes: 2,
    egress: {
      ...{ publicUrl: 'http://platform.test', apiUrl: `http://127.0.0.1:${portOf(decoy)}`, limit: time },
      allow: parseAllowList(`http://127.0.0.1:${portOf(redirecting)}`),
      resolve: (name) => {
        const before = asked.get(name) ?? 0;
        asked.set(name, before + 1);
        // What rebinds is public when it is checked, and inside for whoever asks again.
        return Promise.resolve(name === 'rebinds.test' && before === 0 ? ['192.0.2.1', '127.0.0.1'] : ['127.0.0.1']);
      },
    },
  });
});
afterAll(async () => {
  await runtime.close();
  for (const server of [decoy, redirecting]) server.close();
});
beforeEach(() => (connections = 0));

const call = (source: string, organization = 'hostile'): ScriptCall => ({
  ...{ organization, headers: { 'content-type': 'text/plain' }, body: Buffer.from('the event') },
  script: { id: `script${++made}@1`, load: () => Promise.resolve(source) },
});
const body = (text: string): string => `export default { async fetch(request, env, context) { ${text} } };`;
const run = async (source: string, organization?: string): Promise<string> =>
  runtime.run(call(source, organization)).then(
    (given) => `${given.status} ${given.body.toString().slice(0, 2_000)}`,
    (error: Error) => error.message,
  );
const works = body('return new Response(await request.text());');

const tooLong = /took longer than 1000 ms/;
const tooMuch = /took longer than 1000 ms|more than 256 MiB of memory|was interrupted/;

it.each<[string, string, RegExp]>([
  ['an endless loop', body('for (;;);'), tooLong],
  ['an endless loop while it is loaded', `for (;;);\n${works}`, tooLong],
  ['an endless loop that awaits', body('for (;;) await 0;'), tooLong],
  ['a regular expression that never ends', body('return new Response(/^(a+)+$/.test("a".repeat(50) + "b"));'), tooLong],
  ['a response that never comes', body('await new Promise(() => {}); return new Response();'), /hung|longer/],
  ['a slow response', body('await new Promise((r) => setTimeout(r, 20000)); return new Response();'), tooLong],
  [
    'a body that trickles',
    body(`return new Response(new ReadableStream({ async pull(c) {
      await new Promise((r) => setTimeout(r, 100)); c.enqueue(new Uint8Array(1)); } }));`),
    tooLong,
  ],
  ['a memory bomb of objects', body('const a = []; for (;;) a.push({ a: [1, 2, 3] });'), tooMuch],
  ['a memory bomb of buffers', body('const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1));'), tooMuch],
  ['a memory bomb of text', body('let a = "a"; for (;;) a = JSON.parse(JSON.stringify(a + a));'), /failed|took|interr/],
  ['a flood of promises', body('const f = () => Promise.all([f(), f()]); for (;;) f();'), /failed|took|interrupted/],
  ['a flood of timers', body('for (;;) setTimeout(() => {}, 1e6);'), /failed|took|interrupted/],
  ['a recursion without end', body('const f = () => f(); f();'), /The script failed: Maximum call stack/],
  ['an answer of 100 MB', body('return new Response(new Uint8Array(1e8));'), /larger than|memory|longer/],
  [
    'an answer without end',
    body('return new Response(new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(65536)); } }));'),
    /larger than 1048576 bytes/,
  ],
  ['an exception that is nothing', body('throw null;'), /The script failed/],
  ['an exception that defends itself', body('throw new Proxy({}, { get() { throw 1; } });'), /The script failed/],
  ['what is no module', 'export defau', /The script failed/],
  ['a module without a handler', 'export const nothing = 1;', /The script failed/],
  ['what is no answer', body('return { status: 200 };'), /The script failed/],
])('%s is ended, and what follows works', async (_name, source, outcome) => {
  expect(await run(source)).toMatch(outcome);
  expect(await run(works)).toBe('200 the event');
});

it('work that a script leaves behind and that never ends is ended as well', async () => {
  expect(
    await run(body('context.waitUntil((async () => { await 0; for (;;); })()); return new Response("quick");')),
  ).toMatch(/200 quick|longer/);
  // Whoever comes while the process hangs fails with it, and the next one finds a new one.
  let outcome = '';
  for (let tries = 0; tries < 5 && outcome !== '200 the event'; tries++) outcome = await run(works);
  expect(outcome).toBe('200 the event');
});

it('only scripts of the same owner fail with a script', async () => {
  const other = runtime.run(
    call(body('await new Promise((r) => setTimeout(r, 600)); return new Response("calm");'), 'other'),
  );
  expect(await run(body('const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1));'))).toMatch(tooMuch);
  expect((await other).body.toString()).toBe('calm');
});

it('a flood of logs is cut', async () => {
  const { logs } = await runtime.run(
    call(body('for (let i = 0; i < 2000; i++) console.log("line", i, "x".repeat(100)); return new Response();')),
  );
  const lines = await logs;
  expect(lines.length).toBeLessThanOrEqual(500);
  const { logs: long } = await runtime.run(call(body('console.log("x".repeat(1e6)); return new Response();')));
  for (const { message } of await long) expect(message.length).toBeLessThanOrEqual(2_000);
});

it.each([
  ['prototypes', body('Object.prototype.polluted = Array.prototype.map = 1; return new Response("done");'), '200 done'],
  [
    'globals',
    body('globalThis.Response = globalThis.fetch = null; globalThis.left = "x"; throw new Error("x");'),
    null,
  ],
  [
    'the runtime by its own header',
    body('return new Response("x", { headers: { "bindery-answered": "no" } });'),
    '200 x',
  ],
])('a script that changes %s changes nothing for others', async (_name, source, outcome) => {
  const given = await run(source);
  if (outcome !== null) expect(given).toBe(outcome);
  const look = body('return new Response(String([({}).polluted, globalThis.left, [1].map((x) => x + 1)]));');
  expect(await run(look)).toBe('200 ,,2');
});

it('a script finds nothing of the machine, of the platform or of other scripts', async () => {
  const secret = `script${made + 1}@1`;
  await run('export const secret = 1;');
  expect(
    await run(
      body(`
        const look = async (f) => { try { return String(await f()); } catch { return 'no'; } };
        const found = [
          Object.keys(env).join(), await look(async () => JSON.stringify((await import('node:process')).default.env)),
          await look(async () => (await import('node:fs')).readFileSync('/etc/passwd')),
          await look(async () => (await import('node:child_process')).execSync('id')),
          await look(async () => (await fetch('http://host/scripts/${secret}')).status),
          await look(async () => (await fetch('http://dispatcher/')).status),
        ];
        return new Response(found.join('|'));`),
    ),
  ).toBe('200 |{}|no|no|502|502');
});

const spellings = [
  ...['169.254.169.254', '[fd00:ec2::254]', '127.0.0.1', '127.1', '0x7f.1', '2130706433', '0177.0.0.1', '0', '[::1]'],
  ...[
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '10.0.0.1',
    '192.168.1.1',
    '172.16.0.1',
    '100.64.0.1',
  ],
  ...[
    'localhost',
    'LOCALHOST.',
    '１２７.0.0.1',
    '127。0。0。1',
    'rebinds.test',
    'platform.test',
    '[fe80::1]',
    '0.0.0.0',
  ],
];

it('reaches no address inside, however it is written', async () => {
  const urls = spellings.flatMap((host) => [`http://${host}:${portOf(decoy)}/`, `http://${host}/`]);
  const source = body(`
    const given = [];
    for (const url of ${JSON.stringify(urls)}) given.push(await fetch(url).then((r) => r.status, () => 'no'));
    return Response.json(given);`);
  const outcomes = JSON.parse((await run(source)).slice(4)) as unknown[];
  expect(outcomes.filter((outcome) => outcome !== 502 && outcome !== 'no')).toEqual([]);
  expect(outcomes).toHaveLength(urls.length);
  expect(connections).toBe(0);
});

it('follows no redirect inside, and opens no socket', async () => {
  const inside = `http://127.0.0.1:${portOf(decoy)}/`;
  const through = `http://127.0.0.1:${portOf(redirecting)}/`;
  const source = body(`
    const redirected = await fetch('${through}${inside}').then((r) => r.status, () => 'no');
    const manual = await fetch('${through}${inside}', { redirect: 'manual' }).then((r) => r.status);
    const { connect } = await import('cloudflare:sockets');
    const socket = await (async () => { const s = connect('127.0.0.1:${portOf(decoy)}'); await s.opened; return 'open'; })().catch(() => 'no');
    const { connect: open } = await import('node:net');
    const plain = await new Promise((done) => open(${portOf(decoy)}, '127.0.0.1', () => done('open')).on('error', () => done('no')));
    return Response.json([redirected, manual, socket, plain]);`);
  expect(await run(source)).toBe('200 [502,302,"no","no"]');
  expect(connections).toBe(0);
});

it('reaches the API of the platform, and nothing beside it', async () => {
  const source = body(`
    const given = [];
    for (const path of ['/v1/user', '/v1/../readyz', '/v1/%2e%2e/readyz', '/metrics', '/v1'])
      given.push(await fetch('http://platform.test' + path).then((r) => r.status, () => 'no'));
    return Response.json(given);`);
  expect(await run(source)).toBe('200 [200,502,502,502,502]');
  expect(connections).toBe(1);
});
