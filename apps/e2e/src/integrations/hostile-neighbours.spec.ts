import { createServer } from 'node:http';
import { portOf } from '@bindery/observability';
import { hostileScripts, percentile } from '@bindery/bench';
import { freshName, install, manifest } from '@bindery/testing';
import { createRuntimeWorld, type RuntimeWorld } from './runtime-world';

const isLong = process.env.BINDERY_TEST === 'long';
/** Milliseconds of each measurement. */
const duration = isLong ? 20_000 : 2_000;

let world: RuntimeWorld;
/** The server that hostile scripts try to reach. */
const inside = createServer((_request, response) => response.end('inside'));
let connections = 0;
inside.on('connection', () => connections++);
beforeAll(async () => {
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  // They have to begin anew often.
  world = await createRuntimeWorld({ RUNTIME_TIME: '2000' });
});
afterAll(async () => {
  await world.close();
  inside.close();
});

/** The address of a script that one organization publishes and has installed. */
async function published(script: string, of: 'admin' | 'otherAdmin'): Promise<string> {
  const on = of === 'admin' ? world.organization : world.other;
  const { token } = world[of];
  const integrationName = freshName();
  const body = { ...manifest(world), organization: on, script };
  await world.api.expect('publishIntegration', { token, params: { integrationName }, body });
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

it('harmless scripts, and the gateway, answer beside hostile ones; the times are printed', async () => {
  const calm = await published('export default { fetch: () => new Response("calm") };', 'otherAdmin');
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
  // The event of their installation is enough for them to begin.
  const all = hostileScripts({ inside: portOf(inside), redirecting: `${world.url}/`, otherScript: 'other@1' });
  // The short form has a third of them, of every kind.
  const hostile = all.filter((_, at) => isLong || at % 3 === 0);
  const addresses: string[] = [];
  for (const { source } of hostile) addresses.push(await published(source, 'admin'));
  let running = true;
  const attacks = addresses.map(async (address) => {
    // The outcome of the attack itself is not tested here.
    while (running) await statusOf(address).catch(() => undefined);
  });
  let beside: number[][];
  try {
    beside = await measure();
  } finally {
    running = false;
    await Promise.allSettled(attacks);
  }
  expect(connections).toBe(0);
  for (const [at, who] of ['a script', 'the gateway'].entries()) {
    const [was, is] = [before, beside].map((both) => percentile(both[at]!, 0.99));
    console.log(`p99 of ${who}: ${was!.toFixed(1)} ms alone, ${is!.toFixed(1)} ms beside hostile scripts`);
  }
});

it('scripts say in headers what is theirs to say, and see no cookie of the platform', async () => {
  const url = await published(
    `export default { fetch: async (request) => new Response(JSON.parse((await request.formData()).get('event')).request.headers.cookie, { headers: {
      'content-type': 'text/plain', 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'set-cookie': 'a=b',
      'service-worker-allowed': '/', 'clear-site-data': '"*"', 'strict-transport-security': 'max-age=0', 'refresh': '0;url=/',
      'x-accel-redirect': '/etc/passwd', 'x-sendfile': '/etc/passwd', 'x-request-id': 'mine', 'access-control-allow-credentials': 'true',
      'link': '</evil>; rel=preload' } }) };`,
    'otherAdmin',
  );
  const cookie = 'own=1; bindery-session=bnd_session_x; __Host-bindery-session=y; bindery-browser=z; bindery-next=n';
  const answer = await fetch(url, { headers: { cookie } });
  expect(await answer.text()).toBe('own=1');
  const said = [...answer.headers.keys()];
  expect(said).toEqual(
    expect.arrayContaining(['content-type', 'cache-control', 'x-robots-tag', 'content-security-policy']),
  );
  for (const name of [
    'set-cookie',
    'service-worker-allowed',
    'clear-site-data',
    'strict-transport-security',
    'refresh',
  ])
    expect(said).not.toContain(name);
  for (const name of ['x-accel-redirect', 'x-sendfile', 'access-control-allow-credentials', 'link'])
    expect(said).not.toContain(name);
  expect(answer.headers.get('x-request-id')).not.toBe('mine');
});
