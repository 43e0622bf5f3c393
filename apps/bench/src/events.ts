import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { measureHostile, type MeasuredHostile } from './hostile';
import { sampled, type Latency } from './latency';
import type { BenchPlatform } from './platform';
import { processorTime } from './processor-time';
import type { TargetedFigure } from './targeted-figure';

/** The cost of the delivery of many events. */
export interface Delivery {
  installations: number;
  events: number;
  eventsPerSecond: number;
  /** Microseconds of processor time for one event, by process (Linux). */
  cpu: Record<string, number>;
  /** Transactions of all services for one event. */
  transactions: number;
}

export interface MeasuredEvents {
  latencies: Latency[];
  deliveries: Delivery[];
  hostile: MeasuredHostile;
}

/** Processes that run scripts end and begin anew. */
const ENDED = { integrations: 'workerd' };
/** How many installations hear of the same events. */
const INSTALLATIONS = [1, 8] as const;
const COLD_SAMPLES = 10;
const WARM_SAMPLES = 200;
/** Events of one call. */
const ACTS_OF_CALL = 500;
const SCRIPT = `export default { async fetch(request) {
  const event = JSON.parse((await request.formData()).get('event'));
  return new Response(event.type);
} };`;

/** Measures how soon scripts get events and requests, and how many events a second go through the bus to them. */
export async function measureEvents(
  platform: BenchPlatform,
  count: number,
  done: (line: Latency | Delivery | TargetedFigure) => void,
  step: (text: string) => void,
): Promise<MeasuredEvents> {
  const database = new Client({ connectionString: platform.databaseUrl });
  await database.connect();
  try {
    const events = new Events(platform, database);
    const latencies: Latency[] = [];
    const deliveries: Delivery[] = [];
    const show = <T extends Latency | Delivery>(list: T[], line: T) => {
      list.push(line);
      done(line);
    };
    step('Publishing');
    const site = await events.site();
    await events.install('bench-1');
    step('First and further answers');
    for (const latency of await events.latencies('bench-1')) show(latencies, latency);
    for (const installations of INSTALLATIONS) {
      for (let number = 2; number <= installations; number++) await events.install(`bench-${number}`);
      step(`${count} events for ${installations} installations`);
      // Warms up, as compilation on first use is not part of the lasting cost.
      await events.deliver(site, ACTS_OF_CALL, installations);
      show(deliveries, await events.deliver(site, count, installations));
    }
    const hostile = await measureHostile(platform, 'bench-1', step);
    for (const line of [...hostile.latencies, ...hostile.figures]) done(line);
    return { latencies, deliveries, hostile };
  } finally {
    await database.end();
  }
}

class Events {
  constructor(
    private readonly platform: BenchPlatform,
    private readonly database: Client,
  ) {}

  async site(): Promise<string> {
    const { api, developer } = this.platform;
    const space = await api.post<{ id: string }>(`/orgs/${developer.organization}/spaces`, { title: 'Events' });
    const site = { title: 'Events', visibility: 'unlisted', spaces: [space.id] };
    return (await api.post<{ id: string }>(`/orgs/${developer.organization}/sites`, site)).id;
  }

  /** Publishes an integration, and installs it on the organization and all of its sites. */
  async install(name: string): Promise<void> {
    const { api, developer } = this.platform;
    const known = await this.query(`select from integrations.integration where name = '${name}'`);
    if (known.length > 0) return;
    const { organization } = developer;
    const scopes = ['site:views:read'];
    await api.post(`/integrations/${name}`, {
      ...{ title: 'Bench', description: 'Takes events', scopes, organization, script: SCRIPT },
    });
    await api.post(`/integrations/${name}/installations`, { organization, site_selection: 'all' });
  }

  /** Requests and events, each when no process runs scripts and when one does. */
  async latencies(name: string): Promise<Latency[]> {
    const request = async () => {
      const begun = performance.now();
      const answer = await fetch(`${this.platform.developer.baseUrl}/integrations/${name}/x`);
      if (!answer.ok || (await answer.text()) !== 'fetch') throw new Error(`A script answered ${answer.status}`);
      return performance.now() - begun;
    };
    const event = () => this.task(name);
    return [
      await sampled('first answer, cold', COLD_SAMPLES, request, () => this.endRuntime()),
      await sampled('further answer, warm', WARM_SAMPLES, request),
      await sampled('first event, cold', COLD_SAMPLES, event, () => this.endRuntime()),
      await sampled('further event, warm', WARM_SAMPLES, event),
    ];
  }

