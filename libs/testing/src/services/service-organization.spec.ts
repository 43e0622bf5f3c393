import { type Space, spaces } from '@bindery/contracts';
import { fakeOperation } from '../fakes/fakes';
import { createServiceOrganization, type ServiceOrganization } from './service-organization';

const createSpace = ({ api, admin, organization: organizationId }: ServiceOrganization) =>
  api.call<Space>('createSpace', { token: admin.token, params: { organizationId }, body: { title: 'Guide' } });

it('is the API of one service, with users and with what others are asked', async () => {
  const world = await createServiceOrganization('sites');
  const { api, admin, guest, organization: organizationId } = world;
  const space = await createSpace(world);
  expect(space).toMatchObject({ status: 201, body: { title: 'Guide', permissions: { admin: true } } });
  const request = { token: admin.token, params: { organizationId } };
  await api.expect('createSite', { ...request, body: { title: 'Handbook', spaces: [space.body.id] } });
  expect(await api.expect('listSites', request)).toMatchObject({ count: 1 });
  expect(await api.expect('listSites', { ...request, token: guest.token })).toMatchObject({ items: [] });
  await world.close();
});

it('lets a file fake more, and the next one have nothing of it on the same service', async () => {
  const fail = fakeOperation(spaces.createSpace, () => Promise.reject(new Error('Not here')));
  const one = await createServiceOrganization('sites', [fail]);
  expect((await createSpace(one)).status).toBe(500);
  await one.close();
  const next = await createServiceOrganization('sites');
  expect((await createSpace(next)).status).toBe(201);
  expect(next.platform.baseUrl).toBe(one.platform.baseUrl);
  await next.close();
});
