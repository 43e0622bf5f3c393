import { scopeNeeded } from '@bindery/authorization';
import { allEndpoints, integrationScopes, type IntegrationScope, type Page, type Space } from '@bindery/contracts';
import { develop, install, pathOf, publish, refuses, tokenOf, Tunnel } from '@bindery/testing';
import { createInProcessOrganization, type TestOrganization } from '../support/test-organization';

let world: TestOrganization;
let tunnel: Tunnel;
let space: string;
let otherSpace: string;

beforeAll(async () => {
  world = await createInProcessOrganization();
  tunnel = await Tunnel.open();
  space = await newSpace();
  otherSpace = await newSpace();
});
afterAll(async () => {
  await tunnel.close();
  await world.close();
});

async function newSpace(): Promise<string> {
  const params = { organizationId: world.organization };
  return (await world.api.expect<Space>('createSpace', { token: world.admin.token, params, body: { title: 'S' } })).id;
}

/** An installation of an integration with scopes, and its token. */
async function installed(scopes: IntegrationScope[]) {
  const params = await install(world, await publish(world, { scopes, visibility: 'public' }));
  return { params, token: await tokenOf(world, params) };
}

describe('an installation', () => {
  it('reads what its scopes name and nothing else', async () => {
    const { token } = await installed(['space:metadata:read']);
    const params = { spaceId: space };
    expect(await world.api.expect('getSpaceById', { token, params })).toMatchObject({ id: space });
    await refuses(world, 'getCurrentRevision', { token, params }, 403);
    await refuses(world, 'updateSpaceById', { token, params, body: { title: 'Mine' } }, 403);
  });

  it('changes what its scopes let it change', async () => {
    const { token } = await installed(['space:metadata:write']);
    const body = { title: 'By an integration' };
    expect(await world.api.expect('updateSpaceById', { token, params: { spaceId: space }, body })).toMatchObject(body);
  });

  it('is refused where a scope is missing, with all others', async () => {
    const { token } = await installed([]);
    const whole = await installed([...integrationScopes]);
    for (const endpoint of allEndpoints()) {
      const need = scopeNeeded(endpoint);
      const path = pathOf(endpoint, { params: { spaceId: space, organizationId: world.organization } });
      const body = endpoint.method === 'GET' ? undefined : {};
      const without = await world.api.send(endpoint.method, path, { token, body });
      if (need !== 'none')
        expect({ name: endpoint.name, status: without.status }).toEqual({ name: endpoint.name, status: 403 });
      if (need) continue;
      const { status } = await world.api.send(endpoint.method, path, { token: whole.token, body });
      expect({ name: endpoint.name, status }).toEqual({ name: endpoint.name, status: 403 });
    }
  });

  it('has no access to other organizations', async () => {
    const { token } = await installed([...integrationScopes]);
    const params = { organizationId: world.other };
    const theirs = { token: world.otherAdmin.token, params, body: { title: 'T' } };
    const { id } = await world.api.expect<Space>('createSpace', theirs);
    await refuses(world, 'getSpaceById', { token, params: { spaceId: id } }, 404);
    await refuses(world, 'getOrganizationById', { token, params }, 404);
  });

  it('keeps to the spaces that were selected', async () => {
    const { params, token } = await installed(['space:metadata:read']);
    const change = { token: world.admin.token, params };
    await world.api.expect('updateIntegrationInstallation', { ...change, body: { space_selection: 'selected' } });
    await refuses(world, 'getSpaceById', { token, params: { spaceId: space } }, 404);
    await world.api.expect('installIntegrationOnSpace', { ...change, body: { space } });
    await world.api.expect('getSpaceById', { token, params: { spaceId: space } });
    await refuses(world, 'getSpaceById', { token, params: { spaceId: otherSpace } }, 404);
  });

  it('sees itself, configures itself, and decides nothing for the organization', async () => {
    const { params, token } = await installed([]);
    const other = await installed([]);
    await world.api.expect('getIntegrationInstallationById', { token, params });
    await refuses(world, 'getIntegrationInstallationById', { token, params: other.params }, 404);
    const body = { configuration: { key: 'k', more: true } };
    await world.api.expect('updateIntegrationInstallation', { token, params, body });
    const wider = { space_selection: 'all' };
    await refuses(world, 'updateIntegrationInstallation', { token, params, body: wider }, 403);
    await refuses(world, 'uninstallIntegration', { token, params }, 403);
    await refuses(world, 'installIntegrationOnSpace', { token, params, body: { space } }, 404);
    await refuses(world, 'createIntegrationInstallationToken', { token, params }, 403);
    const { integrationName } = params;
    const manage = { token, params: { integrationName } };
    await refuses(world, 'unpublishIntegration', manage, 403);
    await refuses(world, 'setIntegrationDevelopmentMode', { ...manage, body: { tunnelUrl: 'https://x.example' } }, 403);
    await refuses(world, 'installIntegration', { ...manage, body: { organization: world.organization } }, 404);
    const { items } = await world.api.expect<Page<{ id: string }>>('listIntegrationInstallations', manage);
    expect(items.map(({ id }) => id)).toEqual([params.installationId]);
  });

  it('loses its rights with its scopes, at once', async () => {
    const { params, token } = await installed(['space:metadata:read']);
    await publish(world, { scopes: [], visibility: 'public' }, params.integrationName);
    await refuses(world, 'getSpaceById', { token, params: { spaceId: space } }, 403);
  });
});

