import type { MemberRole } from '@bindery/contracts';
import { clientOf, refuses, type ServiceOrganization, type TestUser } from '@bindery/testing';
import { newPerson, SamlWorld } from '../saml/saml-world';

let saml: SamlWorld;
let world: ServiceOrganization;
beforeAll(async () => {
  saml = await SamlWorld.create();
  world = saml.world;
});
afterAll(() => saml.close());

const as = (person: TestUser) => ({ token: person.token });

describe('joining by domain again', () => {
  const returning = async (role: MemberRole | null) => {
    const person = await world.records.user();
    const id = await world.records.organization('Admitting');
    const admin = await world.records.user({ [id]: 'admin' });
    const body = { emailDomains: [person.email.split('@')[1]!], defaultRole: 'edit' };
    await world.api.expect('updateOrganizationById', { ...as(admin), params: { organizationId: id }, body });
    const { orgs } = clientOf(world, person);
    await orgs.joinOrganization(id);
    const params = { organizationId: id, userId: person.id };
    await world.api.expect('updateMemberInOrganizationById', { ...as(admin), params, body: { role } });
    const remove = (by: TestUser) => world.api.expect('removeMemberFromOrganizationById', { ...as(by), params });
    const roleAfterJoining = async () => {
      await orgs.joinOrganization(id);
      return (await orgs.getMemberInOrganizationById(id, person.id)).data.role;
    };
    return { person, id, admin, remove, roleAfterJoining, join: { ...as(person), params: { organizationId: id } } };
  };

  it.each<[MemberRole | null, MemberRole | null]>([
    ['read', 'read'],
    [null, null],
    ['admin', 'edit'],
  ])('gives a member who left as %s no more than the role %s', async (role, given) => {
    const { person, remove, roleAfterJoining } = await returning(role);
    await remove(person);
    expect(await roleAfterJoining()).toBe(given);
  });

  it('is refused to a member whom an administrator removed, until one invites them', async () => {
    const { person, id, admin, remove, join } = await returning('read');
    await remove(admin);
    await refuses(world, 'joinOrganization', join, 403);
    const made = { ...as(admin), params: { organizationId: id }, body: { role: 'edit' } };
    const { id: inviteId } = await world.api.expect<{ id: string }>('createOrganizationInvite', made);
    const accept = { ...as(person), params: { organizationId: id, inviteId } };
    await refuses(world, 'joinOrganizationWithInvite', accept, 403);
    const invite = { ...as(admin), params: { organizationId: id }, body: { emails: [person.email], role: 'comment' } };
    await world.api.expect('inviteUsersToOrganization', invite);
    const { data } = await clientOf(world, admin).orgs.getMemberInOrganizationById(id, person.id);
    expect(data.role).toBe('comment');
    await remove(person);
    await world.api.expect('joinOrganization', join);
  });
});

describe('a person who signed in through the provider before', () => {
  const remove = (userId: string, token: string) =>
    world.api.expect('removeMemberFromOrganizationById', {
      token,
      params: { organizationId: world.organization, userId },
    });

  it('stays out when an administrator removed them, until one invites them', async () => {
    const { api, admin, organization } = world;
    const connected = await saml.connect({ defaultRole: 'edit' });
    const person = newPerson('first.example');
    const { user } = (await saml.signIn(connected, person)).json;
    await remove(user.id, admin.token);
    const { status, json } = await saml.signIn(connected, person);
    expect([status, json.error.message]).toEqual([403, expect.stringContaining('ask for a new invitation')]);
    const params = { organizationId: organization };
    const body = { emails: [person.email], role: 'comment', sso: true };
    await api.expect('inviteUsersToOrganization', { token: admin.token, params, body });
    expect((await saml.signIn(connected, person)).status).toBe(200);
  });

  it('comes back with no more than the role with which they left', async () => {
    const { api, admin, organization } = world;
    const connected = await saml.connect({ defaultRole: 'edit' });
    const person = newPerson('first.example');
    const { user, token } = (await saml.signIn(connected, person)).json;
    const params = { organizationId: organization, userId: user.id };
    await api.expect('updateMemberInOrganizationById', { token: admin.token, params, body: { role: 'read' } });
    await remove(user.id, token);
    expect((await saml.signIn(connected, person)).status).toBe(200);
    expect(await api.expect('getMemberInOrganizationById', { token: admin.token, params })).toMatchObject({
      role: 'read',
      sso: true,
    });
  });
});
