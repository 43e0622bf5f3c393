import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventsOf, install, until } from '@bindery/testing';
import { createRuntimeWorld, type RuntimeWorld } from './runtime-world';

let world: RuntimeWorld;
beforeAll(async () => {
  world = await createRuntimeWorld({ OUTBOUND_ALLOW: '127.0.0.1' }, ['integrations', 'content']);
});
afterAll(() => world.close());

it('the public command line signs in, publishes, follows and unpublishes an integration', async () => {
  const { cli, admin, url, organization } = world;
  const signIn = await cli.run(['auth', '--token', admin.token, '--endpoint', url], undefined, {});
  expect(signIn.code).toBe(0);
  const whoami = await cli.run(['whoami'], undefined, {});
  expect(whoami).toMatchObject({ code: 0, output: expect.stringContaining(admin.email) });
  expect(whoami.output).toContain(admin.id);

  const name = cli.nameOf('script-injector');
  const folder = await cli.publish('script-injector', organization);
  const again = await cli.run(['publish'], folder);
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining(`Integration "${name}" published`) });
  const integration = { token: admin.token, params: { integrationName: name } };
  expect(await world.api.expect('getIntegrationByName', integration)).toMatchObject({ version: 2, target: 'site' });

  await install(world, name);
  const [event] = await eventsOf(world, name, 1);
  const told = [`[${event!.status}]`, 'The integration does not handle such events (406)'];
  const tail = await cli.follow(['tail'], folder, told);
  for (const text of told) expect(tail.output).toContain(text);

  const gone = await cli.run(['unpublish', name], folder, undefined, 'y\n');
  expect(gone.output).toContain('has been deleted');
  expect((await world.api.call('getIntegrationByName', integration)).status).toBe(404);
});

it('the command line publishes an OpenAPI specification, from a file and from an address', async () => {
  const { cli, admin, organization } = world;
  const folder = await cli.copy('status-card', organization);
  const specification = (version: string) =>
    `openapi: 3.1.0\ninfo: { title: Status, version: '${version}' }\npaths: {}\n`;
  const file = join(folder, 'status.yaml');
  const read = { token: admin.token, params: { organizationId: organization, specSlug: 'status' } };
  const latest = async () =>
    JSON.stringify(await world.api.expect('getLatestOpenAPISpecVersionContent', read)).includes('2.0.0');
  for (const version of ['1.0.0', '2.0.0']) {
    await writeFile(file, specification(version));
    const run = await cli.run(['openapi', 'publish', '-s', 'status', '-o', organization, file], folder);
    expect(run).toMatchObject({ code: 0, output: expect.stringContaining(`${world.url}/`) });
  }
  await until(latest);
  const server = createServer((_request, response) => response.end(specification('3.0.0')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.yaml`;
    const run = await cli.run(['openapi', 'publish', '-s', 'fetched', '-o', organization, url], folder);
    expect(run.code).toBe(0);
    const fetched = { ...read, params: { ...read.params, specSlug: 'fetched' } };
    expect(await world.api.expect('getOpenAPISpecBySlug', fetched)).toMatchObject({ slug: 'fetched', sourceURL: url });
  } finally {
    server.close();
  }
});

it('the command line says what is wrong', async () => {
  const { cli, otherAdmin, organization } = world;
  const folder = await cli.copy('status-card', organization);
  const env = { GITBOOK_ENDPOINT: world.url, GITBOOK_TOKEN: otherAdmin.token };
  const refused = await cli.run(['publish'], folder, env);
  expect(refused.code).not.toBe(0);
  expect(refused.output).toContain('Organization not found');
});

it('the command line was answered as its own schemas have it', async () => {
  const answered = new Set(await world.cli.answered());
  const expected = ['getAuthenticatedUser', 'publishIntegration', 'createOrUpdateOpenAPISpecBySlug'];
  expect([...answered]).toEqual(expect.arrayContaining(expected));
});
