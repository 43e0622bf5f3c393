import type { IntegrationInstallation, IntegrationSpaceInstallation, Page, Space } from '@bindery/contracts';
import {
  createServiceOrganization,
  eventsOf,
  freshName,
  install,
  publish,
  refuses,
  type ServiceOrganization,
  tokenOf,
  until,
} from '@bindery/testing';
import { PurgeOrganizations } from '../../src/installations/purge-organizations';

let world: ServiceOrganization;
let space: string;

beforeAll(async () => {
  world = await createServiceOrganization('integrations');
  space = await newSpace('Guide');
});
afterAll(() => world.close());

async function newSpace(title: string): Promise<string> {
  const params = { organizationId: world.organization };
  return (await world.api.expect<Space>('createSpace', { token: world.admin.token, params, body: { title } })).id;
}

const update = (params: Record<string, string>, body: object, token = world.admin.token) =>
  world.api.expect<IntegrationInstallation>('updateIntegrationInstallation', { token, params, body });

const account = {
  properties: {
    key: { type: 'string' },
    size: { type: 'number' },
    on: { type: 'boolean', default: true },
    kind: { type: 'string', enum: ['a', 'b'] },
    connect: { type: 'button', callback_url: '/oauth', button_text: 'Connect' },
  },
  required: ['key', 'connect'],
};
const demanding = { configurations: { account } };

