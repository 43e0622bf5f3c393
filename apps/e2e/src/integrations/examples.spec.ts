import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { compressToEncodedURIComponent } from 'lz-string';
import type { IntegrationEventDetail, Page, SiteIntegrationScript } from '@bindery/contracts';
import { eventsOf, importFiles, install, publish, refuses, sql, tokenOf, until } from '@bindery/testing';
import { site } from '../contract/site-parts';
import { createRuntimeWorld, type RuntimeWorld } from './runtime-world';

let world: RuntimeWorld;
beforeAll(async () => (world = await createRuntimeWorld({ OUTBOUND_ALLOW: '127.0.0.1' })));
afterAll(() => world.close());

const nameOf = (example: string) => world.cli.nameOf(example);

const detail = (integrationName: string, eventId: string) =>
  world.api.expect<IntegrationEventDetail>('getIntegrationEvent', {
    token: world.admin.token,
    params: { integrationName, eventId },
  });

it('a script published by the command line gets the event of its installation, and answers requests', async () => {
  await world.cli.publish('webhook-forwarder', world.organization);
  const params = await install(world, nameOf('webhook-forwarder'));
  const [event] = await eventsOf(world, nameOf('webhook-forwarder'), 1);
  expect(event).toMatchObject({ status: 'success', payload: { type: 'installation_setup', status: 'pending' } });
  const logs = async () => (await detail(nameOf('webhook-forwarder'), event!.id)).trace.logs;
  const expected = ['Version 1 is pending', 'The integration answered 200'].map((message) => ({
    ...{ level: 'info', message, timestamp: expect.any(String) as string },
  }));
  // A busy machine may have ended the first attempt at its limit, which is in the logs too.
  await until(async () => (await logs()).filter(({ level }) => level === 'info').length === expected.length);
  expect((await logs()).filter(({ level }) => level === 'info')).toEqual(expected);
  const address = `${world.url}/integrations/${params.integrationName}/installations/${params.installationId}/greet?a=b`;
  const answer = await fetch(address, { method: 'POST', body: 'a text' });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  expect(await answer.json()).toEqual({
    method: 'post',
    path: new URL(address).pathname,
    said: 'a text',
    greeting: 'hello',
  });
});

it('a change of a space is forwarded, signed, with what the script read through the API', async () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const integrationName = nameOf('webhook-forwarder');
    const byName = { token: world.admin.token, params: { integrationName } };
    const { items } = await world.api.expect<Page<{ id: string }>>('listIntegrationInstallations', byName);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await world.api.expect('updateIntegrationInstallation', {
      ...{ token: world.admin.token, params: { integrationName, installationId: items[0]!.id } },
      body: { configuration: { url } },
    });
    const space = (await importFiles(world, { 'README.md': '# One\n' })).spaces[0]!;
    await importFiles(world, { 'README.md': '# Two\n' }, { space: space.id });
    await until(() => Promise.resolve(received.length > 0));
    expect(JSON.parse(received[0]!.body)).toMatchObject({ type: 'space_content_updated', spaceId: space.id });
    expect(received[0]!.headers.signature).toMatch(/^[0-9a-f]{64}$/);
  } finally {
    server.close();
  }
});

const render = (context: object, change: object = {}) => ({
  params: { integrationName: nameOf('status-card') },
  body: { componentId: 'status', props: { service: 'Search' }, context: { theme: 'light', ...context }, ...change },
});

it('a block shows itself, reacts to actions, and stands for addresses', async () => {
  await world.cli.publish('status-card', world.organization);
  await install(world, nameOf('status-card'));
  const { token } = world.reader;
  const spaceId = (await importFiles(world, { 'README.md': '# One\n' })).spaces[0]!.id;
  const context = { type: 'document', spaceId, editable: false };
  const first = await world.api.expect<{ element: object }>('renderIntegrationUiWithPost', {
    ...render(context),
    token,
  });
  expect(first).toMatchObject({ type: 'element', state: { looks: 0 }, element: { type: 'block' } });
  const action = { state: { looks: 3 }, action: { action: 'look' } };
  const next = await world.api.expect('renderIntegrationUiWithPost', { ...render(context, action), token });
  expect(next).toMatchObject({ state: { looks: 4 } });
  const request = compressToEncodedURIComponent(JSON.stringify(render(context).body));
  const got = { token, params: { integrationName: nameOf('status-card') }, query: { request } };
  expect(await world.api.expect('renderIntegrationUiWithGet', got)).toEqual(first);
  // Answers that the script allows to be cached are not requested again: one event for the action, one for all the others.
  const rendered = (await eventsOf(world, nameOf('status-card'), 3)).filter(
    ({ payload }) => payload.type === 'ui_render',
  );
  expect(rendered).toHaveLength(2);

  const embed = (url: string) =>
    world.api.expect('getEmbedByUrlInSpace', { token, params: { spaceId }, query: { url } });
  expect(await embed('https://status.example.com/a')).toMatchObject({
    ...{ type: 'integration', integration: nameOf('status-card'), site: 'status.example.com', block: { id: 'status' } },
  });
  expect(await embed('http://10.0.0.1/')).toEqual({ type: 'link', title: '10.0.0.1', site: '10.0.0.1' });

  await refuses(world, 'renderIntegrationUiWithPost', { ...render(context), token: world.otherAdmin.token }, 404);
  const settings = { type: 'configuration_account', organizationId: world.organization };
  await refuses(world, 'renderIntegrationUiWithPost', { ...render(settings), token }, 403);
  const unknown = render(context, { componentId: 'unknown' });
  await refuses(world, 'renderIntegrationUiWithPost', { ...unknown, token }, 404);
});

