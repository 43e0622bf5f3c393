import type { IntegrationSiteInstallation, IntegrationSpaceInstallation, Page, Space } from '@bindery/contracts';
import { eventsOf, install, publish, refuses } from '@bindery/testing';
import { site, space as newSpace } from '../contract/site-parts';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

let world: TestOrganization;
let space: string;
beforeAll(async () => {
  world = await createTestOrganization();
  space = await newSpace(world);
});
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

describe('an installation on a space', () => {
  const onSpace = (params: Record<string, string>, query: Record<string, unknown> = {}) =>
    world.api.expect<IntegrationSpaceInstallation>('installIntegrationOnSpace', {
      ...{ token: world.admin.token, params, query },
      body: { space },
    });

  it('is answered with the whole space where that is asked for', async () => {
    const params = await install(world, await publish(world));
    const installed = await onSpace(params, { extended: true });
    const getSpace = { token: world.admin.token, params: { spaceId: space } };
    expect(installed.space).toEqual(await world.api.expect('getSpaceById', getSpace));
    const { integrationName } = params;
    const { items } = await world.api.expect<Page<IntegrationSpaceInstallation>>('listIntegrationSpaceInstallations', {
      ...{ token: world.admin.token, params: { integrationName }, query: { extended: true } },
    });
    expect(items[0]!.space).toMatchObject({ object: 'space', id: space, title: 'Guide' });
  });

  it('is returned with the public address of a space, like the space itself', async () => {
    const params = await install(world, await publish(world));
    const token = world.admin.token;
    const body = { title: 'Docs', spaces: [space] };
    const organization = { token, params: { organizationId: world.organization } };
    const { id: siteId } = await world.api.expect<{ id: string }>('createSite', { ...organization, body });
    await world.api.expect('publishSite', { token, params: { ...organization.params, siteId } });
    const ofSpace = { token, params: { spaceId: space } };
    const shownAs = async (visibility: string) => {
      await world.api.expect('updateSpaceById', { ...ofSpace, body: { visibility } });
      const installed = await onSpace(params, { extended: true });
      const { urls, visibility: effective } = installed.space as Space;
      const alone = await world.api.expect<Space>('getSpaceById', ofSpace);
      expect({ urls, effective }).toEqual({ urls: alone.urls, effective: alone.visibility });
      await world.api.expect('uninstallIntegrationFromSpace', {
        token,
        params: { ...params, spaceId: space },
      });
      return { ...urls, visibility: effective };
    };
    for (const own of ['public', 'private']) {
      const { published, public: open, visibility } = await shownAs(own);
      expect({ own, open, visibility }).toEqual({ own, open: published, visibility: 'public' });
    }
  });
});

it('an installation is refused where the integration is made for something else, as one on a site is', async () => {
  const { siteId } = await site(world);
  const on = {
    space: ['installIntegrationOnSpace', { space }, 'body.space'],
    site: ['installIntegrationOnSite', { siteId }, 'body.siteId'],
  } as const;
  for (const target of ['site', 'space', 'organization']) {
    const params = await install(world, await publish(world, { target }));
    for (const [kind, [operation, body, field]] of Object.entries(on)) {
      const request = { token: world.admin.token, params, body };
      if (kind === target) await world.api.expect(operation, request);
      else await refuses(world, operation, request, 400, field);
    }
  }
});