describe('an installation', () => {
  it('waits until it has all that its configuration requires', async () => {
    const params = await install(world, await publish(world, demanding));
    const get = () =>
      world.api.expect<IntegrationInstallation>('getIntegrationInstallationById', { token: world.admin.token, params });
    expect(await get()).toMatchObject({ status: 'pending', configuration: { on: true }, spaces: 0 });
    await update(params, { configuration: { key: 'k' } });
    expect(await get()).toMatchObject({ status: 'pending', configuration: { key: 'k' } });
    // A new configuration gets the defaults as well, for properties that it does not set.
    expect((await get()).configuration).toEqual({ key: 'k', on: true });
    expect((await update(params, { configuration: { on: false } })).configuration).toEqual({ on: false });
    await update(params, { configuration: { key: 'k' } });
    const token = await tokenOf(world, params);
    const configuration = { key: 'k', connect: { access_token: 'x' }, own: { deep: [1] } };
    await update(params, { configuration, externalIds: ['abc'] }, token);
    expect(await get()).toMatchObject({ status: 'active', configuration, externalIds: ['abc'] });
    const events = await eventsOf(world, params.integrationName, 5);
    expect(events.map(({ payload }) => payload)).toMatchObject([
      { type: 'installation_setup', status: 'active', previous: { status: 'pending', configuration: { key: 'k' } } },
      { type: 'installation_setup', status: 'pending', previous: { status: 'pending', configuration: { on: false } } },
      { type: 'installation_setup', status: 'pending', previous: { status: 'pending', configuration: { key: 'k' } } },
      { type: 'installation_setup', status: 'pending', previous: { status: 'pending', configuration: { on: true } } },
      { type: 'installation_setup', status: 'pending', installationId: params.installationId },
    ]);
  });

  it.each([
    [{ size: 'x' }, 'size'],
    [{ on: 1 }, 'on'],
    [{ kind: 'c' }, 'kind'],
    [{ key: ['x'] }, 'key'],
    [{ unknown: 1 }, 'unknown'],
  ])('refuses %j from a user', async (configuration, field) => {
    const params = await install(world, await publish(world, demanding));
    const request = { token: world.admin.token, params, body: { configuration } };
    await refuses(world, 'updateIntegrationInstallation', request, 400, `body.configuration.${field}`);
  });

  it('is made once on an organization, by its administrators', async () => {
    const name = await publish(world, { visibility: 'public' });
    await install(world, name);
    const request = (organization: string, token: string) => ({
      ...{ token, params: { integrationName: name } },
      body: { organization },
    });
    await refuses(world, 'installIntegration', request(world.organization, world.admin.token), 409);
    await refuses(world, 'installIntegration', request(world.organization, world.reader.token), 403);
    await refuses(world, 'installIntegration', request(world.other, world.admin.token), 404);
    await install(world, name, { token: world.otherAdmin.token, on: world.other });
    const hidden = await publish(world);
    const inTwo = await world.records.user({ [world.organization]: 'admin', [world.other]: 'admin' });
    const elsewhere = { ...request(world.other, inTwo.token), params: { integrationName: hidden } };
    await refuses(world, 'installIntegration', elsewhere, 403);
  });

  it('has more to wait for when a version requires more, and is gone when the integration is', async () => {
    const name = await publish(world);
    const params = await install(world, name);
    await publish(world, demanding, name);
    const get = { token: world.admin.token, params };
    expect(await world.api.expect('getIntegrationInstallationById', get)).toMatchObject({ status: 'pending' });
    await world.api.expect('unpublishIntegration', { token: world.admin.token, params: { integrationName: name } });
    await refuses(world, 'getIntegrationInstallationById', get, 404);
  });

  it('is found by its external id', async () => {
    const name = await publish(world, { visibility: 'public' });
    const params = await install(world, name);
    await install(world, name, { token: world.otherAdmin.token, on: world.other });
    await update(params, { externalIds: ['T1', 'T2'] });
    const list = async (query: Record<string, unknown>) => {
      const request = { token: world.admin.token, params: { integrationName: name }, query };
      return (await world.api.expect<Page<IntegrationInstallation>>('listIntegrationInstallations', request)).items;
    };
    expect((await list({ externalId: 'T2' })).map(({ id }) => id)).toEqual([params.installationId]);
    expect(await list({ externalId: 'T3' })).toEqual([]);
    // Of other organizations' installations a user learns nothing.
    expect((await list({})).map(({ id }) => id)).toEqual([params.installationId]);
    const tooMany = { token: world.admin.token, params, body: { externalIds: ['1', '2', '3', '4', '5', '6'] } };
    await refuses(world, 'updateIntegrationInstallation', tooMany, 400, 'body.externalIds');
  });

  it('sends an event of its end, which revokes its tokens', async () => {
    const params = await install(world, await publish(world));
    const token = await tokenOf(world, params);
    await world.api.expect('uninstallIntegration', { token: world.admin.token, params });
    expect((await world.api.call('getIntegrationInstallationById', { token, params })).status).toBe(401);
    const [event] = await eventsOf(world, params.integrationName, 2);
    expect(event!.payload).toMatchObject({
      type: 'installation_deleted',
      installationId: params.installationId,
      previous: { configuration: { key: 'none' } },
    });
  });

  it('shows its configuration to users who may change it', async () => {
    const params = await install(world, await publish(world));
    const get = (token: string) =>
      world.api.expect<IntegrationInstallation>('getIntegrationInstallationById', { token, params });
    expect((await get(world.admin.token)).configuration).toEqual({ key: 'none' });
    expect((await get(world.reader.token)).configuration).toEqual({});
    await refuses(world, 'getIntegrationInstallationById', { token: world.guest.token, params }, 404);
    await refuses(
      world,
      'updateIntegrationInstallation',
      { token: world.reader.token, params, body: { externalIds: [] } },
      403,
    );
    await refuses(world, 'uninstallIntegration', { token: world.reader.token, params }, 403);
    await refuses(world, 'createIntegrationInstallationToken', { token: world.reader.token, params }, 403);
  });
});

