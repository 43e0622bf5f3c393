import type { Server } from 'node:http';
import { Metrics, portOf, startHealthServer } from './index';

let server: Server;
let checks: Record<string, () => boolean | Promise<boolean>>;
const metrics = new Metrics('test');

beforeAll(async () => {
  server = await startHealthServer(
    { port: 0 },
    { first: () => checks.first!(), second: () => checks.second!() },
    metrics,
  );
});
beforeEach(() => {
  checks = { first: () => true, second: () => Promise.resolve(true) };
});
afterAll(() => server.close());

const read = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${portOf(server)}${path}`);
  return { status: response.status, text: await response.text() };
};

it('is ready when every check holds, and names the one that does not', async () => {
  expect((await read('/readyz')).status).toBe(200);
  for (const second of [
    () => false,
    () => Promise.reject(new Error()),
    () => {
      throw new Error();
    },
  ]) {
    checks.second = second;
    const { status, text } = await read('/readyz');
    expect([status, JSON.parse(text)]).toEqual([503, { ready: false, checks: { first: true, second: false } }]);
    expect((await read('/livez')).status).toBe(200);
  }
});

it('reports figures, also while some cannot be read', async () => {
  metrics.operations.observe({ operation: 'getSpaceById', status: 200 }, 0.003);
  metrics.gauge('bindery_age', 'An age', () => Promise.resolve(7));
  metrics.gauge('bindery_broken', 'A figure', () => Promise.reject(new Error('The database is away')));
  metrics.gauges('bindery_lag', 'A lag', 'consumer', () => Promise.resolve([['search', 3]]));
  metrics.gauges('bindery_lost', 'A lag', 'consumer', () => Promise.reject(new Error('NATS is away')));
  const { status, text } = await read('/metrics');
  expect(status).toBe(200);
  expect(text).toContain('bindery_operation_seconds_count{service="test",operation="getSpaceById",status="200"} 1');
  expect(text).toContain('bindery_age{service="test"} 7');
  expect(text).toContain('bindery_broken{service="test"} Nan');
  expect(text).toContain('bindery_lag{consumer="search",service="test"} 3');
  expect(text).not.toMatch(/^bindery_lost\{/m);
});

it('answers 404 for anything else', async () => expect((await read('/etc/passwd')).status).toBe(404));
