import { setTimeout as delay } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { type ProcessName, type ServiceName, SERVICES } from '@bindery/launcher';
import { importPages } from './content';
import { writePages } from './documentation';
import type { LoadGenerator, LoadRequest } from './load';
import type { BenchPlatform } from './platform';
import { processorTime } from './processor-time';

const CONNECTIONS = 32;
const WARM_UP = 2;
/** Events whose way from outbox to consumer is measured, of each service. */
const EVENTS = 2_000;
/** Milliseconds. */
const CONSUMED_WITHIN = 300_000;

interface ServiceCapacity {
  service: ProcessName;
  /** The name of the request. */
  request: string;
  /** The requests that one core of the service answers in a second, from the processor time of each. */
  requestsPerCore: number;
  /** The events that one core of the service publishes in a second; undefined for the gateway, which publishes none. */
  eventsPerCore?: number;
}

export interface Capacity {
  services: ServiceCapacity[];
  /** The events that one core of identity, which writes the audit log, consumes in a second. */
  consumedPerCore: number;
  /** MiB of the database, with indexes and search, for 1,000 pages. */
  databasePerThousandPages: number;
}

/** Measures what a core does in each process by the processor time that the process takes, however busy the machine is. */
export async function measureCapacity(
  platform: BenchPlatform,
  generator: LoadGenerator,
  { pages, seconds }: { pages: number; seconds: number },
  step: (text: string) => void,
): Promise<Capacity> {
  const admin = new Client({ connectionString: platform.databaseUrl });
  await admin.connect();
  try {
    step(`Importing ${pages} pages`);
    const before = await databaseSize(admin);
    const { id: space, pages: listed } = await importPages(platform, 'Capacity', writePages(pages), 1);
    const grown = (await databaseSize(admin)) - before;
    const paths = Object.entries(await typicalRequests(platform, space, listed[0]!.id));
    const requests = new Map<string, Times>();
    for (const [service, path] of paths) {
      step(`${service}: requests`);
      requests.set(service, await timesOf(platform, generator, { path: `/v1${path}` }, seconds));
    }
    // Measured afterwards: other consumers of the events would work while requests are measured.
    const services: ServiceCapacity[] = [];
    const consumed: number[] = [];
    for (const [service, path] of paths) {
      step(`${service}: events`);
      const events = await timesOfEvents(platform, admin, service as ServiceName);
      if (service !== 'identity') consumed.push(events.identity!);
      services.push({
        service: service as ServiceName,
        request: `GET /v1${path.replace(/\/[\dA-Za-z]{20,}/g, '/:id')}`,
        requestsPerCore: 1e6 / requests.get(service)![service]!,
        eventsPerCore: 1e6 / events[service]!,
      });
    }
    const gateway = [...requests.values()].map((times) => times.gateway!);
    const mean = (times: number[]) => times.reduce((sum, time) => sum + time, 0) / times.length;
    services.unshift({ service: 'gateway', request: 'the mean of those below', requestsPerCore: 1e6 / mean(gateway) });
    return { services, consumedPerCore: 1e6 / mean(consumed), databasePerThousandPages: (grown / pages) * 1_000 };
  } finally {
    await admin.end();
  }
}

/** The most frequent request of each service. */
async function typicalRequests(platform: BenchPlatform, space: string, page: string) {
  const { api, developer } = platform;
  await api.post(`/spaces/${space}/comments`, { body: { markdown: 'Well said.' } });
  const organization = developer.organization;
  const site = await api.post<{ id: string }>(`/orgs/${organization}/sites`, { title: 'Capacity', spaces: [space] });
  return {
    identity: `/orgs/${organization}`,
    content: `/spaces/${space}/content/page/${page}`,
    'change-requests': `/spaces/${space}/comments`,
    sites: `/orgs/${organization}/sites/${site.id}`,
    integrations: `/orgs/${organization}/installations`,
    'ai-jobs': `/orgs/${organization}/translations`,
  } satisfies Record<ServiceName, string>;
}

type Times = Record<string, number>;