describe('an installation on a space', () => {
  const onSpace = (params: Record<string, string>, query: Record<string, unknown> = {}) =>
    world.api.expect<IntegrationSpaceInstallation>('installIntegrationOnSpace', {
      ...{ token: world.admin.token, params, query },
      body: { space },
    });

  it('is installed, configured, listed and removed, and says so', async () => {
    const params = await install(world, await publish(world));
    expect(await onSpace(params)).toMatchObject({ space, status: 'active', integration: params.integrationName });
    await refuses(world, 'installIntegrationOnSpace', { token: world.admin.token, params, body: { space } }, 409);
    const one = { token: world.admin.token, params: { ...params, spaceId: space } };
    const body = { configuration: { depth: 3 }, externalIds: ['S'] };
    await world.api.expect('updateIntegrationSpaceInstallation', { ...one, body });
    const byName = { token: world.admin.token, params: { integrationName: params.integrationName } };
    for (const [operation, request] of [
      ['listIntegrationSpaceInstallations', { ...byName, query: { externalId: 'S' } }],
      ['listIntegrationInstallationSpaces', { token: world.admin.token, params }],
    ] as const) {
      const { items } = await world.api.expect<Page<IntegrationSpaceInstallation>>(operation, request);
      expect(items).toMatchObject([{ space, ...body }]);
    }
    expect(
      await world.api.expect('getIntegrationInstallationById', { token: world.admin.token, params }),
    ).toMatchObject({
      spaces: 1,
    });
    await world.api.expect('uninstallIntegrationFromSpace', one);
    await refuses(world, 'getIntegrationSpaceInstallation', one, 404);
    const events = await eventsOf(world, params.integrationName, 4);
    expect(events.map(({ payload: { type } }) => type)).toEqual([
      'space_installation_deleted',
      'space_installation_setup',
      'space_installation_setup',
      'installation_setup',
    ]);
    expect(events[0]!.payload).toMatchObject({ spaceId: space, previous: { configuration: { depth: 3 } } });
  });

  it('keeps the defaults of its configuration', async () => {
    const configurations = {
      space: { properties: { deep: { type: 'number', default: 2 }, name: { type: 'string' } } },
    };
    const params = await install(world, await publish(world, { configurations }));
    expect(await onSpace(params)).toMatchObject({ configuration: { deep: 2 } });
    const request = { token: world.admin.token, params: { ...params, spaceId: space } };
    const body = { configuration: { name: 'n' } };
    const changed = await world.api.expect<IntegrationSpaceInstallation>('updateIntegrationSpaceInstallation', {
      ...{ ...request, body },
    });
    expect(changed.configuration).toEqual({ deep: 2, name: 'n' });
  });

  it('keeps what two requests at the same time change', async () => {
    const params = await install(world, await publish(world));
    await onSpace(params);
    const one = { token: world.admin.token, params: { ...params, spaceId: space } };
    for (let depth = 1; depth <= 10; depth++) {
      const bodies = [{ configuration: { depth } }, { externalIds: [`S${depth}`] }];
      await Promise.all(bodies.map((body) => world.api.expect('updateIntegrationSpaceInstallation', { ...one, body })));
      const after = await world.api.expect<IntegrationSpaceInstallation>('getIntegrationSpaceInstallation', one);
      expect(after).toMatchObject({ configuration: { depth }, externalIds: [`S${depth}`] });
    }
  });

  it('is refused on spaces of other organizations and to users who may not install', async () => {
    const name = await publish(world, { visibility: 'public' });
    const params = await install(world, name);
    const theirs = await install(world, name, { token: world.otherAdmin.token, on: world.other });
    const inTwo = await world.records.user({ [world.organization]: 'admin', [world.other]: 'admin' });
    const request = { token: inTwo.token, params: theirs, body: { space } };
    await refuses(world, 'installIntegrationOnSpace', request, 404);
    await refuses(world, 'installIntegrationOnSpace', { token: world.reader.token, params, body: { space } }, 403);
    const unknown = { token: world.admin.token, params, body: { space: 'nobody' } };
    await refuses(world, 'installIntegrationOnSpace', unknown, 404);
  });

  it('is among what a space has', async () => {
    const all = await publish(world, { title: 'Everywhere' }, 'space-all');
    const chosen = await publish(world, { title: 'Chosen' }, 'space-chosen');
    const elsewhere = await publish(world, { title: 'Elsewhere' }, 'space-elsewhere');
    await install(world, all);
    for (const name of [chosen, elsewhere]) {
      const params = await install(world, name);
      await update(params, { space_selection: 'selected' });
      if (name === chosen) await onSpace(params);
    }
    const request = { token: world.reader.token, params: { spaceId: space }, query: { search: 'space-' } };
    const { items, count } = await world.api.expect<Page<{ name: string }>>('listSpaceIntegrations', request);
    expect({ names: items.map(({ name }) => name), count }).toEqual({ names: [all, chosen], count: 2 });
    const blocks = await world.api.expect<{ name: string }[]>('listSpaceIntegrationsBlocks', { ...request, query: {} });
    expect(blocks.filter(({ name }) => name.startsWith('space-'))).toMatchObject([
      { name: all, blocks: [{ id: 'card' }] },
      { name: chosen, blocks: [{ id: 'card' }] },
    ]);
    const stranger = { token: world.otherAdmin.token, params: { spaceId: space } };
    await refuses(world, 'listSpaceIntegrations', stranger, 404);
  });
});

