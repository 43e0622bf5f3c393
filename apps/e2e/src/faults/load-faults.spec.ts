import { setTimeout as sleep } from 'node:timers/promises';
import type { IntegrationInstallation, Page, RevisionPages, SearchPageResult, Space } from '@bindery/contracts';
import { ApiCaller, flat, TestRecords, type TestUser, seededRandom } from '@bindery/testing';
import { Cluster } from './cluster';
import { allFaults, shuffled, someFaults } from './faults';
import { eventually } from './kill';
import { Ledger } from './ledger';
import { Load } from './load';

const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);
/** The long form can be cut to try it out. */
const count = Number(process.env.BINDERY_MUTATIONS ?? (long ? 10_000 : 80));
const random = seededRandom(seed);
const faults = long
  ? shuffled([...allFaults, ...allFaults], random).slice(0, Number(process.env.BINDERY_FAULTS ?? 60))
  : shuffled(someFaults(random), random);

if (long) jest.setTimeout(3 * 3_600_000);

let cluster: Cluster;
let records: TestRecords;
let admin: TestUser;
let organization: string;
let api: ApiCaller;

beforeAll(async () => {
  cluster = await Cluster.start();
  records = await TestRecords.connect(cluster);
  organization = await records.organization('Faults');
  admin = await records.user({ [organization]: 'admin' });
  api = new ApiCaller(cluster.baseUrl);
  // The connection would end with Postgres.
  await records.close();
});
afterAll(() => cluster.stop());

it(`loses and doubles none of ${count} mutations under ${faults.length} faults`, async () => {
  const integrationName = await listener();
  const load = new Load({
    ...{ baseUrl: cluster.baseUrl, token: admin.token, organization, integrationName },
    ...{ clients: 8, count, random },
  });
  let ended = false;
  const running = load.run().finally(() => (ended = true));
  for (const [index, fault] of faults.entries()) {
    const due = ((index + 0.5) * count) / faults.length;
    while (!ended && load.acknowledged < due) await sleep(20);
    const before = load.acknowledged;
    await fault.strike(cluster, random);
    console.log(`seed ${seed}: ${fault.name} after ${before} mutations, over after ${load.acknowledged}`);
  }
  await running;
  const ledger = await Ledger.open(cluster);
  try {
    expect(ledger.consumers).toBeGreaterThan(30);
    await settled(() => ledger.openEvents());
    expect(await ledger.wrongMutations(load.history, await pages())).toEqual([]);
    expect(await ledger.wrongAudits(load.history)).toEqual([]);
    expect(await ledger.wrongRecords(load.history)).toEqual([]);
    await expectFound(load);
    await expectNothingTold(load);
    expect(await explained(load.strange)).toEqual([]);
  } finally {
    await ledger.close();
  }
  const again = load.history.filter(({ attempts }) => attempts > 1).length;
  console.log(`seed ${seed}: ${load.history.length} mutations, ${again} of them asked for more than once`);
});

/** Each with what the log says about its request. */
async function explained(strange: string[]): Promise<string[]> {
  if (strange.length === 0) return [];
  const lines = (await cluster.logs()).split('\n');
  return strange.map((text) => {
    const [, id] = /request ([\w-]{36})/.exec(text) ?? [];
    return [text, ...(id ? lines.filter((line) => line.includes(id)) : [])].join('\n');
  });
}

/** Publishes an integration that gets an event of every change of content; returns its name. */
async function listener(): Promise<string> {
  const params = { integrationName: `listener-${seed}` };
  const manifest = {
    ...{ title: 'Listener', description: 'Is told', visibility: 'private', organization },
    scopes: ['space:content:read'],
    script: 'export default { fetch: () => new Response("OK") };',
  };
  await api.expect('publishIntegration', { token: admin.token, params, body: manifest });
  const body = { organization };
  await api.expect<IntegrationInstallation>('installIntegration', { token: admin.token, params, body });
  return params.integrationName;
}

/** Waits until nothing is open any more; says what is when that takes too long. */
async function settled(open: () => Promise<string[]>): Promise<void> {
  let left: string[] = [];
  for (const end = Date.now() + 240_000; Date.now() < end; await sleep(250)) {
    left = await open();
    if (left.length === 0) return;
  }
  expect(left).toEqual([]);
}

const asAdmin = () => ({ token: admin.token });
const clientSpaces = async (): Promise<Space[]> => {
  const request = { ...asAdmin(), params: { organizationId: organization }, query: { limit: 1000 } };
  const spaces: Space[] = [];
  for (let page: string | undefined; ;) {
    const answer = await api.expect<Page<Space>>('listSpacesInOrganizationById', {
      ...request,
      query: { ...request.query, ...(page && { page }) },
    });
    spaces.push(...answer.items.filter(({ title }) => title.startsWith('own')));
    page = answer.next?.page;
    if (!page) return spaces;
  }
};

/** How often each title stands in the spaces that clients edit. */
async function pages(): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { id: spaceId } of await clientSpaces()) {
    const revision = await api.expect<RevisionPages>('listPages', { ...asAdmin(), params: { spaceId } });
    for (const { title } of flat(revision.pages)) counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return counts;
}

/** Search has every page that was acknowledged, once. */
async function expectFound({ history }: Load): Promise<void> {
  const written = history.filter(({ kind, acknowledged }) => acknowledged && (kind === 'page' || kind === 'merge'));
  const step = Math.ceil(written.length / 200);
  for (const { marker } of written.filter((_, index) => index % step === 0)) {
    const request = { ...asAdmin(), params: { organizationId: organization }, query: { query: marker } };
    const items = await eventually(async () => {
      const answer = await api.expect<Page<{ pages: SearchPageResult[] }>>('searchOrganizationContent', request);
      return answer.items.length > 0 ? answer.items : undefined;
    });
    expect([marker, items.flatMap((item) => item.pages).map(({ title }) => title)]).toEqual([marker, [marker]]);
  }
}

/** Neither tokens nor what tenants wrote stand in logs and metrics. */
async function expectNothingTold({ history }: Load): Promise<void> {
  const figures = cluster.replicas.map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
  const told = `${await cluster.logs()}\n${(await Promise.all(figures)).join('\n')}`;
  expect(told).toContain('Ready');
  expect(told).not.toContain(admin.token);
  expect(history.filter(({ marker }) => marker.startsWith('mark') && told.includes(marker))).toEqual([]);
}
