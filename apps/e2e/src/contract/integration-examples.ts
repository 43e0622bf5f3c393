import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { compressToEncodedURIComponent } from 'lz-string';
import type { IntegrationEvent, IntegrationInstallation, Page } from '@bindery/contracts';
import { manifest } from '@bindery/testing';
import type { TestOrganization } from '../support/test-organization';
import type { Example } from './example';
import { site } from './site-parts';

/** Several files of one process share a platform. */
const run = randomBytes(4).toString('hex');
let made = 0;

/** A private integration of the first organization that may be changed. */
async function integration(world: TestOrganization, change: object = {}): Promise<Example> {
  const params = { integrationName: `example-${run}-${++made}` };
  const body = { ...manifest(world), ...change };
  await world.api.expect('publishIntegration', { token: world.admin.token, params, body });
  return { params };
}

/** An integration that is installed on the first organization. */
export async function installation(world: TestOrganization): Promise<Example> {
  const { params } = await integration(world);
  const { id } = await world.api.expect<IntegrationInstallation>('installIntegration', {
    token: world.admin.token,
    params,
    body: { organization: world.organization },
  });
  return { params: { ...params, installationId: id } };
}

/** An integration with an event to which something has happened. */
async function integrationEvent(world: TestOrganization): Promise<Example> {
  const { integrationName } = (await installation(world)).params!;
  const params = { integrationName: integrationName! };
  for (;;) {
    const { items } = await world.api.expect<Page<IntegrationEvent>>('listIntegrationEvents', {
      token: world.admin.token,
      params,
    });
    if (items[0]) return { params: { ...params, eventId: items[0].id } };
    await sleep(20);
  }
}

/** The installation of an integration on a space. */
async function spaceInstallation(world: TestOrganization, space: string): Promise<Example> {
  const { params } = await installation(world);
  await world.api.expect('installIntegrationOnSpace', { token: world.admin.token, params, body: { space } });
  return { params: { ...params, spaceId: space } };
}

const inOrganization = ({ organization }: TestOrganization): Example => ({ params: { organizationId: organization } });
const inSpace = (_: TestOrganization, { spaceId }: ExampleIds): Example => ({ params: { spaceId } });

/** The objects that examples read. */
interface ExampleIds {
  spaceId: string;
}

/** The installation of an integration on a site. */
async function siteInstallation(world: TestOrganization): Promise<Example> {
  const { siteId } = await site(world);
  const { params } = await installation(world);
  await world.api.expect('installIntegrationOnSite', { token: world.admin.token, params, body: { siteId } });
  return { params: { ...params, siteId } };
}

/** An integration whose script answers every event with the same JSON, installed on the first organization. */
async function answering(world: TestOrganization, answer: object): Promise<string> {
  const script = `export default { fetch: () => Response.json(${JSON.stringify(answer)}) };`;
  const { params } = await integration(world, { script });
  const body = { organization: world.organization };
  await world.api.expect('installIntegration', { token: world.admin.token, params, body });
  return params!.integrationName!;
}

const component = (spaceId: string) => ({
  componentId: 'card',
  props: {},
  context: { type: 'document', theme: 'light', spaceId, editable: false },
});

/** The computation of a content source. */
async function computation(world: TestOrganization, spaceId: string, answer: object): Promise<Example> {
  const type = `integration:${await answering(world, answer)}:source`;
  return { params: { spaceId }, body: { source: { type, props: {} }, seed: 'seed' } };
}

const anIntegration = (world: TestOrganization) => integration(world);

export const integrationExamples: Record<
  string,
  (world: TestOrganization, known: ExampleIds) => Example | Promise<Example>
