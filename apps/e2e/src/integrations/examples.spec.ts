import type { IntegrationEventDetail } from '@bindery/contracts';
import { createRuntimeWorld, type RuntimeWorld } from './runtime-world';
import { eventsOf, install } from './support';
import { until } from '../identity/support';

jest.setTimeout(60_000);

let world: RuntimeWorld;
beforeAll(async () => (world = await createRuntimeWorld({ OUTBOUND_ALLOW: '127.0.0.1' })), 150_000);
afterAll(() => world.close());

const detail = (integrationName: string, eventId: string) =>
  world.api.expect<IntegrationEventDetail>('getIntegrationEvent', {
    token: world.admin.token,
    params: { integrationName, eventId },
  });

it('a script published by the command line is told of its installation, and answers requests', async () => {
  await world.cli.publish('webhook-forwarder', world.organization);
  const params = await install(world, 'webhook-forwarder');
  const [event] = await eventsOf(world, 'webhook-forwarder', 1);
  expect(event).toMatchObject({ status: 'success', payload: { type: 'installation_setup', status: 'pending' } });
  await until(async () => (await detail('webhook-forwarder', event!.id)).trace.logs.length > 1);
  expect((await detail('webhook-forwarder', event!.id)).trace.logs).toEqual([
    { level: 'info', message: 'The integration answered 200', timestamp: expect.any(String) },
    { level: 'info', message: 'Version 1 is pending', timestamp: expect.any(String) },
  ]);
  const address = `${world.url}/integrations/webhook-forwarder/installations/${params.installationId}/greet?a=b`;
  const answer = await fetch(address, { method: 'POST', body: 'a text' });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('x-answered-by')).toBe('webhook-forwarder');
  expect(await answer.json()).toEqual({
    method: 'post',
    path: new URL(address).pathname,
    said: 'a text',
    greeting: 'hello',
  });
});
