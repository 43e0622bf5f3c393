import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OtlpTracing } from './otlp-tracing';

let collector: Server;
let received = '';
let endpoint: string;

beforeAll(async () => {
  collector = createServer((request, response) => {
    request.on('data', (data: Buffer) => (received += data.toString()));
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
beforeEach(() => {
  received = '';
});
afterAll(() => collector.close());

const tracing = (share: number) =>
  new OtlpTracing('gateway', {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: {},
    OTEL_TRACES_SAMPLER_ARG: share,
  });

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = (flags: string) => `00-${trace}-00f067aa0ba902b7-${flags}`;

it('keeps the share of the traces that begin here', async () => {
  const [none, half, all] = [0, 0.5, 1].map(tracing) as [OtlpTracing, OtlpTracing, OtlpTracing];
  const kept = (of: OtlpTracing) =>
    Array.from({ length: 1_000 }, () => of.span('GET /', { kind: 'server' })).filter((span) => span).length;
  expect([kept(none), kept(all)]).toEqual([0, 1_000]);
  // Five hundred, give or take nine standard deviations.
  expect(Math.abs(kept(half) - 500)).toBeLessThan(143);
  await Promise.all([none, half, all].map((each) => each.close()));
});

it('lets the process that began a trace decide whether it is kept', async () => {
  const [none, all] = [tracing(0), tracing(1)];
  expect(all.span('dropped', { kind: 'server', parent: parent('00') })).toBeUndefined();
  const span = none.span('continued', { kind: 'server', parent: parent('01') })!;
  span.child('part', { kind: 'internal' }).end();
  span.end();
  expect(span.traceparent).toMatch(new RegExp(`^00-${trace}-[\\da-f]{16}-01$`));
  await Promise.all([none.close(), all.close()]);
  expect(received).toContain('"continued"');
  expect(received).toContain('"part"');
  expect(received).not.toContain('"dropped"');
});

it.each(['', 'nonsense', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`])(
  'begins a trace where %p is none',
  async (none) => {
    const all = tracing(1);
    expect(all.span('begun', { kind: 'server', parent: none })!.traceparent).not.toContain(trace);
    await all.close();
  },
);
