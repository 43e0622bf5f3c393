import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type JetStreamManager, type NatsConnection } from 'nats';
import { Client } from 'pg';
import { eventStream } from '@bindery/config';
import { checkout, SERVICES, snakeCase, type ServiceName } from '@bindery/launcher';
import type { Cluster } from './cluster';
import type { Kind, Mutation } from './load';

/** Where kinds of mutations leave the marker that they were given. */
const places: Record<Exclude<Kind, 'page' | 'merge' | 'task'>, string> = {
  team: 'select id, title as marker from identity.team',
  space: 'select id, title as marker from content.space',
  collection: 'select id, title as marker from content.collection',
  site: 'select id, title as marker from sites.site',
  comment: `select substring(t::text from 'mark\\d+x') as marker from change_requests.comment t`,
  proposal: 'select id, subject as marker from change_requests.change_request',
  term: `select substring(t::text from 'mark\\d+x') as marker from ai_jobs.glossary_entry t`,
};

/** Kinds of which each leaves an audit row of a creation, too. */
const audited = ['team', 'space', 'collection', 'site', 'proposal'] as const;

interface Consumption {
  durable: string;
  subject: string;
  /** Whether events without an effect leave no receipt. */
  writesRarely: boolean;
}

/** Looks into the database, past everything that can be out of order. */
export class Ledger {
  private constructor(
    private readonly client: Client,
    private readonly nats: NatsConnection,
    private readonly jetStream: JetStreamManager,
    private readonly consumptions: Consumption[],
  ) {}

  /** The consumers are those that the streams know, so the platform has to be whole. */
  static async open(cluster: Cluster): Promise<Ledger> {
    const client = new Client({ connectionString: cluster.adminUrl });
    await client.connect();
    const nats = await connect(cluster.natsLogin);
    const jetStream = await nats.jetstreamManager();
    return new Ledger(client, nats, jetStream, await consumptionsOf(jetStream));
  }

  get consumers(): number {
    return this.consumptions.length;
  }

