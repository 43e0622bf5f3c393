import { createRuntimeWorld, type RuntimeWorld } from './runtime-world';
import { eventsOf, install } from './support';

jest.setTimeout(60_000);

let world: RuntimeWorld;
beforeAll(async () => (world = await createRuntimeWorld()), 180_000);
afterAll(() => world.close());

it('the public command line signs in, publishes, follows and unpublishes an integration', async () => {
  const { cli, admin, url, organization } = world;
  const signIn = await cli.run(['auth', '--token', admin.token, '--endpoint', url], undefined, {});
  expect(signIn.code).toBe(0);
  const whoami = await cli.run(['whoami'], undefined, {});
  expect(whoami).toMatchObject({ code: 0, output: expect.stringContaining(admin.email) });
  expect(whoami.output).toContain(admin.id);

  const folder = await cli.publish('script-injector', organization);
  const again = await cli.run(['publish'], folder);
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('Integration "script-injector" published') });
  const integration = { token: admin.token, params: { integrationName: 'script-injector' } };
  expect(await world.api.expect('getIntegrationByName', integration)).toMatchObject({ version: 2, target: 'site' });

  await install(world, 'script-injector');
  const [event] = await eventsOf(world, 'script-injector', 1);
  // It goes on until it is stopped.
  const tail = await cli.run(['tail'], folder, undefined, 4_000);
  expect(tail.output).toContain(`[${event!.status}]`);
  expect(tail.output).toContain('The integration does not handle such events (406)');

  const gone = await cli.run(['unpublish', 'script-injector'], folder, undefined, 10_000, 'y\n');
  expect(gone.output).toContain('has been deleted');
  expect((await world.api.call('getIntegrationByName', integration)).status).toBe(404);
});

it('the command line says what is wrong', async () => {
  const { cli, otherAdmin, organization } = world;
  const folder = await cli.copy('status-card', organization);
  const env = { GITBOOK_ENDPOINT: world.url, GITBOOK_TOKEN: otherAdmin.token };
  const refused = await cli.run(['publish'], folder, env);
  expect(refused.code).not.toBe(0);
  expect(refused.output).toContain('Organization not found');
});
