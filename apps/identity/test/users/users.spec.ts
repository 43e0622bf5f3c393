import { userProfiles, type User } from '@bindery/contracts';
import {
  clientOf,
  createServiceOrganization,
  type TestUser,
  refuses,
  type ServiceOrganization,
  sharing,
  sql,
} from '@bindery/testing';

let world: ServiceOrganization;

beforeAll(async () => {
  world = await createServiceOrganization('identity');
});
afterAll(() => world.close());

const as = (person: TestUser) => ({ token: person.token });
const get = (of: TestUser, by: TestUser): Promise<User> =>
  world.api.expect<User>('getUserById', { ...as(by), params: { userId: of.id } });

it('users are shown to others in their organizations, without address to guests', async () => {
  expect((await get(world.reader, world.admin)).email).toBe(world.reader.email);
  expect((await get(world.reader, world.guest)).email).toBeUndefined();
  expect((await get(world.guest, world.guest)).email).toBe(world.guest.email);
  const { data } = await clientOf(world, world.reader).users.getUserById(world.admin.id);
  expect(data).toMatchObject({ object: 'user', id: world.admin.id });
  await refuses(world, 'getUserById', { ...as(world.otherAdmin), params: { userId: world.reader.id } }, 404);
});

it('shows readers of a site the names of users of its organization, and nothing else of them', async () => {
  const { organization, reader, otherAdmin, platform } = world;
  const photoURL = 'https://example.com/reader.png';
  await clientOf(world, reader).users.updateUserById(reader.id, { photoURL });
  const visit = { organization, site: 'site', spaces: [], claims: {}, issuedAt: new Date().toISOString() };
  const asVisitor = ({ id }: TestUser) => ({ token: platform.visitorToken(visit), params: { userId: id } });
  const { id, displayName, urls } = await get(reader, reader);
  const shown = await world.api.expect<User>('getUserById', asVisitor(reader));
  expect(shown).toEqual({ object: 'user', id, displayName, urls });
  await refuses(world, 'getUserById', asVisitor(otherAdmin), 404);
  await refuses(world, 'getUserById', { params: { userId: reader.id } }, 401);
  await refuses(world, 'updateUserById', { ...asVisitor(reader), body: { displayName: 'X' } }, 403);
});

it('users change their own name and photo, and no others', async () => {
  const { id } = world.reader;
  const { users } = clientOf(world, world.reader);
  const photoURL = 'https://example.com/photo.png';
  expect((await users.updateUserById(id, { displayName: '😀'.repeat(64), photoURL })).data).toMatchObject({
    displayName: '😀'.repeat(64),
    photoURL,
  });
  const change = (body: object) => ({ ...as(world.reader), params: { userId: id }, body });
  const cleared = await world.api.expect<User>('updateUserById', change({ photoURL: null, displayName: 'R' }));
  expect(cleared).toMatchObject({ displayName: 'R' });
  expect(cleared.photoURL).toBeUndefined();
  for (const [field, value] of [
    ['displayName', ''],
    ['displayName', 'x'.repeat(65)],
    ['displayName', null],
    ['photoURL', 'javascript:alert(1)'],
    ['photoURL', `https://example.com/${'x'.repeat(2048)}`],
  ] as const)
    await refuses(world, 'updateUserById', change({ [field]: value }), 400, `body.${field}`);
  await refuses(world, 'updateUserById', { ...change({ displayName: 'X' }), ...as(world.admin) }, 403);
  await refuses(world, 'updateUserById', { ...change({ displayName: 'X' }), ...as(world.otherAdmin) }, 404);
});

it('users keep what two requests at the same time change', async () => {
  const { token, id: userId } = await world.records.user({ [world.organization]: 'read' });
  for (let step = 1; step <= 10; step++) {
    const bodies = [{ displayName: `Name ${step}` }, { emailNotifications: step % 2 === 0 }];
    await Promise.all(bodies.map((body) => world.api.expect('updateUserById', { token, params: { userId }, body })));
    expect(await world.api.expect<User>('getAuthenticatedUser', { token })).toMatchObject(Object.assign({}, ...bodies));
  }
});

it('tells oneself alone whether one is notified by mail, which one turns off and on', async () => {
  const { id: userId, token } = world.reader;
  const shown = () => world.api.expect<User>('getAuthenticatedUser', { token });
  expect((await shown()).emailNotifications).toBe(true);
  for (const emailNotifications of [false, true]) {
    await world.api.expect('updateUserById', { token, params: { userId }, body: { emailNotifications } });
    expect((await shown()).emailNotifications).toBe(emailNotifications);
  }
  const seen = await world.api.expect<User>('getUserById', { token: world.admin.token, params: { userId } });
  expect(seen).not.toHaveProperty('emailNotifications');
});

it('other services get the verified address, the setting for mails, and the organizations where a user is not disabled', async () => {
  const { organization, other, admin, platform } = world;
  const ended = await world.records.organization('Ended');
  const quiet = await world.records.user({ [organization]: 'edit' });
  const unverified = await world.records.user({ [organization]: null, [ended]: 'read' });
  const disabled = await world.records.user({ [organization]: 'admin', [other]: 'read' });
  const team = await sharing(world).team(quiet);
  await world.api.expect('updateUserById', {
    ...as(quiet),
    params: { userId: quiet.id },
    body: { emailNotifications: false },
  });
  await sql(world, 'update "user" set email_verified_at = null where id = $1', [unverified.id]);
  await sql(world, 'update organization set deleted_at = now() where id = $1', [ended]);
  await world.api.expect('updateMemberInOrganizationById', {
    ...as(admin),
    params: { organizationId: organization, userId: disabled.id },
    body: { disabled: true },
  });

  const asked = [quiet.id, unverified.id, disabled.id, 'unknown'];
  const common = { displayName: expect.any(String) as string, emailNotifications: true };
  expect(await platform.service.askAs('change-requests', userProfiles, asked)).toEqual({
    [quiet.id]: {
      ...common,
      id: quiet.id,
      email: quiet.email,
      emailNotifications: false,
      organizations: { [organization]: { role: 'edit', teams: { [team]: 'member' } } },
    },
    [unverified.id]: { ...common, id: unverified.id, organizations: { [organization]: { role: null, teams: {} } } },
    [disabled.id]: {
      ...common,
      id: disabled.id,
      email: disabled.email,
      organizations: { [other]: { role: 'read', teams: {} } },
    },
  });
});
