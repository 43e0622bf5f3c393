import type { IntegrationInstallation, IntegrationSpaceInstallation, Page, Space } from '@bindery/contracts';
import { eventsOf, install, publish, refuses, until } from '@bindery/testing';
import { integrationToken } from '../security/callers';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

let world: TestOrganization;
beforeAll(async () => (world = await createTestOrganization()));
afterAll(() => world.close());

type Params = Awaited<ReturnType<typeof install>>;

const admin = () => ({ token: world.admin.token });
const of = (spaceId: string) => ({ ...admin(), params: { spaceId } });

async function newSpace(title: string, organizationId = world.organization, token = world.admin.token) {
  const request = { token, params: { organizationId }, body: { title } };
  return (await world.api.expect<Space>('createSpace', request)).id;
}

/** A public integration, installed on the first organization and one of its spaces. */
async function installedOn(space: string): Promise<Params> {
  const params = await install(world, await publish(world, { visibility: 'public' }));
  await world.api.expect('installIntegrationOnSpace', { ...admin(), params, body: { space } });
  return params;
}

const listed = async (operation: string, params: object, token = world.admin.token) => {
  const request = { token, params: { ...params }, query: { extended: true } };
  return (await world.api.expect<Page<IntegrationSpaceInstallation>>(operation, request)).items;
};
const counted = async (params: Params) =>
  (await world.api.expect<IntegrationInstallation>('getIntegrationInstallationById', { ...admin(), params })).spaces;

async function expectNothingLeft(params: Params, spaceId: string): Promise<void> {
  await until(async () => (await counted(params)) === 0);
  expect(await listed('listIntegrationInstallationSpaces', params)).toEqual([]);
  expect(await listed('listIntegrationSpaceInstallations', { integrationName: params.integrationName })).toEqual([]);
  const one = { ...admin(), params: { ...params, spaceId } };
  await refuses(world, 'getIntegrationSpaceInstallation', one, 404);
  await refuses(world, 'updateIntegrationSpaceInstallation', { ...one, body: { externalIds: [] } }, 404);
  const query = { target: 'space' };
  const statuses = { ...admin(), params: { organizationId: world.organization }, query };
  const { items } = await world.api.expect<Page<{ integration: { name: string } }>>(
    'listOrganizationIntegrationsStatus',
    statuses,
  );
  expect(items.map(({ integration }) => integration.name)).not.toContain(params.integrationName);
}

it('leaves nothing of a space to the installation of the organization that it leaves, and says so', async () => {
  const second = await world.records.organization('Second');
  const inBoth = await world.records.user({ [world.organization]: 'admin', [second]: 'admin' });
  const space = await newSpace('Leaves');
  const params = await installedOn(space);
  const body = { organization: second };
  await world.api.expect('transferSpace', { token: inBoth.token, params: { spaceId: space }, body });
  await expectNothingLeft(params, space);
  const [event] = await eventsOf(world, params.integrationName, 3);
  expect(event!.payload).toMatchObject({
    type: 'space_installation_deleted',
    spaceId: space,
    installationId: params.installationId,
    previous: { configuration: {} },
  });
});

it('sends no event of a space of another organization that still stands in an installation', async () => {
  const space = await newSpace('Left');
  const params = await installedOn(space);
  const { integrationName } = params;
  await install(world, integrationName, { token: world.otherAdmin.token, on: world.other });
  const foreign = await newSpace('Foreign', world.other, world.otherAdmin.token);
  // As it is between a transfer and the event of it.
  const change = `update integrations.content_installation set content_id = $2 where content_id = $1`;
  await world.records.query(change, [space, foreign]);
  const integration = await integrationToken(world, params.installationId);
  for (const token of [world.admin.token, integration])
    for (const operation of ['listIntegrationInstallationSpaces', 'listIntegrationSpaceInstallations'])
      expect((await listed(operation, params, token)).map((one) => one.space)).toEqual([foreign]);
  const one = { ...admin(), params: { ...params, spaceId: foreign }, query: { extended: true } };
  expect(await world.api.expect('getIntegrationSpaceInstallation', one)).toMatchObject({ space: foreign });
});

it('hides a deleted space, and has it back when that is restored', async () => {
  const space = await newSpace('Deleted');
  const params = await installedOn(space);
  const one = { ...admin(), params: { ...params, spaceId: space } };
  const body = { configuration: { depth: 3 }, externalIds: ['S'] };
  await world.api.expect('updateIntegrationSpaceInstallation', { ...one, body });
  await world.api.expect('deleteSpaceById', of(space));
  await expectNothingLeft(params, space);
  await refuses(world, 'installIntegrationOnSpace', { ...admin(), params, body: { space } }, 404);
  await world.api.expect('restoreSpace', of(space));
  await until(async () => (await counted(params)) === 1);
  expect(await world.api.expect('getIntegrationSpaceInstallation', one)).toMatchObject({ space, ...body });
});
