import { revisionCreated, type IntegrationEvent, type Space } from '@bindery/contracts';
import {
  configure,
  startServiceOrganization,
  develop,
  eventsOf,
  install,
  publish,
  refuses,
  sql,
  type ServiceOrganization,
  Tunnel,
} from '@bindery/testing';

let world: ServiceOrganization;
let tunnel: Tunnel;

beforeAll(
  async () => (world = await startServiceOrganization('integrations', { settings: { OUTBOUND_ALLOW: '127.0.0.1' } })),
  150_000,
);
afterAll(() => world.close());
beforeEach(async () => (tunnel = await Tunnel.open()));
afterEach(() => tunnel.close());

it('changes of spaces reach the active installations that may know of them', async () => {
  const { organization } = world;
  const { id: space, revision: previous } = await world.api.expect<Space>('createSpace', {
    ...{ token: world.admin.token, params: { organizationId: organization } },
    body: { title: 'Guide' },
  });
  const scopes = ['space:content:read', 'space:metadata:read'];
  const [reads, blind, elsewhere, later] = await Promise.all(
    [scopes, [], scopes, scopes].map(async (scopes) => {
      const name = await publish(world, { scopes });
      return { name, params: await install(world, name) };
    }),
  );
  await world.api.expect('updateIntegrationInstallation', {
    ...{ token: world.admin.token, params: elsewhere!.params },
    body: { space_selection: 'selected' },
  });
  // As if the events came by a replay of the outbox, from before the installation.
  await sql(world, `update integrations.installation set created_at = now() + interval '1 hour' where id = $1`, [
    later!.params.installationId,
  ]);
  const payload = { space, branch: 'main', revision: 'changed', previous };
  await world.platform.service.publish(revisionCreated({ organization, aggregate: space, version: 2, payload }));
  const update = { token: world.admin.token, params: { spaceId: space }, body: { visibility: 'public' } };
  await world.api.expect<Space>('updateSpaceById', update);
  const events = await eventsOf(world, reads!.name, 3);
  expect(events.map(({ payload }) => payload)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'space_content_updated', spaceId: space, revisionId: expect.any(String) }),
      expect.objectContaining({
        type: 'space_visibility_updated',
        spaceId: space,
        previousVisibility: 'private',
        visibility: 'public',
      }),
    ]),
  );
  const types = (list: IntegrationEvent[]) => new Set(list.map(({ payload }) => payload.type));
  expect(types(await eventsOf(world, blind!.name, 1))).toEqual(new Set(['installation_setup']));
  expect(types(await eventsOf(world, elsewhere!.name, 1))).toEqual(new Set(['installation_setup']));
  expect(types(await eventsOf(world, later!.name, 1))).toEqual(new Set(['installation_setup']));
});

it("of other organizations' installations a tunnel gets what was asked for, without their secrets", async () => {
  const name = await publish(world, { visibility: 'public' });
  await develop(world, name, tunnel);
  const params = await install(world, name, { token: world.otherAdmin.token, on: world.other });
  await eventsOf(world, name, 1);
  expect(tunnel.received).toHaveLength(0);
  await develop(world, name, tunnel, true);
  await world.api.expect('updateIntegrationInstallation', {
    ...{ token: world.otherAdmin.token, params },
    body: { configuration: { key: 'their secret' } },
  });
  await world.api.expect('updateIntegrationInstallation', {
    ...{ token: world.otherAdmin.token, params },
    body: { configuration: { key: 'another' } },
  });
  const events = await eventsOf(world, name, 3);
  expect(tunnel.received).toHaveLength(2);
  expect(tunnel.received[0]!.environment.installation).toMatchObject({ id: params.installationId, configuration: {} });
  expect(tunnel.received[0]!.environment.apiTokens.installation).toBeUndefined();
  expect(JSON.stringify([tunnel.received.map(({ body }) => body.toString()), events])).not.toContain('their secret');
});

it('ends with development mode, and after a day', async () => {
  const name = await publish(world);
  await develop(world, name, tunnel);
  const params = await install(world, name);
  await eventsOf(world, name, 1);
  await sql(world, `update integrations.integration set tunnel_until = now() where name = $1`, [name]);
  await configure(world, params, 'a day later');
  await eventsOf(world, name, 2);
  await develop(world, name, tunnel);
  const mode = { token: world.admin.token, params: { integrationName: name } };
  await world.api.expect('disableIntegrationDevelopmentMode', mode);
  await configure(world, params, 'ended');
  await eventsOf(world, name, 3);
  expect(tunnel.received).toHaveLength(1);
});

it('shows events to the integration and its administrators alone', async () => {
  const name = await publish(world, { visibility: 'public' });
  await install(world, name);
  const [event] = await eventsOf(world, name, 1);
  const params = { integrationName: name };
  for (const { token } of [world.reader, world.otherAdmin]) {
    await refuses(world, 'listIntegrationEvents', { token, params }, 403);
    await refuses(world, 'getIntegrationEvent', { token, params: { ...params, eventId: event!.id } }, 403);
  }
  const another = { integrationName: await publish(world), eventId: event!.id };
  await refuses(world, 'getIntegrationEvent', { token: world.admin.token, params: another }, 404);
});
