import { createHmac } from 'node:crypto';
import type { IntegrationEvent, IntegrationEventDetail, Space } from '@bindery/contracts';
import { importFiles } from '../support/imports';
import { refuses, sql, until } from '../identity/support';
import { createOwnWorld, type World } from '../support/world';
import { develop, eventsOf, install, publish, Tunnel } from './support';

jest.setTimeout(60_000);

let world: World;
let tunnel: Tunnel;

beforeAll(async () => (world = await createOwnWorld({ OUTBOUND_ALLOW: '127.0.0.1' })));
afterAll(() => world.close());
beforeEach(async () => (tunnel = await Tunnel.open()));
afterEach(() => tunnel.close());

const detail = (integrationName: string, eventId: string) =>
  world.api.expect<IntegrationEventDetail>('getIntegrationEvent', {
    token: world.admin.token,
    params: { integrationName, eventId },
  });

const configure = (params: Record<string, string>, key: string) =>
  world.api.expect('updateIntegrationInstallation', {
    ...{ token: world.admin.token, params },
    body: { configuration: { key } },
  });

/** Makes events that wait for their time due now. */
const hurry = (integrationName: string) =>
  sql(
    world,
    `update integrations.event set due_at = now() where state = 'retrying' and integration_id =
       (select id from integrations.integration where name = $1)`,
    [integrationName],
  );

it('an event reaches the tunnel as a script expects it, signed by Standard Webhooks', async () => {
  const name = await publish(world, { secrets: { KEY: 'one', OTHER: 'two' } });
  await develop(world, name, tunnel);
  const params = await install(world, name);
  const [event] = await eventsOf(world, name, 1);
  const [delivery] = tunnel.received;
  const { headers, body, path, environment } = delivery!;
  expect(path).toBe('/v1');
  expect(delivery!.event).toEqual(event!.payload);
  expect(environment).toMatchObject({
    integration: { object: 'integration', name, owner: { id: world.organization } },
    installation: { id: params.installationId, configuration: { key: 'none' } },
    secrets: { KEY: 'one', OTHER: 'two' },
    apiEndpoint: 'http://bindery.test',
  });
  const key = Buffer.from(environment.signingSecrets.integration!.slice('whsec_'.length), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.`;
  expect(headers['webhook-id']).toBe(event!.id);
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).update(body).digest('base64')}`,
  );
  expect(await detail(name, event!.id)).toMatchObject({
    event: { status: 'success' },
    trace: { logs: [{ level: 'info', message: 'The integration answered 200' }] },
  });
  // What came with the event opens the API.
  const token = environment.apiTokens.installation!;
  expect(await world.api.expect('getIntegrationInstallationById', { token, params })).toMatchObject({
    status: 'active',
  });
});

it('without development mode an event goes to the script', async () => {
  const name = await publish(world);
  await install(world, name);
  const [event] = await eventsOf(world, name, 1);
  expect(event!.status).toBe('success');
  expect((await detail(name, event!.id)).trace.logs).toMatchObject([{ message: 'The integration answered 200' }]);
  expect(tunnel.received).toHaveLength(0);
});

