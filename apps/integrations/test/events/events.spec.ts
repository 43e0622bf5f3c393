import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { IntegrationEvent, IntegrationEventDetail, Page } from '@bindery/contracts';
import {
  configure,
  startServiceOrganization,
  type Delivery,
  develop,
  eventsOf,
  install,
  publish,
  refuses,
  sql,
  type TestOrganization,
  tokenOf,
  Tunnel,
  until,
} from '@bindery/testing';

let world: TestOrganization;
let tunnel: Tunnel;

beforeAll(
  async () => (world = await startServiceOrganization('integrations', { settings: { OUTBOUND_ALLOW: '127.0.0.1' } })),
  150_000,
);
afterAll(() => world.close());
beforeEach(async () => (tunnel = await Tunnel.open()));
afterEach(() => tunnel.close());

const detail = (integrationName: string, eventId: string) =>
  world.api.expect<IntegrationEventDetail>('getIntegrationEvent', {
    token: world.admin.token,
    params: { integrationName, eventId },
  });

/** Whether a receiver that knows this key takes the message for one of the platform. */
function isSigned({ body, headers }: Delivery, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false });
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

/** Makes events that wait for their time due now. */
const hurry = (integrationName: string) =>
  sql(
    world,
    `update integrations.event set due_at = now() where state = 'retrying' and lease_until is null and integration_id =
       (select id from integrations.integration where name = $1)`,
    [integrationName],
  );

it('an event reaches the tunnel as a script expects it, signed by Standard Webhooks', async () => {
  const name = await publish(world, { secrets: { KEY: 'one', OTHER: 'two' } });
  await develop(world, name, tunnel);
  const params = await install(world, name);
  const [event] = await eventsOf(world, name, 1);
  const [delivery] = tunnel.received;
  const { headers, path, environment } = delivery!;
  expect(path).toBe('/v1');
  expect(delivery!.event).toEqual(event!.payload);
  expect(environment).toMatchObject({
    integration: { object: 'integration', name, owner: { id: world.organization } },
    installation: { id: params.installationId, configuration: { key: 'none' } },
    secrets: { KEY: 'one', OTHER: 'two' },
    apiEndpoint: 'http://bindery.test',
  });
  expect(headers['webhook-id']).toBe(event!.id);
  expect(isSigned(delivery!, environment.signingSecrets.integration!)).toBe(true);
  expect(await detail(name, event!.id)).toMatchObject({
    event: { status: 'success' },
    trace: { logs: [{ level: 'info', message: 'The integration answered 200' }] },
  });
  // The token in the event gives access to the API.
  const token = environment.apiTokens.installation!;
  expect(await world.api.expect('getIntegrationInstallationById', { token, params })).toMatchObject({
    status: 'active',
  });
});

it('are counted up to 10,000, once for all pages', async () => {
  const name = await publish(world);
  const params = await install(world, name);
  for (const key of ['1', '2']) await configure(world, params, key);
  await eventsOf(world, name, 3);
  const token = await tokenOf(world, params);
  const list = (by: string, page?: string) => {
    const request = { token: by, params: { integrationName: name }, query: { limit: 1, ...(page && { page }) } };
    return world.api.expect<Page<IntegrationEvent>>('listIntegrationEvents', request);
  };
  for (const by of [world.admin.token, token]) {
    const first = await list(by);
    expect([first.count, (await list(by, first.next!.page)).count]).toEqual([3, 3]);
  }
  const addOld = (count: number) =>
    sql(
      world,
      `insert into integrations.event (id, integration_id, organization_id, type, payload, state, created_at)
       select $2 || 'old' || n, id, organization_id, 'task', '', 'success', now() - interval '1 day'
       from integrations.integration, generate_series(1, $1::integer) n where name = $2`,
      [count, name],
    );
  await addOld(9_997);
  expect((await list(world.admin.token)).count).toBe(10_000);
  await sql(world, `update integrations.event set id = id || 'x' where id like $1`, [`${name}old%`]);
  await addOld(1);
  expect(await list(world.admin.token)).not.toHaveProperty('count');
  // Those of the installation are found among all of them.
  expect((await list(token)).count).toBe(3);
});

it('with a new key, messages are signed with the one before as well, for a day', async () => {
  const name = await publish(world);
  await develop(world, name, tunnel);
  const params = await install(world, name);
  await eventsOf(world, name, 1);
  const rotation = { token: world.admin.token, params: { integrationName: name } };
  await refuses(world, 'rotateIntegrationSigningSecret', { ...rotation, token: world.reader.token }, 403);
  await world.api.expect('rotateIntegrationSigningSecret', rotation);
  await configure(world, params, 'meanwhile');
  await eventsOf(world, name, 2);
  await sql(world, `update integrations.integration set previous_signing_until = now() where name = $1`, [name]);
  await configure(world, params, 'a day later');
  await eventsOf(world, name, 3);
  const [before, meanwhile, after] = tunnel.received as [Delivery, Delivery, Delivery];
  const [old, fresh] = [before, after].map(({ environment }) => environment.signingSecrets.integration!) as [
    string,
    string,
  ];
  expect(meanwhile.environment.signingSecrets.integration).toBe(fresh);
  const signed = (delivery: Delivery) => [isSigned(delivery, old), isSigned(delivery, fresh)];
  expect([before, meanwhile, after].map(signed)).toEqual([
    [true, false],
    [true, true],
    [false, true],
  ]);
  // Installations have keys of their own, which follow that of the integration.
  expect(before.environment.signingSecrets.installation).not.toBe(after.environment.signingSecrets.installation);
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
  for (let step = 1; step <= 8; step++) await configure(world, params, String(step));
  await eventsOf(world, name, 9);
  // The one that failed may have been sent again by now.
  const order = [...new Set(tunnel.received.map(({ event }) => event.eventId))];
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
  await until(async () => {
    await hurry(name);
    return (await detail(name, failed)).event.status === 'success';
  });
  const attempts = tunnel.received.filter(({ event }) => event.eventId === failed);
  expect(new Set(attempts.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([failed]));
  // Where this takes long, it failed once more before it could succeed.
  const told = (await detail(name, failed)).trace.logs.map(({ message }) => message);
  expect(told).toHaveLength(attempts.length);
  expect(told.length).toBeGreaterThan(1);
  expect(told.at(-1)).toBe('The integration answered 200');
  expect(new Set(told.slice(0, -1))).toEqual(new Set(['The integration answered 500']));
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
  await configure(world, params, 'next');
  await until(() => Promise.resolve(tunnel.received.length === 3));
  expect(tunnel.received.map(({ event: { eventId } }) => eventId).slice(0, 2)).toEqual([event!.id, event!.id]);
});

it('an event is redelivered on request of its owner alone', async () => {
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