  /** Milliseconds from the cause of an event to its recorded outcome, which follows the script's answer. */
  private async task(name: string): Promise<number> {
    const { api } = this.platform;
    await api.fetch(`/integrations/${name}/tasks`, {
      method: 'POST',
      body: '{"task":{}}',
      headers: { 'content-type': 'application/json' },
    });
    for (;;) {
      const [row] = await this.query<{ took: number }>(
        `select extract(epoch from l.created_at - e.created_at)::float * 1000 as took from integrations.event e
         join integrations.event_log l on l.event_id = e.id where e.type = 'task' and e.state = 'success'
           and e.id = (select max(id) from integrations.event where type = 'task')`,
      );
      if (row) return row.took;
      await sleep(5);
    }
  }

  /** Has readers act until so many events have gone to installations, and waits for the outcome of the last one. */
  async deliver(site: string, count: number, installations: number): Promise<Delivery> {
    const names = await this.names();
    const [before, transactionsBefore] = [await processorTime(names, ENDED), await this.transactions()];
    const begun = performance.now();
    const acts = Math.ceil(count / installations);
    const organization = this.platform.developer.organization;
    for (let made = 0; made < acts; made += ACTS_OF_CALL)
      await this.platform.api.fetch(`/orgs/${organization}/sites/${site}/insights/events`, {
        method: 'POST',
        body: JSON.stringify({ events: Array.from({ length: Math.min(ACTS_OF_CALL, acts - made) }, view) }),
        headers: { 'content-type': 'application/json' },
      });
    const events = acts * installations;
    await this.ended(events);
    const seconds = (performance.now() - begun) / 1_000;
    // Where the process that runs scripts was ended, there is another one.
    const after = await processorTime(new Map([...names, ...(await this.names())]), ENDED);
    const transactions = (await this.transactions()) - transactionsBefore;
    await this.query(`delete from integrations.event where type = 'site_view'`);
    const cpu = [...after].map(([name, sum]) => [name, Math.round((sum - (before.get(name) ?? 0)) / events)] as const);
    return {
      ...{ installations, events, eventsPerSecond: events / seconds, transactions: transactions / events },
      cpu: Object.fromEntries(cpu.filter(([, time]) => time > 0).sort(([, a], [, b]) => b - a)),
    };
  }

  private async ended(events: number): Promise<void> {
    for (;;) {
      await sleep(50);
      // To count them each time would cost the database as much as to deliver them.
      const waiting = await this.query(
        `select from integrations.event where state = 'waiting' and sequence is not null limit 1`,
      );
      if (waiting.length > 0) continue;
      const [row] = await this.query<{ ended: number; failed: number }>(
        `select count(*) filter (where state = 'success')::int as ended,
           count(*) filter (where state in ('retrying', 'failed'))::int as failed
         from integrations.event where type = 'site_view'`,
      );
      if (row!.failed > 0) throw new Error(`${row!.failed} events failed`);
      if (row!.ended >= events) return;
    }
  }

  /** Transactions so far, of which each statement outside of one is one, too. */
  private async transactions(): Promise<number> {
    const [row] = await this.query<{ count: number }>(
      `select sum(xact_commit)::int as count from pg_stat_database where datname = current_database()`,
    );
    return row!.count;
  }

  private async names(): Promise<Map<number, string>> {
    const services = Object.entries(await this.platform.processes()).map(([name, pid]) => [pid, name] as const);
    return new Map([...services, ...(await this.runtimes()).map((pid) => [pid, 'workerd'] as const)]);
  }

  private async endRuntime(): Promise<void> {
    for (const pid of await this.runtimes()) process.kill(pid, 'SIGKILL');
    while ((await this.runtimes()).length > 0) await sleep(10);
  }

  /** The processes in which scripts run now. */
  private async runtimes(): Promise<number[]> {
    const { integrations } = await this.platform.processes();
    const root = join(tmpdir(), `bindery-runtime-${process.getuid?.() ?? 0}`);
    const folders = (await readdir(root).catch(() => [])).filter((folder) => folder.startsWith(`${integrations}-`));
    const found = folders.map((folder) => readFile(join(root, folder, 'pid'), 'utf8').then(Number, () => 0));
    return (await Promise.all(found)).filter((pid) => pid > 0);
  }

  private async query<T extends object>(text: string): Promise<T[]> {
    return (await this.database.query<T>(text)).rows;
  }
}

const view = () => ({
  type: 'page_view',
  session: { sessionId: 's', visitorId: 'v', language: 'en' },
  location: { url: 'https://docs.example.com/page' },
});
