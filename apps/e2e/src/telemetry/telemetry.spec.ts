import { setTimeout as sleep } from 'node:timers/promises';
import { Metrics } from '@bindery/observability';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiCaller, TestRecords, type TestUser } from '@bindery/testing';
import { Collector, type CollectedSpan } from './collector';
import { ObservedPlatform } from './observed-platform';

const theirs = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

let collector: Collector;
let platform: ObservedPlatform;
let people: TestRecords;
let api: ApiCaller;
let organization: string;
let admin: TestUser;

beforeAll(async () => {
  collector = await Collector.start();
  platform = await ObservedPlatform.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '1',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector=a%20key',
    LOG_LEVEL: 'debug',
  });
  people = await TestRecords.connect(platform.addresses);
  api = new ApiCaller(platform.addresses.baseUrl);
  organization = await people.organization('Traced');
  admin = await people.user({ [organization]: 'admin' });
});
afterAll(async () => {
  await people.close();
  await platform.close();
  collector.close();
});

/** The answer of `find` as soon as it has one. */
async function eventually<T>(find: () => T | undefined): Promise<T> {
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    await sleep(50);
  }
}

const spanOfRequest = (requestId: string) =>
  eventually(() => collector.spans.find(({ attributes }) => attributes['bindery.request_id'] === requestId));

it('follows a request through gateway, service and database to the consumer of its event', async () => {
  const { status, headers } = await api.call('createSpace', {
    params: { organizationId: organization },
    body: { title: 'Traced' },
    token: admin.token,
    headers: { traceparent: theirs },
  });
  expect(status).toBe(201);
  const request = await spanOfRequest(headers.get('x-request-id')!);
  const spans = await eventually(() => {
    const all = collector.trace(request.traceId);
    const consumer = all.find(({ name }) => name === 'identity_audit_content');
    // Each service sends its own spans when it sees fit.
    const ids = new Set<string | undefined>(all.map(({ spanId }) => spanId));
    const complete = all.every((span) => span === request || ids.has(span.parentSpanId));
    return complete && consumer && all.some(({ parentSpanId }) => parentSpanId === consumer.spanId) ? all : undefined;
  });

  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const pathOf = (span: CollectedSpan): string[] => {
    const parent = span.parentSpanId ? byId.get(span.parentSpanId) : undefined;
    return [...(parent ? pathOf(parent) : []), `${span.service}: ${span.name}`];
  };
  const paths = spans.map((span) => pathOf(span).join(' > '));
  const post = 'gateway: POST /v1/orgs/:organizationId/spaces';
  const handled = `${post} > gateway: createSpace > content: createSpace`;
  expect(paths).toEqual(
    expect.arrayContaining([
      handled,
      `${handled} > content: start`,
      `${handled} > content: insert space`,
      `${handled} > content: insert outbox`,
      `${handled} > identity: identity_audit_content`,
      `${handled} > identity: identity_audit_content > identity: with inbox`,
    ]),
  );
  // All of it hangs together, and nothing of it on what the caller sent.
  expect(spans.filter(({ parentSpanId }) => !byId.has(parentSpanId!))).toEqual([request]);
  expect(request.traceId).not.toBe(theirs.split('-')[1]);
  expect(request.links).toEqual([]);
  const published = await eventually(() =>
    collector.spans.find(
      ({ name, links }) => name === 'publish events' && links.some(({ traceId }) => traceId === request.traceId),
    ),
  );
  expect(published.service).toBe('content');
  expect(collector.received).toContain('"x-collector":"a key"');
});

it('puts no secret and nothing personal into logs, metrics or traces', async () => {
  const canary = 'canary4c1d9e';
  const email = `${canary}@example.com`;
  const path = `/orgs/${organization}/spaces`;
  const asAdmin = { authorization: `Bearer ${admin.token}` };
  const requests: [method: string, path: string, body?: unknown, headers?: Record<string, string>][] = [
    ['GET', path, undefined, { authorization: `Bearer bnd_user_${canary}` }],
    ['GET', path, undefined, { authorization: `Basic ${canary}` }],
    ['GET', path, undefined, { ...asAdmin, cookie: `session=${canary}`, baggage: `email=${email}` }],
    ['GET', `${path}?limit=${canary}&token=${canary}`, undefined, asAdmin],
    ['GET', `/spaces/${canary}`, undefined, asAdmin],
    ['GET', `/orgs/${organization}/members?search=${email}`, undefined, asAdmin],
    ['POST', path, { title: `x\u0000${canary}`, secret: canary }, asAdmin],
    ['POST', path, { title: canary, emoji: canary }, { ...asAdmin, 'idempotency-key': canary }],
    ['POST', path, `{"title": "${canary}`, asAdmin],
    ['POST', `/orgs/${organization}/invites`, { emails: [email], role: 'read' }, asAdmin],
    ['PATCH', `/orgs/${organization}`, { title: canary }, { ...asAdmin, 'if-match': `"${canary}"` }],
    ['POST', `/urls/published`, { url: `https://x.example.com/${canary}?jwt_token=${canary}` }, asAdmin],
    ['GET', `/urls/content?url=https://x.example.com/${canary}?key=${canary}`, undefined, asAdmin],
  ];
  const ids: string[] = [];
  for (const [method, to, body, headers] of requests) {
    const answer = await api.send(method, to, { body, headers });
    expect([to, answer.status < 500]).toEqual([to, true]);
    ids.push(answer.headers.get('x-request-id')!);
  }
  for (const to of [`/sites/${canary}/${canary}?jwt_token=${canary}`, `/sign-in?email=${email}`, `/files/${canary}`])
    ids.push((await fetch(platform.addresses.baseUrl + to)).headers.get('x-request-id')!);
  for (const id of ids) await spanOfRequest(id);
  // Mails are jobs, so they come after the answer.
  await eventually(() => collector.spans.find(({ name }) => name === 'job mail') && true);
  const metrics = await platform.metrics();
  for (const told of [platform.logged, metrics, collector.received]) {
    expect(told.length).toBeGreaterThan(1_000);
    for (const secret of [canary, admin.token, admin.email]) expect(told).not.toContain(secret);
  }
});

it('answers every metric that dashboard and alerts of the cluster ask for', async () => {
  const process = new Metrics('test');
  process.collectProcess();
  const text = `${await platform.metrics()}\n${await process.registry.metrics()}`;
  const exposed = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
    ),
  );
  const folder = join(__dirname, '../../../../k8s/base/monitoring');
  const files = ['dashboard.json', 'rules.yaml'].map((file) => readFileSync(join(folder, file), 'utf8'));
  const asked = files.flatMap((file) => [...file.matchAll(/\b(?:bindery|nodejs|process)_\w+/g)]);
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.map(([name]) => name).filter((name) => !exposed.has(name))).toEqual([]);
  // A counter that appears with its first event begins with 1, and so has no increase.
  const increases = files.flatMap((file) => [...file.matchAll(/\bincrease\((\w+)/g)]);
  expect(increases.filter(([, name]) => !new RegExp(`^${name}[{ ]`, 'm').test(text))).toEqual([]);
});