it('first attempts keep the order of an installation, and what fails holds nothing up', async () => {
  const name = await publish(world);
  await develop(world, name, tunnel);
  let isDown = true;
  tunnel.answer = ({ previous }) =>
    isDown && previous && (previous as never)['configuration']['key'] === 'none' ? 500 : 200;
  const params = await install(world, name);
  for (let step = 1; step <= 8; step++) await configure(params, String(step));
  await eventsOf(world, name, 9);
  const order = tunnel.received.map(({ event }) => event.eventId);
  const rows = await sql<{ id: string; sequence: string; state: string }>(
    world,
    `select id, sequence, state from integrations.event where installation_id = $1 order by sequence`,
    [params.installationId],
  );
  expect(order).toEqual(rows.map(({ id }) => id));
  expect(rows.map(({ sequence }) => Number(sequence))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(rows.map(({ state }) => state)).toEqual(['success', 'retrying', ...Array<string>(7).fill('success')]);
  const failed = rows[1]!.id;
  expect((await detail(name, failed)).event.status).toBe('failed');
  isDown = false;
  await hurry(name);
  await until(async () => (await detail(name, failed)).event.status === 'success');
  const attempts = tunnel.received.filter(({ event }) => event.eventId === failed);
  expect(attempts.map(({ headers }) => headers['webhook-id'])).toEqual([failed, failed]);
  expect((await detail(name, failed)).trace.logs.map(({ message }) => message)).toEqual([
    'The integration answered 500',
    'The integration answered 200',
  ]);
});

it('an event that fails every time is given up after eight attempts, which stay visible', async () => {
  const name = await publish(world);
  await develop(world, name, tunnel);
  tunnel.answer = () => 503;
  await install(world, name);
  const [event] = await eventsOf(world, name, 1);
  await until(async () => {
    await hurry(name);
    const [row] = await sql<{ state: string }>(world, `select state from integrations.event where id = $1`, [
      event!.id,
    ]);
    return row!.state === 'failed';
  });
  expect(tunnel.received).toHaveLength(8);
  const { trace } = await detail(name, event!.id);
  expect(trace.logs.map(({ level }) => level)).toEqual([...Array<string>(7).fill('warn'), 'error']);
});

it('an attempt whose process died is made again, under the same id', async () => {
  const name = await publish(world);
  await develop(world, name, tunnel);
  const params = await install(world, name);
  const [event] = await eventsOf(world, name, 1);
  // As a process leaves it that is killed between sending and writing down.
  await sql(
    world,
    `update integrations.event set state = 'waiting', attempts = 0, lease_until = now() - interval '1 second' where id = $1`,
    [event!.id],
  );
  await configure(params, 'next');
  await until(() => Promise.resolve(tunnel.received.length === 3));
  expect(tunnel.received.map(({ event: { eventId } }) => eventId).slice(0, 2)).toEqual([event!.id, event!.id]);
});

it('an event is delivered once more by hand, by whoever owns the integration alone', async () => {
  const name = await publish(world, { visibility: 'public' });
  await develop(world, name, tunnel);
  await install(world, name);
  const [event] = await eventsOf(world, name, 1);
  const params = { integrationName: name, eventId: event!.id };
  await refuses(world, 'resendIntegrationEvent', { token: world.otherAdmin.token, params }, 403);
  await world.api.expect('resendIntegrationEvent', { token: world.admin.token, params });
  await until(async () => (await detail(name, event!.id)).trace.logs.length === 2);
  expect(tunnel.received.map(({ event: { eventId } }) => eventId)).toEqual([event!.id, event!.id]);
});

it('what a script does not handle counts as delivered', async () => {
  const name = await publish(world);
  await develop(world, name, tunnel);
  tunnel.answer = () => 406;
  await install(world, name);
  expect((await eventsOf(world, name, 1))[0]!.status).toBe('success');
});

it.each([
  'http://169.254.169.254/',
  'http://10.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://0xa000001/',
])('nothing is sent to %s', async (tunnelUrl) => {
  const name = await publish(world);
  const params = { integrationName: name };
  await world.api.expect('setIntegrationDevelopmentMode', { token: world.admin.token, params, body: { tunnelUrl } });
  await install(world, name);
  const [event] = await eventsOf(world, name, 1);
  const { trace } = await detail(name, event!.id);
  expect(trace.logs).toMatchObject([{ level: 'warn', message: 'The address is not public or does not exist' }]);
});

it('changes of spaces reach the active installations that may know of them', async () => {
  const run = await importFiles(world, { 'README.md': '# One\n' });
  const space = run.spaces[0]!.id;
  const [reads, blind, elsewhere] = await Promise.all(
    [['space:content:read', 'space:metadata:read'], [], ['space:content:read', 'space:metadata:read']].map(
      async (scopes) => {
        const name = await publish(world, { scopes });
        return { name, params: await install(world, name) };
      },
    ),
  );
  await world.api.expect('updateIntegrationInstallation', {
    ...{ token: world.admin.token, params: elsewhere!.params },
    body: { space_selection: 'selected' },
  });
  await importFiles(world, { 'README.md': '# Two\n' }, { space });
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
  await configure(params, 'a day later');
  await eventsOf(world, name, 2);
  await develop(world, name, tunnel);
  const mode = { token: world.admin.token, params: { integrationName: name } };
  await world.api.expect('disableIntegrationDevelopmentMode', mode);
  await configure(params, 'ended');
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
