import type { OpenAPISpec } from '@bindery/contracts';
import { newSlug, petStore, putSpec, textOf } from '@bindery/testing';
import type { TestOrganization } from '../support/test-organization';
import type { Example } from './example';

const read = new WeakMap<TestOrganization, Promise<OpenAPISpec>>();

/** A specification that is only read. */
function known(world: TestOrganization): Promise<OpenAPISpec> {
  let spec = read.get(world);
  if (!spec) read.set(world, (spec = putSpec(world, newSlug(), textOf(petStore()))));
  return spec;
}

const reading = async (world: TestOrganization): Promise<Example> => ({
  params: { organizationId: world.organization, specSlug: (await known(world)).slug },
});

const readingVersion = async (world: TestOrganization): Promise<Example> => ({
  params: { ...(await reading(world)).params, versionId: (await known(world)).lastVersion! },
});

/** A specification that may be changed. */
async function spare(world: TestOrganization): Promise<Example> {
  const params = { organizationId: world.organization, specSlug: newSlug() };
  const body = { source: textOf(petStore()) };
  await world.api.expect('createOrUpdateOpenAPISpecBySlug', { token: world.admin.token, params, body });
  return { params };
}

export const openApiExamples: Record<string, (world: TestOrganization) => Example | Promise<Example>> = {
  listOpenAPISpecs: ({ organization }) => ({ params: { organizationId: organization } }),
  createOpenAPISpec: ({ organization }) => ({
    params: { organizationId: organization },
    body: { slug: newSlug(), source: textOf(petStore()) },
  }),
  getOpenAPISpecBySlug: reading,
  createOrUpdateOpenAPISpecBySlug: async (world) => ({
    ...(await spare(world)),
    body: { source: textOf(petStore('2.0.0')) },
  }),
  deleteOpenAPISpecBySlug: spare,
  updateOpenAPISpecBySlug: async (world) => ({ ...(await spare(world)), body: { visibility: 'public' } }),
  listOpenAPISpecVersions: reading,
  getLatestOpenAPISpecVersion: reading,
  getLatestOpenAPISpecVersionContent: reading,
  getLatestOpenAPISpecVersionContentRaw: reading,
  getOpenAPISpecVersionById: readingVersion,
  getOpenAPISpecVersionContentById: readingVersion,
};
