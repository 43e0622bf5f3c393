import { siteSpaceCalls, type FoundSpace } from '@bindery/contracts';
import { createServiceOrganization, principalOf, type ServiceOrganization, sharing } from '@bindery/testing';

let world: ServiceOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

it('finds for sites the spaces of the organization that are not deleted and that the caller may see', async () => {
  const { organization, other, admin, otherAdmin, reader, guest, api } = world;
  const make = sharing(world);
  const [kept, deleted] = [await make.space({ title: 'Kept' }), await make.space()];
  const foreign = await sharing({ ...world, organization: other, admin: otherAdmin }).space({ visibility: 'public' });
  await api.expect('deleteSpaceById', { token: admin.token, params: { spaceId: deleted.id } });
  const body = { organization, spaces: [kept.id, deleted.id, foreign.id, 'unknown'] };
  const foundBy = async (principal = principalOf(admin.id, organization)): Promise<FoundSpace[]> =>
    (await world.platform.service.callAs('sites', siteSpaceCalls.findSpaces, { principal, body })).spaces;

  expect(await foundBy()).toEqual([{ id: kept.id, title: 'Kept', level: 'admin' }]);
  expect(await foundBy(principalOf(reader.id, organization, 'read'))).toMatchObject([{ id: kept.id, level: 'read' }]);
  expect(await foundBy(principalOf(guest.id, organization, null))).toEqual([]);
});
