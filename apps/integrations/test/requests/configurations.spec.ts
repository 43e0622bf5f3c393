import { anonymous, computedSources, type ContentKitRenderOutput, type Space } from '@bindery/contracts';
import {
  develop,
  install,
  publish,
  type ServiceOrganization,
  startServiceOrganization,
  Tunnel,
} from '@bindery/testing';

/** Answers the configuration of the installation on the space, as a document and as a component that may be cached. */
const script = `export default { async fetch(request) {
  const form = await request.formData();
  const [{ type }, { spaceInstallation }] = ['event', 'environment'].map((name) => JSON.parse(form.get(name)));
  const text = JSON.stringify(spaceInstallation?.configuration ?? null);
  if (type === 'ui_render')
    return Response.json({ type: 'complete', returnValue: text }, { headers: { 'cache-control': 'max-age=600' } });
  return Response.json({ object: 'document', nodes: [{
    object: 'block', type: 'paragraph', isVoid: false, data: {},
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  }] });
} };`;

let world: ServiceOrganization;
let space: string;
let params: { integrationName: string; installationId: string };

beforeAll(async () => {
  world = await startServiceOrganization('integrations', { settings: { OUTBOUND_ALLOW: '127.0.0.1' } });
});
afterAll(() => world.close());
beforeEach(async () => {
  const created = { params: { organizationId: world.organization }, body: { title: 'Guide' } };
  space = (await world.api.expect<Space>('createSpace', { token: world.admin.token, ...created })).id;
  params = await install(world, await publish(world, { script }));
  await world.api.expect('installIntegrationOnSpace', {
    ...{ token: world.admin.token, params },
    body: { space },
  });
});

const setDepth = (depth: number) =>
  world.api.expect('updateIntegrationSpaceInstallation', {
    ...{ token: world.admin.token, params: { ...params, spaceId: space } },
    body: { configuration: { depth } },
  });

const compute = (known?: string) =>
  world.platform.service.callAs('content', computedSources.computeSource, {
    principal: anonymous,
    body: {
      ...{
        organization: world.organization,
        space,
        of: 'document' as const,
        props: {},
        dependencies: {},
        seed: 'seed',
      },
      ...{ type: `integration:${params.integrationName}:source`, ...(known !== undefined && { known }) },
    },
  });

const render = () => {
  const context = { type: 'document', spaceId: space, theme: 'light' };
  return world.api.call<ContentKitRenderOutput>('renderIntegrationUiWithPost', {
    ...{ token: world.admin.token, params: { integrationName: params.integrationName } },
    body: { componentId: 'card', props: {}, context },
  });
};
const rendered = async () => (await render()).body.returnValue;

it('computed content follows the configuration of the installation on the space', async () => {
  await setDepth(1);
  const { version, content } = await compute();
  expect(JSON.stringify(content)).toContain(String.raw`{\"depth\":1}`);
  expect(await compute(version)).toEqual({ version });
  await setDepth(2);
  const changed = await compute(version);
  expect(changed.version).not.toBe(version);
  expect(JSON.stringify(changed.content)).toContain(String.raw`{\"depth\":2}`);
});

it('cached components follow the configuration of the installation on the space', async () => {
  await setDepth(1);
  expect(await rendered()).toBe('{"depth":1}');
  await setDepth(2);
  expect(await rendered()).toBe('{"depth":2}');
});

it('computed content and components come from the tunnel while it is open', async () => {
  const { version } = await compute();
  await render();
  const tunnel = await Tunnel.open();
  try {
    await develop(world, params.integrationName, tunnel);
    // This tunnel answers neither a document nor a component.
    await expect(compute(version)).rejects.toMatchObject({ code: 502 });
    expect((await render()).status).toBe(502);
    expect(tunnel.received.map(({ event }) => event.type)).toEqual(['content_compute_document', 'ui_render']);
  } finally {
    await tunnel.close();
  }
  await world.api.expect('disableIntegrationDevelopmentMode', {
    token: world.admin.token,
    params: { integrationName: params.integrationName },
  });
  expect(await compute(version)).toEqual({ version });
});
