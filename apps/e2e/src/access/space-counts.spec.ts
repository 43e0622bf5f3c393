import type { OrganizationMember, Page } from '@bindery/contracts';
import { sharing } from '@bindery/testing';
import { createTestOrganization } from '../support/test-organization';

it('counts the spaces that a member, a guest or a team may see', async () => {
  const fresh = await createTestOrganization();
  const own = sharing(fresh);
  const [guest, lonely] = [await own.guest(), await own.guest()];
  const team = await own.team(guest);
  const collection = await own.collection();
  const inner = await own.collection({ parent: collection.id });
  const [direct, within] = [await own.space(), await own.space({ parent: inner.id })];
  await own.space();
  await own.space({ visibility: 'public' });
  await own.onSpace(direct.id, { users: [guest.id], role: 'read' });
  await own.onCollection(collection.id, { teams: [team], role: 'read' });
  await own.onSpace(within.id, { users: [guest.id], role: 'read' });
  const token = fresh.admin.token;
  const member = async (userId: string) =>
    (
      await fresh.api.expect<{ spaces: number }>('getMemberInOrganizationById', {
        token,
        params: { organizationId: fresh.organization, userId },
      })
    ).spaces;
  expect([await member(fresh.reader.id), await member(guest.id), await member(lonely.id)]).toEqual([4, 3, 1]);
  expect(await own.visibleTo(guest)).toHaveLength(3);
  expect(await own.visibleTo(lonely)).toHaveLength(1);
  const { spaces } = await fresh.api.expect<{ spaces: number }>('getTeamInOrganizationById', {
    token,
    params: { organizationId: fresh.organization, teamId: team },
  });
  expect(spaces).toBe(1);
  await fresh.api.expect('updateMemberInOrganizationById', {
    token,
    params: { organizationId: fresh.organization, userId: guest.id },
    body: { disabled: true },
  });
  expect(await member(guest.id)).toBe(0);
  await fresh.close();
});

it('counts the spaces that each in a list of members may see', async () => {
  const { api, admin, reader, guest, organization: organizationId, close } = await createTestOrganization();
  const request = { token: admin.token, params: { organizationId } };
  await api.expect('createSpace', { ...request, body: { title: 'One' } });
  const { items } = await api.expect<Page<OrganizationMember>>('listMembersInOrganizationById', request);
  const spaces = Object.fromEntries(items.map(({ id, spaces }) => [id, spaces]));
  expect(spaces).toEqual({ [admin.id]: 1, [reader.id]: 1, [guest.id]: 0 });
  await close();
});
