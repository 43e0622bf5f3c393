import fastify, { type FastifyInstance } from 'fastify';
import type { ApiError } from '@bindery/contracts';
import { Metrics } from '@bindery/observability';
import { Admission } from './admission';
import { sendError } from './error.filter';

let server: FastifyInstance;
let url: string;
let waiting: (() => void)[];
const metrics = new Metrics('test');

beforeAll(async () => {
  const admission = new Admission(2, metrics);
  // Clients keep their connections for longer than the test runs.
  server = fastify({ forceCloseConnections: true });
  server.setErrorHandler((error, _request, reply) => sendError(reply, error as unknown as ApiError));
  server.get('/', () =>
    admission.during(async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return {};
    }),
  );
  url = await server.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(() => (waiting = []));
afterAll(() => server.close());

/** Waits until so many requests are at work. */
async function atWork(count: number): Promise<void> {
  const running = new RegExp(`bindery_requests\\{state="running",service="test"\\} ${count}\\n`);
  while (!running.test(await metrics.registry.metrics())) await new Promise(setImmediate);
}

it('refuses at once what is more than it may work on, and lets others in as soon as there is a place', async () => {
  const first = [fetch(url), fetch(url)];
  await atWork(2);
  const refused = await fetch(url);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toEqual({ error: { code: 503, message: 'The server is busy' } });
  expect(waiting).toHaveLength(2);
  waiting.forEach((answer) => answer());
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
  await atWork(0);
  expect(await metrics.registry.metrics()).toContain('bindery_shed_total{service="test"} 1');
});

it('keeps the place of a caller who has hung up as long as the work for them goes on', async () => {
  const hangUp = new AbortController();
  const gone = fetch(url, { signal: hangUp.signal }).catch(() => 'gone');
  await atWork(1);
  hangUp.abort();
  expect(await gone).toBe('gone');
  await atWork(1);
  waiting.forEach((answer) => answer());
  await atWork(0);
});
