import {
  allEndpoints,
  integrationScopes,
  isMutation,
  type Endpoint,
  type IntegrationEventDetail,
} from '@bindery/contracts';
import { develop, eventsOf, install, mailsTo, pathOf, publish, sql, Tunnel, until } from '@bindery/testing';
import type { Example } from '../contract/example';
import { example } from '../contract/examples';
import { populate, type TestOrganization } from '../support/test-organization';
import { Collector } from '../telemetry/collector';
import { ObservedPlatform } from '../telemetry/observed-platform';
import { PlantingCaller } from './canaries';

const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);
/** Operations that answer secrets without being declared so. */
const opens = new Set([
  ...['createSiteShareLink', 'publishIntegration', 'createStorageUpload', 'exportSpace', 'getSpacePdf'],
  ...['getSitePublishingAuthById', 'getPublishedContentByUrl'],
]);
/** In the short form every sixth operation, others with each seed. */
const chosen = allEndpoints().filter((_, index) => long || index % 6 === seed % 6);
/** Those that answer something secret are always there. */
const writes = allEndpoints().filter(
  (endpoint) =>
    endpoint.secret || opens.has(endpoint.name) || (endpoint.body && isMutation(endpoint) && chosen.includes(endpoint)),
);
const reads = chosen.filter((endpoint) => !isMutation(endpoint));

if (long) jest.setTimeout(1_800_000);

let collector: Collector;
let observed: ObservedPlatform;
let tunnel: Tunnel;
/** The world of the one organization, with words in all that it has, and that of the other one. */
let a: TestOrganization & { api: PlantingCaller };
let b: TestOrganization;
/** The installation of an integration that listens to all that the other organization has. */
let listener: { integrationName: string; installationId: string };

beforeAll(async () => {
  [collector, tunnel] = await Promise.all([Collector.start(), Tunnel.open()]);
  observed = await ObservedPlatform.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '1',
    LOG_LEVEL: 'debug',
    OUTBOUND_ALLOW: '127.0.0.1',
  });
  const { addresses } = observed;
  const world = await populate({ ...addresses, close: () => observed.close() });
  a = { ...world, api: new PlantingCaller(addresses.baseUrl) };
  const { organization, other, admin, otherAdmin, records } = world;
  b = {
    ...{ ...world, organization: other, other: organization, admin: otherAdmin, otherAdmin: admin },
    ...{ reader: await records.user({ [other]: 'read' }), guest: await records.user({ [other]: null }) },
  };
  const integrationName = await publish(b, { scopes: [...integrationScopes] });
  await develop(b, integrationName, tunnel, true);
  listener = await install(b, integrationName);
  await plant();
});
// Only started parts are closed, so that a failure of the start is reported and not one of this.
afterAll(async () => {
  await (a ?? observed)?.close();
  await tunnel?.close();
  collector?.close();
});

/** Sends all kinds of text to the first organization, with canaries in it. */
async function plant(): Promise<void> {
  const [{ params }, asA] = [await example(a, 'getSpaceById'), { token: a.admin.token }];
  const markdown =
    'canary1000001x in text, `canary1000002x` in code, ![canary1000003x](https://canary1000004x.invalid)';
  // Existing pages stay, as conversations are grouped by the text of pages.
  const page = { operation: 'insert_page', title: 'canary1000005x', document: { markdown } };
  const inSpace = { params: { spaceId: params!.spaceId! }, body: { changes: [page] } };
  await a.api.expect('updateSpaceContent', { ...asA, ...inSpace });
  const conversation = {
    ...{ id: 'canary1000006x', subject: 'canary1000007x' },
    parts: [{ type: 'message', role: 'user', body: 'canary1000008x' }],
  };
  const { status: taken } = await a.api.send('POST', `/orgs/${a.organization}/conversations`, {
    ...asA,
    body: conversation,
  });
  expect(taken).toBe(204);
  for (const { name } of writes) {
    const { status, body } = await a.api.call(name, { ...(await example(a, name)), ...asA });
    expect([name, status < 300, body]).toEqual([name, true, body]);
  }
  for (const { token } of [a.admin, a.reader, a.guest, b.admin]) a.api.secrets.add(token);
  await settled();
  const search = { ...asA, params: inSpace.params, query: { query: page.title } };
  await until(async () => {
    const { items } = await a.api.expect<{ items: object[] }>('searchSpaceContent', search);
    return a.api.foundIn(JSON.stringify(items)).includes(page.title);
  });
}

