import type { Space } from '@bindery/contracts';
import { populate } from '../organization/test-organization';
import { sharedPlatform, type SharedPlatform } from './shared-platform';

const day = 24 * 60 * 60_000;

/** How many days ahead the platform's clock is, by the deletion of a space. */
async function daysAhead(platform: SharedPlatform): Promise<number> {
  const { api, admin, organization, records } = await populate(platform);
  const { token } = admin;
  const made = await api.expect<Space>('createSpace', { token, params: { organizationId: organization }, body: {} });
  const request = { token, params: { spaceId: made.id } };
  await api.expect('deleteSpaceById', request);
  const { deletedAt } = await api.expect<Space>('getSpaceById', request);
  await records.close();
  return (Date.parse(deletedAt!) - Date.now()) / day;
}

it('has the time, the services and the gateways that a file sets, and those of before for the next file', async () => {
  const first = await sharedPlatform();
  await first.moveClock(3 * day);
  expect(await daysAhead(first)).toBeCloseTo(3, 1);
  const gateway = await first.addGateway();
  expect((await fetch(`${gateway}/v1`)).status).toBe(200);
  await first.restart('content', { OPENAPI_VERSIONS: '2' });
  expect(await daysAhead(first)).toBeCloseTo(3, 1);
  await first.stop('content');
  await first.close();

  const next = await sharedPlatform();
  expect(next.baseUrl).toBe(first.baseUrl);
  expect(await daysAhead(next)).toBeCloseTo(0, 1);
  await expect(fetch(`${gateway}/v1`)).rejects.toThrow();
  await next.close();
});

it('says which setting a service does not take, and runs it as before for the next file', async () => {
  const first = await sharedPlatform();
  await expect(first.restart('content', { OPENAPI_VERSIONS: 'many' })).rejects.toThrow('OPENAPI_VERSIONS');
  await first.close();
  const next = await sharedPlatform();
  expect(await daysAhead(next)).toBeCloseTo(0, 1);
  await next.close();
});
