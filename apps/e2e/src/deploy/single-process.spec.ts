import { BenchPlatform } from '@bindery/bench';
import { checkout, isAlive, PROCESSES, Progress } from '@bindery/launcher';
import { importSource, publishImport } from '@bindery/command-line';

let platform: BenchPlatform;
let pid: number;

beforeAll(async () => {
  platform = await BenchPlatform.start(new Progress({ write: () => true }), {}, true);
});
afterAll(() => platform?.stop());

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

it('leaves no process when it is stopped', async () => {
  await platform.stop();
  expect(isAlive(pid)).toBe(false);
});
