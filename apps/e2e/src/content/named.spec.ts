import type { Site, Space } from '@bindery/contracts';
import { ApiClient, exportSpace, findSite, findSpace } from '@bindery/command-line';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

let world: TestOrganization;
let api: ApiClient;
const spaces: string[] = [];

beforeAll(async () => {
  world = await createTestOrganization();
  api = new ApiClient(world.platform.baseUrl, world.admin.token, 'http://bindery.test');
  for (const title of ['Guide', 'Twice', 'Twice'])
    spaces.push((await api.post<Space>(`/orgs/${world.organization}/spaces`, { title })).id);
});
afterAll(() => world.close());

const idOf = async (wanted: string) => (await findSpace<Space>(api, world.organization, wanted)).id;

it('finds a space by its id or its title', async () => {
  expect(await idOf('Guide')).toBe(spaces[0]);
  expect(await idOf(spaces[1]!)).toBe(spaces[1]);
});

it('says which there are when a title names several, and that there is none', async () => {
  await expect(idOf('Twice')).rejects.toThrow(`2 spaces have the title "Twice": give the id of one (`);
  await expect(idOf('Nowhere')).rejects.toThrow('No space has the title or id "Nowhere"');
});

it('finds a site by its id or its title, or none', async () => {
  const { id } = await api.post<Site>(`/orgs/${world.organization}/sites`, { title: 'Handbook', visibility: 'public' });
  expect((await findSite<Site>(api, world.organization, 'Handbook'))?.id).toBe(id);
  expect((await findSite<Site>(api, world.organization, id))?.id).toBe(id);
  expect(await findSite<Site>(api, world.organization, 'Another')).toBeUndefined();
});

it('exports a space, and returns the id of the job', async () => {
  const told: string[] = [];
  const run = await exportSpace(
    api,
    spaces[0]!,
    () => undefined,
    (id) => told.push(id),
  );
  expect({ status: run.status, told }).toEqual({ status: 'completed', told: [run.id] });
});
