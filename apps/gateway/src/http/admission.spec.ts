import fastify, { type FastifyInstance } from 'fastify';
import type { ApiError } from '@bindery/contracts';
import { Metrics } from '@bindery/observability';
import { Admission } from './admission';
import { sendError } from './error.filter';

let server: FastifyInstance;
let url: string;
let atWork: (() => void)[];
const metrics = new Metrics('test');

beforeAll(async () => {
  const admission = new Admission(2, metrics);
  // Clients keep their connections for longer than the test runs.
  server = fastify({ forceCloseConnections: true });
  server.setErrorHandler((error, _request, reply) => sendError(reply, error as unknown as ApiError));
  server.get('/', () =>
    admission.during(async () => {
      await new Promise<void>((resolve) => atWork.push(resolve));
      return {};
    }),
  );
  url = await server.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(() => (atWork = []));
afterAll(() => server.close());

/** Waits until so many requests are in a state. */
async function until(state: 'running' | 'waiting', count: number): Promise<void> {
  const figure = new RegExp(`bindery_requests\\{state="${state}",service="test"\\} ${count}\\n`);
  while (!figure.test(await metrics.registry.metrics())) await new Promise(setImmediate);
}

it('lets those wait who come all at once, and refuses at once what is more', async () => {
  const first = Array.from({ length: 18 }, () => fetch(url));
  await until('waiting', 16);
  const refused = await fetch(url);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toEqual({ error: { code: 503, message: 'The server is busy' } });
  expect(atWork).toHaveLength(2);
  for (let answered = 0; answered < 18;) {
    for (const answer of atWork.splice(0)) {
      answer();
      answered++;
    }
    await new Promise(setImmediate);
  }
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual(first.map(() => 200));
  await until('running', 0);
  expect(await metrics.registry.metrics()).toContain('bindery_shed_total{service="test"} 1');
});

it('keeps the place of a caller who has hung up as long as the work for them goes on', async () => {
  const hangUp = new AbortController();
  const gone = fetch(url, { signal: hangUp.signal }).catch(() => 'gone');
  await until('running', 1);
  hangUp.abort();
  expect(await gone).toBe('gone');
  await until('running', 1);
  atWork.forEach((answer) => answer());
  await until('running', 0);
});
