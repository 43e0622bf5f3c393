import type { IntegrationSiteInstallation, Page } from '@bindery/contracts';
import { eventsOf, install, publish, refuses } from '@bindery/testing';
import { site } from '../contract/site-parts';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

let world: TestOrganization;
beforeAll(async () => (world = await createTestOrganization()));
afterAll(() => world.close());

describe('an installation on a site', () => {
  it('is installed, configured, listed and removed, and says so', async () => {
    const { siteId } = await site(world);
    const params = await install(world, await publish(world));
    const { token } = world.admin;
    await world.api.expect('installIntegrationOnSite', { token, params, body: { siteId } });
    await refuses(world, 'installIntegrationOnSite', { token, params, body: { siteId } }, 409);
    await refuses(world, 'installIntegrationOnSite', { token: world.reader.token, params, body: { siteId } }, 403);
    await refuses(world, 'installIntegrationOnSite', { token, params, body: { siteId: 'nobody' } }, 404);
    const one = { token, params: { ...params, siteId } };
    const body = { configuration: { theme: 'dark' }, externalIds: ['S'] };
    await world.api.expect('updateIntegrationSiteInstallation', { ...one, body });
    const { integrationName } = params;
    const list = { token, params: { integrationName }, query: { externalId: 'S', extended: true } };
    const { items } = await world.api.expect<Page<IntegrationSiteInstallation>>(
      'listIntegrationSiteInstallations',
      list,
    );
    const whole = { token, params: { organizationId: world.organization, siteId } };
    expect(items).toMatchObject([{ ...body, site: await world.api.expect('getSiteById', whole) }]);
    const enabled = await world.api.expect<Page<{ name: string }>>('listSiteIntegrations', whole);
    expect(enabled.items.map(({ name }) => name)).toContain(integrationName);
    await world.api.expect('uninstallIntegrationFromSite', one);
    await refuses(world, 'getIntegrationSiteInstallation', one, 404);
    const events = await eventsOf(world, integrationName, 4);
    expect(events.map(({ payload }) => [payload.type, payload.siteId])).toEqual([
      ['site_installation_deleted', siteId],
      ['site_installation_setup', siteId],
      ['site_installation_setup', siteId],
      ['installation_setup', undefined],
    ]);
  });
});