it('a content source is computed once for as long as what it depends on stays the same', async () => {
  const spaceId = (await importFiles(world, { 'README.md': '# One\n' })).spaces[0]!.id;
  const source = {
    type: `integration:${nameOf('status-card')}:changelog`,
    props: { of: 'Search' },
    dependencies: { space: { ref: { kind: 'space', space: spaceId } } },
  };
  const compute = { token: world.reader.token, params: { spaceId }, body: { source, seed: 'a' } };
  const count = async () =>
    (await eventsOf(world, nameOf('status-card'), 1)).filter(
      ({ payload }) => payload.type === 'content_compute_document',
    ).length;
  const document = await world.api.expect('getComputedDocument', compute);
  expect(JSON.stringify(document)).toContain('Changes of Search');
  expect(await world.api.expect('getComputedDocument', compute)).toEqual(document);
  await until(async () => (await count()) === 1);
  await importFiles(world, { 'README.md': '# Two\n' }, { space: spaceId });
  await world.api.expect('getComputedDocument', compute);
  await until(async () => (await count()) === 2);
  expect(await world.api.expect('getComputedRevision', compute)).toMatchObject({ pages: [{ title: 'Changelog' }] });
  const unknown = {
    ...compute,
    body: { seed: 'a', source: { ...source, type: `integration:${nameOf('status-card')}:none` } },
  };
  await refuses(world, 'getComputedDocument', unknown, 400);
});

it('a site gets the scripts of its integrations, each at an address that serves it', async () => {
  await world.cli.publish('script-injector', world.organization);
  const params = await install(world, nameOf('script-injector'));
  const { siteId } = await site(world);
  const { token } = world.admin;
  await world.api.expect('installIntegrationOnSite', { token, params, body: { siteId } });
  const ofSite = { token, params: { organizationId: world.organization, siteId } };
  const [script] = await world.api.expect<SiteIntegrationScript[]>('listSiteIntegrationScripts', ofSite);
  const policy = "script-src 'self'; connect-src https://collect.example.com";
  expect(script).toMatchObject({ contentSecurityPolicy: policy, cookies: false });
  const answer = await fetch(script!.script);
  expect(await answer.text()).toBe('console.log("Hello from an integration");');
  expect(answer.headers.get('content-type')).toBe('application/javascript');
  expect(answer.headers.get('cache-control')).toBe('max-age=60');
  expect(answer.headers.get('content-security-policy')).toContain(policy);
});

it('a task comes back as an event, at its time', async () => {
  const name = await publish(world, { script: 'export default { fetch: () => new Response("OK") };' });
  const params = await install(world, name);
  const token = await tokenOf(world, params);
  const queue = (body: object) =>
    world.api.expect('queueIntegrationTask', { token, params: { integrationName: name }, body });
  await queue({ task: { number: 1 } });
  await queue({ task: { number: 2 }, schedule: 86_400 });
  await world.api.expect('updateIntegrationInstallation', {
    ...{ token, params },
    body: { configuration: { key: 'later than the task' } },
  });
  const tasks = async () =>
    (await eventsOf(world, name, 3)).filter(({ payload }) => payload.type === 'task').map(({ payload }) => payload);
  expect(await tasks()).toMatchObject([{ installationId: params.installationId, task: { number: 1 } }]);
  await sql(world, `update integrations.event set due_at = now() where type = 'task'`);
  await until(async () => (await tasks()).length === 2);
  for (const other of [world.reader, world.otherAdmin])
    expect(
      (
        await world.api.call('queueIntegrationTask', {
          ...{ token: other.token, params: { integrationName: name } },
          body: { task: {} },
        })
      ).status,
    ).toBeGreaterThanOrEqual(403);
});