describe('an integration', () => {
  it('sees all of its installations, and none of others', async () => {
    const name = await publish(world, { visibility: 'public' });
    await develop(world, name, tunnel, true);
    const own = await install(world, name);
    const theirs = await install(world, name, { token: world.otherAdmin.token, on: world.other });
    const token = await integrationToken(name);
    const list = { token, params: { integrationName: name } };
    const { items } = await world.api.expect<Page<{ id: string; configuration: object }>>(
      'listIntegrationInstallations',
      list,
    );
    expect(items).toMatchObject([
      { id: own.installationId, configuration: { key: 'none' } },
      { id: theirs.installationId, configuration: { key: 'none' } },
    ]);
    const acting = await world.api.expect<{ token: string }>('createIntegrationInstallationToken', {
      token,
      params: theirs,
    });
    const inOther = { token: acting.token, params: { organizationId: world.other } };
    expect(await world.api.expect('getOrganizationById', inOther)).toMatchObject({ id: world.other });
    const stranger = await install(world, await publish(world));
    await refuses(world, 'createIntegrationInstallationToken', { token, params: stranger }, 404);
    await refuses(world, 'getIntegrationByName', { token, params: { integrationName: stranger.integrationName } }, 404);
    await refuses(world, 'getOrganizationById', { token, params: { organizationId: world.organization } }, 404);
    await refuses(world, 'uninstallIntegration', { token, params: own }, 403);
    await refuses(world, 'getAuthenticatedUser', { token }, 403);
    await refuses(world, 'createUserToken', { token, body: { label: 'x' } }, 403);
  });

  it('sees the whole spaces on which it is installed', async () => {
    const name = await publish(world);
    await develop(world, name, tunnel);
    const params = await install(world, name);
    await world.api.expect('installIntegrationOnSpace', { token: world.admin.token, params, body: { space } });
    const request = {
      token: await integrationToken(name),
      params: { integrationName: name },
      query: { extended: true },
    };
    const { items } = await world.api.expect<Page<{ space: Space }>>('listIntegrationSpaceInstallations', request);
    expect(items[0]!.space).toMatchObject({ id: space, object: 'space', permissions: { view: true, edit: false } });
  });
});

it('a token of an installation needs an administrator of both sides', async () => {
  const name = await publish(world, { visibility: 'public' });
  const theirs = await install(world, name, { token: world.otherAdmin.token, on: world.other });
  await refuses(world, 'createIntegrationInstallationToken', { token: world.otherAdmin.token, params: theirs }, 403);
  await refuses(world, 'createIntegrationInstallationToken', { token: world.admin.token, params: theirs }, 404);
});

/** The token that the integration got with an event. */
async function integrationToken(name: string): Promise<string> {
  for (;;) {
    const delivery = tunnel.received.find(({ environment }) => environment.integration.name === name);
    if (delivery) return delivery.environment.apiTokens.integration;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