> = {
  listIntegrations: ({ organization }) => ({
    query: { owner: organization, blocks: true, scope: 'space:content:read', blockDomain: 'cards.example.com' },
  }),
  getIntegrationByName: anIntegration,
  publishIntegration: async (world) => ({ ...(await integration(world)), body: manifest(world) }),
  unpublishIntegration: anIntegration,
  listIntegrationInstallations: anIntegration,
  installIntegration: async (world) => ({
    ...(await integration(world)),
    body: { organization: world.organization },
  }),
  listIntegrationEvents: anIntegration,
  getIntegrationEvent: integrationEvent,
  listIntegrationSpaceInstallations: anIntegration,
  listIntegrationSiteInstallations: anIntegration,
  setIntegrationDevelopmentMode: async (world) => ({
    ...(await integration(world)),
    body: { tunnelUrl: 'https://tunnel.example.com', all: true },
  }),
  disableIntegrationDevelopmentMode: async (world) => {
    const example = await integration(world);
    await world.api.expect('setIntegrationDevelopmentMode', {
      ...example,
      token: world.admin.token,
      body: { tunnelUrl: 'https://tunnel.example.com' },
    });
    return example;
  },
  getIntegrationInstallationById: installation,
  updateIntegrationInstallation: async (world) => ({
    ...(await installation(world)),
    body: { externalIds: ['one'], configuration: { key: 'changed' }, space_selection: 'selected' },
  }),
  uninstallIntegration: installation,
  createIntegrationInstallationToken: installation,
  listIntegrationInstallationSpaces: installation,
  installIntegrationOnSpace: async (world, { spaceId }) => ({
    ...(await installation(world)),
    body: { space: spaceId },
  }),
  getIntegrationSpaceInstallation: (world, { spaceId }) => spaceInstallation(world, spaceId),
  updateIntegrationSpaceInstallation: async (world, { spaceId }) => ({
    ...(await spaceInstallation(world, spaceId)),
    body: { externalIds: ['one'], configuration: { depth: 2 } },
  }),
  uninstallIntegrationFromSpace: (world, { spaceId }) => spaceInstallation(world, spaceId),
  listIntegrationInstallationSites: installation,
  installIntegrationOnSite: async (world) => ({
    ...(await installation(world)),
    body: { siteId: (await site(world)).siteId },
  }),
  getIntegrationSiteInstallation: siteInstallation,
  updateIntegrationSiteInstallation: async (world) => ({
    ...(await siteInstallation(world)),
    body: { externalIds: ['one'], configuration: { theme: 'dark' } },
  }),
  uninstallIntegrationFromSite: siteInstallation,
  renderIntegrationUiWithPost: async (world, { spaceId }) => ({
    params: { integrationName: await answering(world, { type: 'complete', returnValue: { done: true } }) },
    body: component(spaceId),
  }),
  renderIntegrationUiWithGet: async (world, { spaceId }) => ({
    params: { integrationName: await answering(world, { type: 'element', element: {}, props: {}, state: {} }) },
    query: { request: compressToEncodedURIComponent(JSON.stringify(component(spaceId))) },
  }),
  queueIntegrationTask: async (world) => ({
    ...(await integration(world)),
    body: { task: { do: 'this' }, schedule: 60 },
  }),
  resendIntegrationEvent: integrationEvent,
  rotateIntegrationSigningSecret: anIntegration,
  listSiteIntegrationScripts: async (world) => ({ params: await site(world) }),
  getEmbedByUrl: () => ({ query: { url: 'http://127.0.0.1/page' } }),
  getEmbedByUrlInSpace: (_world, { spaceId }) => ({
    params: { spaceId },
    query: { url: 'http://127.0.0.1/page' },
  }),
  getComputedDocument: (world, { spaceId }) =>
    computation(world, spaceId, { document: { object: 'document', data: {}, nodes: [] } }),
  getComputedRevision: (world, { spaceId }) => computation(world, spaceId, { pages: [] }),
  listSiteIntegrations: async (world) => ({ params: await site(world) }),
  listOrganizationIntegrations: inOrganization,
  listOrganizationInstallations: inOrganization,
  getOrganizationIntegrationStatus: async (world) => {
    const { integrationName } = (await installation(world)).params!;
    return { params: { organizationId: world.organization, integrationName: integrationName! } };
  },
  listOrganizationIntegrationsStatus: inOrganization,
  listSpaceIntegrations: inSpace,
  listSpaceIntegrationsBlocks: inSpace,
};
