import { ApiError, branches, changeRequests, type SpaceAccessAnswer } from '@bindery/contracts';
import { fakeOperation } from '../fakes/fakes';
import { startServiceUnderTest, type ServiceUnderTest } from './service-under-test';
import { principalOf } from '../environment/test-trust';

const access: SpaceAccessAnswer = {
  organization: 'organization',
  level: 'read',
  head: 'head',
  editMode: 'live',
  title: 'Space',
  mergeRules: { type: 'inherit' },
};
const accessTo = fakeOperation(branches.getSpaceAccess, ({ body, principal }) => {
  if (principal.user === 'stranger') throw new ApiError(404, `There is no ${body.space}`);
  return access;
});

let service: ServiceUnderTest;
beforeAll(async () => (service = await startServiceUnderTest('change-requests', { fakes: [accessTo] })));
afterAll(() => service.close());

const principal = principalOf('reader', 'organization', 'read');
const params = { spaceId: 'space' };

it('answers with what fakes answer it, and hands their errors on', async () => {
  const list = (user: string) =>
    service.call(changeRequests.listChangeRequestsForSpace, { principal: { ...principal, user }, params });
  expect(await list('reader')).toEqual({ items: [], count: 0 });
  await expect(list('stranger')).rejects.toMatchObject({ code: 404, message: 'There is no space' });
});

it('names the operation that no fake stands for', async () => {
  const listed = service.call(changeRequests.listChangeRequestsForOrganization, {
    principal,
    params: { organizationId: 'organization' },
  });
  await expect(listed).rejects.toMatchObject({ message: 'No fake stands for rpc.content.listWorkSpaces' });
});

it('answers again after it was stopped and started', async () => {
  await service.stop();
  await service.restart();
  const asked = { principal, params };
  expect(await service.call(changeRequests.listChangeRequestsForSpace, asked)).toMatchObject({ count: 0 });
});