/** Microseconds of processor time that a request takes in each process. */
async function timesOf(
  platform: BenchPlatform,
  generator: LoadGenerator,
  request: LoadRequest,
  seconds: number,
): Promise<Times> {
  const { baseUrl: url, token } = platform.developer;
  const load = { url, token, requests: [request], connections: CONNECTIONS };
  await generator.run({ ...load, seconds: WARM_UP });
  return timed(platform, async () => {
    const { requests: sent, failed } = await generator.run({ ...load, seconds });
    if (failed > 0) throw new Error(`${failed} of ${sent} requests of ${request.path} failed`);
    return sent;
  });
}

/** The same of an event of the audit log, from the outbox of a service to what identity makes of it. */
function timesOfEvents(platform: BenchPlatform, admin: Client, service: ServiceName): Promise<Times> {
  const schema = service.replaceAll('-', '_');
  const subject = `event.${service}.audit.recorded`;
  const organization = platform.developer.organization;
  return timed(platform, async () => {
    const mark = randomUUID();
    const payload = {
      action: 'benchmark',
      organization,
      actor: '',
      token: '',
      target: { type: 'bench', id: mark },
      params: {},
    };
    const envelope = {
      type: `${service}.audit.recorded`,
      organization,
      aggregate: mark,
      version: 1,
      actor: '',
      requestId: mark,
      payload,
    };
    await admin.query(
      `insert into ${schema}.outbox (id, subject, envelope)
       select id, $1, $2::jsonb || jsonb_build_object('id', id, 'occurredAt', now())
       from (select gen_random_uuid() as id from generate_series(1, $3)) made`,
      [subject, JSON.stringify(envelope), EVENTS],
    );
    await consumed(admin, schema, mark);
    return EVENTS;
  });
}

/** Waits until every marked event has had its effect. */
async function consumed(admin: Client, schema: string, mark: string): Promise<void> {
  for (const end = Date.now() + CONSUMED_WITHIN; Date.now() < end; await delay(100)) {
    const { rows } = await admin.query<{ waiting: number }>(
      `select count(*)::int as waiting from ${schema}.outbox o where o.envelope->>'requestId' = $1
         and not exists (select from identity.inbox i where i.event_id = o.id and i.consumer like 'identity\\_audit\\_%')`,
      [mark],
    );
    if (rows[0]?.waiting === 0) return;
  }
  throw new Error(`The events of ${schema} were not consumed within ${CONSUMED_WITHIN / 1_000} s`);
}

/** Microseconds of processor time in each process while the work runs, by each of the things that it says it did. */
async function timed(platform: BenchPlatform, work: () => Promise<number>): Promise<Times> {
  const names = new Map(Object.entries(await platform.processes()).map(([name, pid]) => [pid, name] as const));
  const before = await processorTime(names);
  const count = await work();
  const after = await processorTime(names);
  const used = [...names.values()].map((name) => [name, ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / count]);
  return Object.fromEntries(used) as Times;
}

/** MiB, once what was written has its final form. */
async function databaseSize(admin: Client): Promise<number> {
  for (const service of SERVICES) {
    const { rows } = await admin.query<{ name: string }>(
      'select tablename as name from pg_tables where schemaname = $1',
      [service.replaceAll('-', '_')],
    );
    for (const { name } of rows) await admin.query(`vacuum analyze ${service.replaceAll('-', '_')}."${name}"`);
  }
  const { rows } = await admin.query<{ size: string }>('select pg_database_size(current_database()) as size');
  return Number(rows[0]!.size) / 1024 ** 2;
}

export function capacityLines({ services, consumedPerCore, databasePerThousandPages }: Capacity): string[] {
  const lines = services.map(({ service, request, requestsPerCore, eventsPerCore }) => {
    return `| ${service} | ${request} | ${requestsPerCore.toFixed(0)} | ${eventsPerCore?.toFixed(0) ?? ''} |`;
  });
  return [
    '| process | request | requests/s of a core | events/s of a core |',
    '| --- | --- | --- | --- |',
    ...lines,
    `One core of identity consumes ${consumedPerCore.toFixed(0)} events/s; 1,000 pages take ${databasePerThousandPages.toFixed(0)} MiB of the database.`,
  ];
}
