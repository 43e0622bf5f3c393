import { BenchPlatform } from '@bindery/bench';
import { checkout, isAlive, PROCESSES, Progress } from '@bindery/launcher';
import { importSource, publishImport } from '@bindery/command-line';
import { until } from '@bindery/testing';

let platform: BenchPlatform;
let pid: number;

beforeAll(async () => {
  platform = await BenchPlatform.start(new Progress({ write: () => true }), {}, true);
});
afterAll(() => platform?.stop());

const isReady = () =>
  fetch(`${platform.api.baseUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

it('is one process for the gateway and all services', async () => {
  const processes = await platform.processes();
  expect(Object.keys(processes)).toEqual(['bindery']);
  pid = processes.bindery!;
  expect(isAlive(pid)).toBe(true);
});

it('reports at one address whether each service is ready', async () => {
  const response = await fetch(`${platform.api.baseUrl}/readyz`);
  const { ready, checks } = (await response.json()) as { ready: boolean; checks: Record<string, boolean> };
  expect([response.status, ready]).toEqual([200, true]);
  for (const name of PROCESSES.filter((process) => process !== 'gateway'))
    for (const check of ['accepting', 'nats', 'postgres', 'migrated'])
      expect([name, check, checks[`${name}.${check}`]]).toEqual([name, check, true]);
});

it('imports, searches and publishes, with every service as its own role', async () => {
  const { api, developer } = platform;
  const { organization } = developer;
  const run = await importSource(api, { source: checkout.docs, organization, title: 'Docs' }, () => undefined);
  expect(run).toMatchObject({ status: 'completed' });
  const space = run.spaces[0]!.id;
  const { pages } = await api.get<{ pages: { title: string }[] }>(`/spaces/${space}/content/pages`);
  expect(pages.length).toBeGreaterThan(0);
  const address = new URL(await publishImport(api, organization, run));
  const page = await fetch(platform.api.baseUrl + address.pathname);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(pages[0]!.title)]);
});

it('serves the metrics of all services at one address, with each family once', async () => {
  const text = await (await fetch(`http://${platform.metricsAddress}/metrics`)).text();
  const types = text.split('\n').filter((line) => line.startsWith('# TYPE '));
  expect(new Set(types).size).toBe(types.length);
  const services = new Set(Array.from(text.matchAll(/service="([\w-]+)"/g), ([, name]) => name));
  expect([...services].sort()).toEqual([...PROCESSES].sort());
  // Memory and event loop are those of the process, and reported once.
  expect(text.match(/^process_resident_memory_bytes/gm)).toHaveLength(1);
});

it('starts again when it is killed, and has all that it acknowledged', async () => {
  const { api, developer } = platform;
  const { id: space } = await api.post<{ id: string }>(`/orgs/${developer.organization}/spaces`, { title: 'Killed' });
  const acknowledged = new Set<string>();
  const refused: unknown[] = [];
  const write = async (number: number) => {
    const body = { body: { markdown: `Comment ${number}` } };
    const comment = await api.post<{ id: string }>(`/spaces/${space}/comments`, body);
    acknowledged.add(comment.id);
  };
  for (let sent = 0; refused.length === 0; sent += 8) {
    const numbers = Array.from({ length: 8 }, (_, index) => sent + index);
    const writing = numbers.map((number) => write(number).catch((error: unknown) => refused.push(error)));
    if (sent === 40) process.kill(pid, 'SIGKILL');
    await Promise.all(writing);
  }
  await until(async () => ((await platform.processes()).bindery ?? pid) !== pid && (await isReady()));
  pid = (await platform.processes()).bindery!;
  const { items } = await api.get<{ items: { id: string }[] }>(`/spaces/${space}/comments?limit=1000`);
  const stored = new Set(items.map(({ id }) => id));
  expect(acknowledged.size).toBeGreaterThanOrEqual(40);
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
});

it('leaves no process when it is stopped', async () => {
  await platform.stop();
  expect(isAlive(pid)).toBe(false);
});