/** Waits until every event was sent, and every job has ended that is not put off for longer than a failed one is. */
async function settled(): Promise<void> {
  const unfinished = {
    outbox: 'published_at is null',
    job: `state = 'running' or state = 'pending' and run_after < now() + interval '1 minute'`,
  };
  const tables = await sql<{ name: string; kind: keyof typeof unfinished }>(
    a,
    `select format('%I.%I', table_schema, table_name) as name, table_name as kind
     from information_schema.tables where table_name in ('outbox', 'job')`,
  );
  const isBusy = async ({ name, kind }: (typeof tables)[number]) =>
    (await sql(a, `select from ${name} where ${unfinished[kind]} limit 1`)).length > 0;
  // An event may cause a job, and a job an event: all have to be idle in one round.
  await until(async () => !(await Promise.all(tables.map(isBusy))).includes(true));
}

async function askAsOther(endpoint: Endpoint, request: Example): Promise<{ status: number; told: string }> {
  const { status, headers, body } = await b.api.send(endpoint.method, pathOf(endpoint, request), {
    body: request.body,
    token: b.admin.token,
  });
  return { status, told: `${JSON.stringify([...headers])} ${JSON.stringify(body)}` };
}

/** The requests for the caller's own objects, for those of the other organization, and for mixtures of both. */
function mixtures(own: Example, foreign: Example): Example[] {
  const swapped = Object.keys(own.params ?? {}).flatMap((name) => [
    { ...own, params: { ...own.params, [name]: foreign.params![name]! } },
    { ...foreign, params: { ...foreign.params, [name]: own.params![name]! } },
  ]);
  return [own, foreign, { ...own, query: foreign.query, body: foreign.body }, ...swapped];
}

it('plants words, and shows them to those whose they are', async () => {
  expect(a.api.planted.size).toBeGreaterThan(long ? 200 : 25);
  let shown = 0;
  for (const endpoint of reads) {
    const { body } = await a.api.call(endpoint.name, { ...(await example(a, endpoint.name)), token: a.admin.token });
    if (a.api.foundIn(JSON.stringify(body ?? '')).length > 0) shown++;
  }
  expect(shown).toBeGreaterThan(reads.length / 4);
});

it.each(reads.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s tells the other organization nothing',
  async (name, endpoint) => {
    const [own, foreign] = [await example(b, name), await example(a, name)];
    const leaks: unknown[] = [];
    for (const request of mixtures(own, foreign)) {
      const { status, told } = await askAsOther(endpoint, request);
      const found = a.api.foundIn(told);
      if (found.length > 0 || status >= 500) leaks.push([pathOf(endpoint, request), status, found]);
    }
    expect(leaks).toEqual([]);
  },
);

it('events, their records and mails of the other organization hold none of its words', async () => {
  const asOther = { token: b.admin.token, params: listener };
  await b.api.expect('updateIntegrationInstallation', { ...asOther, body: { configuration: { key: 'last' } } });
  // Events reach an installation in order.
  const told = () => tunnel.received.map(({ body }) => body.toString());
  await until(() => Promise.resolve(told().some((text) => text.includes('"last"'))));
  const records: string[] = [];
  for (const { id: eventId } of await eventsOf(b, listener.integrationName, 2)) {
    const request = { ...asOther, params: { ...listener, eventId } };
    records.push(JSON.stringify(await b.api.expect<IntegrationEventDetail>('getIntegrationEvent', request)));
  }
  for (const { email } of [b.admin, b.reader, b.guest])
    for (const mail of await mailsTo(b, email)) records.push(JSON.stringify(mail));
  expect([...told(), ...records].flatMap((one) => a.api.foundIn(one))).toEqual([]);
});

it('logs at level debug, metrics and traces hold no words, and nothing that opens something', async () => {
  expect(a.api.secrets.size).toBeGreaterThan(12);
  const told = { logs: observed.logged, metrics: await observed.metrics(), traces: collector.received };
  for (const [where, text] of Object.entries(told)) {
    expect([where, text.length > 1_000]).toEqual([where, true]);
    expect([where, a.api.foundIn(text)]).toEqual([where, []]);
    expect([where, [...a.api.secrets].filter((secret) => text.includes(secret))]).toEqual([where, []]);
  }
});
