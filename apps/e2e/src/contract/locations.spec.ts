import { createTestOrganization, type TestOrganization } from '../support/test-organization';
import { example } from './examples';

let world: TestOrganization;
beforeAll(async () => (world = await createTestOrganization()));
afterAll(() => world.close());

/** The operations in resolved-values.md 27, with installations on spaces and sites. */
it.each([
  'duplicateSpace',
  'createChangeRequest',
  'createCollection',
  'createSite',
  'addSectionToSite',
  'addSectionGroupToSite',
  'addSectionToGroup',
  'addSpaceToSite',
  'createOrganizationSAMLProvider',
  'installIntegration',
  'installIntegrationOnSpace',
  'installIntegrationOnSite',
])('%s says in Location where what it made is', async (operation) => {
  const request = { token: world.admin.token, ...(await example(world, operation)) };
  const { status, headers, body } = await world.api.call<{ urls: { location: string } }>(operation, request);
  expect([200, 201]).toContain(status);
  expect(body.urls.location).toMatch(/^http:\/\/bindery\.test\/v1\/.+/);
  expect(headers.get('location')).toBe(body.urls.location);
});

it('nothing says so that makes nothing', async () => {
  const request = { token: world.admin.token, ...(await example(world, 'updateSpaceById')) };
  const { status, headers } = await world.api.call('updateSpaceById', request);
  expect({ status, location: headers.get('location') }).toEqual({ status: 200, location: null });
});