it('answers what an organization has installed, and what it may install', async () => {
  const name = await publish(world, { visibility: 'public' }, 'org-one');
  const params = await install(world, name, { token: world.otherAdmin.token, on: world.other });
  const inOther = { token: world.otherAdmin.token, params: { organizationId: world.other } };
  const { items } = await world.api.expect<Page<{ installation: { id: string }; integration: { name: string } }>>(
    'listOrganizationInstallations',
    { ...inOther, query: { search: 'ORG-' } },
  );
  expect(items).toMatchObject([{ installation: { id: params.installationId }, integration: { name } }]);
  const status = { ...inOther, params: { ...inOther.params, integrationName: name } };
  expect(await world.api.expect('getOrganizationIntegrationStatus', status)).toEqual({ status: 'active' });
  const statuses = await world.api.expect<Page<object>>('listOrganizationIntegrationsStatus', inOther);
  expect(statuses.items).toContainEqual(
    expect.objectContaining({ status: 'active', integration: expect.objectContaining({ name }) }),
  );
  await publish(world, {}, 'org-two');
  const query = { search: 'org-' };
  const offered = await world.api.expect<Page<{ name: string }>>('listOrganizationIntegrations', { ...inOther, query });
  expect(offered.items.map((one) => one.name)).toEqual(['org-one']);
  await refuses(world, 'listOrganizationInstallations', { ...inOther, token: world.admin.token }, 404);
  const guest = { token: world.guest.token, params: { organizationId: world.organization } };
  await refuses(world, 'listOrganizationInstallations', guest, 403);
});

it('lets nothing act in an organization that was deleted', async () => {
  const organization = await world.records.organization('Short-lived');
  const { token } = await world.records.user({ [organization]: 'admin' });
  const name = await publish(world, { visibility: 'public' });
  await install(world, name, { token, on: organization });
  await world.api.expect('deleteOrganizationById', { token, params: { organizationId: organization } });
  const paused = `select from integrations.installation where organization_id = $1 and status = 'paused'`;
  await until(async () => (await world.records.query(paused, [organization])).length === 1);
});

it('keeps nothing of an organization that was purged but the names of its integrations', async () => {
  const organization = await world.records.organization('Short-lived');
  const { token } = await world.records.user({ [organization]: 'admin' });
  const name = await publish(world, { visibility: 'public' });
  const params = await install(world, name, { token, on: organization });
  const { id } = await world.api.expect<Space>('createSpace', {
    ...{ token, params: { organizationId: organization }, body: {} },
  });
  await world.api.expect('installIntegrationOnSpace', { token, params, body: { space: id } });
  const own = await publish(world, { organization, secrets: { KEY: 'value' } }, freshName(), token);
  await install(world, own, { token, on: organization });
  await eventsOf(world, name, 2);
  const left = async () => {
    const counts = ['integration', 'installation', 'content_installation', 'ended_organization'].map(
      (table) => `(select count(*)::int from integrations.${table} where organization_id = $1) as ${table}`,
    );
    const secrets = `(select count(*)::int from integrations.integration_secret s join integrations.integration i on i.id = s.integration_id
      where i.organization_id = $1) as secrets`;
    const tokens = `(select count(distinct installation_id)::int from integrations.access_token t left join integrations.integration i
      on i.id = t.integration_id where t.installation_id = $2 or i.organization_id = $1) as tokens`;
    const [row] = await world.records.query<Record<string, number>>(
      `select ${[...counts, secrets, tokens].join(', ')}`,
      [organization, params.installationId],
    );
    return row;
  };
  await world.api.expect('deleteOrganizationById', { token, params: { organizationId: organization } });
  await until(async () => (await left())!.ended_organization === 1);
  const purge = world.platform.service.app.get(PurgeOrganizations);
  const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1000);
  while (await purge.run(days(6)));
  expect(await left()).toMatchObject({
    integration: 1,
    installation: 1,
    content_installation: 1,
    secrets: 1,
    tokens: 1,
  });
  while (await purge.run(days(8)));
  expect(await left()).toEqual({
    ...{ integration: 1, installation: 0, content_installation: 0, ended_organization: 0, secrets: 0, tokens: 0 },
  });
});