  async close(): Promise<void> {
    await this.nats.close();
    await this.client.end();
  }

  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(text, values)).rows;
  }

  /** Mutations that were acknowledged and are not there, and those that are there more than once. */
  async wrongMutations(history: readonly Mutation[], pages: ReadonlyMap<string, number>): Promise<string[]> {
    const found = new Map<string, number>();
    for (const [kind, text] of Object.entries(places))
      for (const { marker, count } of await this.query<{ marker: string; count: number }>(
        `select marker, count(*)::int as count from (${text}) as place group by marker`,
      ))
        found.set(`${kind} ${marker}`, count);
    return history.flatMap(({ kind, marker, acknowledged, attempts }) => {
      if (kind === 'task') return [];
      const isPage = kind === 'page' || kind === 'merge';
      const count = (isPage ? pages.get(marker) : found.get(`${kind} ${marker}`)) ?? 0;
      if (count === 1 || (count === 0 && !acknowledged)) return [];
      return [`${kind} ${marker} is there ${count} times after ${attempts} attempts`];
    });
  }

  /** The objects without exactly one audit row, also those that a client made before it gave up. */
  async wrongAudits(history: readonly Mutation[]): Promise<string[]> {
    const wrong: string[] = [];
    for (const kind of audited) {
      const asked = new Map(history.filter((one) => one.kind === kind).map((one) => [one.marker, one.acknowledged]));
      const rows = await this.query<{ id: string; marker: string; count: number }>(
        `select id, marker, (select count(*)::int from identity.audit_event a
           where a.target_id = place.id and a.action like 'create%') as count
         from (${places[kind]}) as place where marker = any($1)`,
        [[...asked.keys()]],
      );
      for (const { id, marker, count } of rows) {
        if (count !== 1) wrong.push(`${kind} ${marker} has ${count} audit rows`);
        if ((asked.get(marker)?.id ?? id) !== id) wrong.push(`${kind} ${marker} was acknowledged as another one`);
      }
    }
    return wrong;
  }

  /** Events that were not published, not received by each of their consumers, or given up. */
  async openEvents(): Promise<string[]> {
    const open: string[] = [];
    for (const service of SERVICES) {
      const schema = snakeCase(service);
      for (const { id, subject } of await this.query<{ id: string; subject: string }>(
        `select id, subject from ${schema}.outbox where published_at is null limit 5`,
      ))
        open.push(`${subject} ${id} is not published`);
      for (const { consumer, error } of await this.query<{ consumer: string; error: string }>(
        `select consumer, error from ${schema}.dead_letter limit 5`,
      ))
        open.push(`${consumer} has given up: ${error.slice(0, 300)}`);
    }
    for (const { durable, subject, writesRarely } of this.consumptions) {
      const [, source] = subject.split('.') as [string, ServiceName];
      if (writesRarely) {
        const { num_pending, num_ack_pending } = await this.jetStream.consumers.info(eventStream(source), durable);
        if (num_pending + num_ack_pending > 0)
          open.push(`${durable} has not had ${num_pending + num_ack_pending} events`);
        continue;
      }
      const [{ missing } = { missing: 0 }] = await this.query<{ missing: number }>(
        `select count(*)::int as missing from ${snakeCase(source)}.outbox o where o.subject = $1
         and not exists (select from ${schemaOf(durable)}.inbox i where i.consumer = $2 and i.event_id = o.id)`,
        [subject, durable],
      );
      if (missing > 0) open.push(`${durable} has not received ${missing} events`);
    }
    return open;
  }

  /** The records of integrations are encrypted, so that events can only be counted: tasks, and events of revisions. */
  async wrongRecords(history: readonly Mutation[]): Promise<string[]> {
    const [row] = await this.query<{ tasks: number; told: number; revisions: number }>(
      `select count(*) filter (where type = 'task')::int as tasks,
         count(*) filter (where type = 'space_content_updated')::int as told,
         (select count(*)::int from content.outbox where subject = 'event.content.revision.created'
          and envelope->'payload'->>'branch' = 'main' and envelope->'payload'->>'previous' is not null) as revisions
       from integrations.event`,
    );
    const { tasks, told, revisions } = row!;
    const asked = history.filter(({ kind }) => kind === 'task');
    const least = asked.filter(({ acknowledged }) => acknowledged).length;
    return [
      ...(tasks < least || tasks > asked.length ? [`${tasks} tasks for ${least} to ${asked.length} requests`] : []),
      ...(told !== revisions ? [`${told} events of ${revisions} revisions`] : []),
    ];
  }
}

/** A consumer is named after its service. */
function schemaOf(durable: string): string {
  const service = SERVICES.find((name) => durable.startsWith(`${name}_`));
  if (!service) throw new Error(`The consumer ${durable} belongs to no service`);
  return snakeCase(service);
}

/** Those of every process that runs here: the notifier of renderers is not one of them. */
async function consumptionsOf(jetStream: JetStreamManager): Promise<Consumption[]> {
  const rare = rareWriters();
  const found: Consumption[] = [];
  for (const { config } of await jetStream.streams.list().next())
    for await (const { name, config: consumer } of jetStream.consumers.list(config.name))
      if (!name.startsWith('sites_renderers-'))
        found.push({
          durable: name,
          subject: consumer.filter_subject!,
          writesRarely: rare.has(name),
        });
  return found;
}

/** The names of consumers most events of which have no effect, as the code declares them. */
function rareWriters(): Set<string> {
  const declaration = /@Consumes(?:Together)?\([^']*?'([^']+)',\s*\{[^}]*writesRarely: true/g;
  const names = SERVICES.flatMap((service) => {
    const folder = join(checkout.root, 'apps', service, 'src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const found = files.flatMap((file) =>
      Array.from(readFileSync(join(folder, file), 'utf8').matchAll(declaration), ([, name]) => `${service}_${name}`),
    );
    return found.flatMap((name) => SERVICES.map((producer) => `${name}_${producer}`));
  });
  return new Set(names);
}
