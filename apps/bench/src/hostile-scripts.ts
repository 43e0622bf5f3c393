/** A script that tries to do harm. */
interface HostileScript {
  name: string;
  /** The module. */
  source: string;
  /** The response to its caller: the status and the answer, or the error; with an answer of at most 1 MiB, and 256 MiB of memory. */
  outcome: RegExp;
}

/** The targets that hostile scripts try to reach. */
interface HostileTargets {
  /** The port of a server inside, on this machine, to which no script may connect. */
  inside: number;
  /** The address of a server that redirects to what its path says, which may be reached or not. */
  redirecting: string;
  /** The id of another script. */
  otherScript: string;
}

const body = (text: string): string => `export default { async fetch(request, env, context) { ${text} } };`;

const tooLong = /took longer than \d+ ms/;
const tooMuch = /took longer than \d+ ms|more than \d+ MiB of memory|was interrupted/;
const anyEnd = /failed|took|interrupted/;
const failed = /The script failed/;
const refused = /^200 \[(?:(?:502|"no"),?)+\]$/;

/** Addresses inside, in every spelling. */
const insideHosts = [
  ...['169.254.169.254', '[fd00:ec2::254]', '127.0.0.1', '127.1', '0x7f.1', '2130706433', '0177.0.0.1', '0', '[::1]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '10.0.0.1', '192.168.1.1', '172.16.0.1'],
  ...['100.64.0.1', 'localhost', 'LOCALHOST.', '１２７.0.0.1', '127。0。0。1', '[fe80::1]', '0.0.0.0'],
];

/** Scripts that use up time or memory, or never answer. */
const greedy: [string, string, RegExp][] = [
  ['an endless loop', body('for (;;);'), tooLong],
  ['an endless loop while it is loaded', `for (;;);\n${body('return new Response();')}`, tooLong],
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
  [
    'work left behind that never ends',
    body('context.waitUntil((async () => { await 0; for (;;); })()); return new Response("quick");'),
    /200 quick|longer/,
  ],
  ['a memory bomb of objects', body('const a = []; for (;;) a.push({ a: [1, 2, 3] });'), tooMuch],
  ['a memory bomb of buffers', body('const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1));'), tooMuch],
  ['a memory bomb of text', body('let a = "a"; for (;;) a = JSON.parse(JSON.stringify(a + a));'), anyEnd],
  ['a flood of promises', body('const f = () => Promise.all([f(), f()]); for (;;) f();'), anyEnd],
  ['a flood of timers', body('for (;;) setTimeout(() => {}, 1e6);'), anyEnd],
  ['a recursion without end', body('const f = () => f(); f();'), /The script failed: Maximum call stack/],
  ['an answer of 100 MB', body('return new Response(new Uint8Array(1e8));'), /larger than|memory|longer/],
  [
    'an answer without end',
    body('return new Response(new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(65536)); } }));'),
    /larger than \d+ bytes/,
  ],
  [
    'a flood of lines of logs',
    body('for (let i = 0; i < 1e5; i++) console.log("x".repeat(1000)); return new Response("done");'),
    /200 done|took/,
  ],
  ['a line of logs without end', body('console.log("x".repeat(1e7)); return new Response("done");'), /200 done/],
];

/** Is not what it has to be, or changes what others use. */
const malformed: [string, string, RegExp][] = [
  ['an exception that is nothing', body('throw null;'), failed],
  ['an exception that defends itself', body('throw new Proxy({}, { get() { throw 1; } });'), failed],
  ['what is no module', 'export defau', failed],
  ['a module without a handler', 'export const nothing = 1;', failed],
  ['what is no answer', body('return { status: 200 };'), failed],
  [
    'a change of prototypes',
    body('Object.prototype.polluted = Array.prototype.map = 1; return new Response("done");'),
    /^200 done$/,
  ],
  [
    'a change of globals',
    body('globalThis.Response = globalThis.fetch = null; globalThis.left = "x"; throw new Error("x");'),
    failed,
  ],
  ["the runtime's own header", body('return new Response("x", { headers: { "bindery-answered": "no" } });'), /^200 x$/],
];

/** Reaches for the machine, for other scripts, and for what lies inside. */
const curious = ({ inside, redirecting, otherScript }: HostileTargets): [string, string, RegExp][] => {
  const told = (urls: string[]) =>
    body(`const given = [];
      for (const url of ${JSON.stringify(urls)}) given.push(await fetch(url).then((r) => r.status, () => 'no'));
      return Response.json(given);`);
  const address = `http://127.0.0.1:${inside}/`;
  return [
    [
      'a look at the machine',
      body(`const look = async (f) => { try { return String(await f()); } catch { return 'no'; } };
        return new Response([
          Object.keys(env).join(), await look(async () => JSON.stringify((await import('node:process')).default.env)),
          await look(async () => (await import('node:fs')).readFileSync('/etc/passwd')),
          await look(async () => (await import('node:child_process')).execSync('id')),
        ].join('|'));`),
      /^200 \|\{\}\|no\|no$/,
    ],
    ['a look at other scripts', told([`http://host/scripts/${otherScript}`, 'http://dispatcher/']), refused],
    ['the metadata of a cloud', told(['http://169.254.169.254/latest/meta-data/', 'http://[fd00:ec2::254]/']), refused],
    [
      'a flood of requests inside',
      body(`const given = await Promise.all(Array.from({ length: 200 }, () =>
        fetch('${address}').then((r) => r.status, () => 'no'))); return Response.json([...new Set(given)]);`),
      refused,
    ],
    [
      'addresses inside, in every spelling',
      told(insideHosts.flatMap((host) => [`http://${host}:${inside}/`, `http://${host}/`])),
      refused,
    ],
    ['a name that is another address the next time', told([`http://rebinds.test:${inside}/`]), refused],
    ['a redirect inside', told([`${redirecting}${address}`]), refused],
    [
      'sockets',
      body(`const { connect } = await import('cloudflare:sockets');
        const socket = await (async () => { await connect('127.0.0.1:${inside}').opened; return 'open'; })().catch(() => 'no');
        const { connect: open } = await import('node:net');
        const plain = await new Promise((done) =>
          open(${inside}, '127.0.0.1', () => done('open')).on('error', () => done('no')));
        return Response.json([socket, plain]);`),
      refused,
    ],
    [
      'sockets that are left open by an endless loop',
      body(`const { connect } = await import('cloudflare:sockets');
        for (let i = 0; i < 20; i++) connect('127.0.0.1:${inside}').opened.catch(() => {});
        await new Promise((done) => setTimeout(done)); for (;;);`),
      tooLong,
    ],
  ];
};

/** All of them; more than 30. */
export const hostileScripts = (targets: HostileTargets): HostileScript[] =>
  [...greedy, ...malformed, ...curious(targets)].map(([name, source, outcome]) => ({ name, source, outcome }));
