import { createHash } from 'node:crypto';
import type { CreatedUserAPIToken, Organization, Page, UserAPIToken } from '@bindery/contracts';
import {
  createServiceOrganization,
  OAuthClient,
  operatorCommand,
  type ServiceOrganization,
  until,
} from '@bindery/testing';

let world: ServiceOrganization;
beforeAll(async () => void (world = await createServiceOrganization('identity')));
afterAll(() => world.close());

const day = 86_400_000;
const create = (token: string, expiresAt?: Date) =>
  world.api.call<CreatedUserAPIToken & { error: { message: string } }>('createUserToken', {
    token,
    body: { label: 'Mine', ...(expiresAt && { expiresAt: expiresAt.toISOString() }) },
  });
const daysOf = ({ expiresAt }: Pick<UserAPIToken, 'expiresAt'>) =>
  Math.round((Date.parse(expiresAt!) - Date.now()) / day);
const inDays = (days: number) => new Date(Date.now() + days * day);

/** A user in an organization of their own, whose tokens live so long. */
async function person(tokenLifetimeDays?: number) {
  const organizationId = await world.records.organization('Own');
  const somebody = await world.records.user({ [organizationId]: 'admin' });
  const change = (days: number) =>
    world.api.expect<Organization>('updateOrganizationById', {
      token: somebody.token,
      params: { organizationId },
      body: { tokenLifetimeDays: days },
    });
  if (tokenLifetimeDays !== undefined) await change(tokenLifetimeDays);
  return { ...somebody, organizationId, change };
}

it('gives tokens a year, or what the organization says', async () => {
  const [plain, short] = [await person(), await person(30)];
  expect(daysOf((await create(plain.token)).body)).toBe(365);
  expect(daysOf((await create(short.token)).body)).toBe(30);
  expect(daysOf((await create(short.token, inDays(7))).body)).toBe(7);
  expect(daysOf((await create((await world.records.user()).token)).body)).toBe(365);
  const late = await create(short.token, inDays(31));
  expect([late.status, late.body.error.message]).toEqual([400, expect.stringContaining('must not be later than')]);
});

it('shows and changes the longest life within bounds', async () => {
  const { token, organizationId, change } = await person();
  const read = () => world.api.expect<Organization>('getOrganizationById', { token, params: { organizationId } });
  expect((await read()).tokenLifetimeDays).toBe(365);
  expect((await change(90)).tokenLifetimeDays).toBe(90);
  for (const tokenLifetimeDays of [0, 3651, 1.5]) {
    const body = { tokenLifetimeDays };
    expect((await world.api.call('updateOrganizationById', { token, params: { organizationId }, body })).status).toBe(
      400,
    );
  }
});

it('makes no token with one that was revoked a moment ago, which gateways may still know', async () => {
  const { token, organizationId } = await person();
  const hash = createHash('sha256').update(token).digest('hex');
  await world.records.query('update identity.api_token set organization_id = $1 where hash = $2', [
    organizationId,
    hash,
  ]);
  await world.api.expect('getAuthenticatedUser', { token });
  await world.records.query('delete from identity.api_token where hash = $1', [hash]);
  expect((await create(token)).status).toBe(401);
  expect((await world.api.call('createOrganization', { token, body: { title: 'Mine' } })).status).toBe(401);
});

it('makes no token that outlives the one it was made with', async () => {
  const { token } = await person();
  const short = (await create(token, inDays(2))).body;
  const child = (await create(short.token)).body;
  expect(child.expiresAt).toBe(short.expiresAt);
  expect((await create(short.token, inDays(3))).status).toBe(400);
  expect((await create(child.token, inDays(1))).status).toBe(201);
});

it('closes each organization to tokens that are older than it allows, also to those without an end', async () => {
  const { id, token, organizationId, change } = await person(30);
  const other = await person(90);
  await world.records.query(`insert into membership (organization_id, user_id, role) values ($1, $2, 'read')`, [
    other.organizationId,
    id,
  ]);
  const status = async (organization: string) =>
    (await world.api.call('getOrganizationById', { token, params: { organizationId: organization } })).status;
  await until(async () => (await status(other.organizationId)) === 200);
  await world.records.query(`update api_token set lifetime_from = now() - interval '40 days' where user_id = $1`, [id]);
  await until(async () => (await status(organizationId)) === 404);
  expect(await status(other.organizationId)).toBe(200);
  expect((await world.api.call('getAuthenticatedUser', { token })).status).toBe(200);
  await world.records.query(`update api_token set lifetime_from = now() - interval '20 days' where user_id = $1`, [id]);
  await until(async () => (await status(organizationId)) === 200);
  await change(365);
});

it('lets an OAuth client refresh the token that an operator has rotated', async () => {
  const { email, token } = await world.records.user({ [world.organization]: 'edit' });
  const client = await OAuthClient.register(world, email);
  const list = async () => (await world.api.expect<Page<UserAPIToken>>('listUserTokens', { token })).items;
  const works = async (bearer: string) =>
    (await world.api.call('getAuthenticatedUser', { token: bearer })).status === 200;
  const first = await client.tokens();
  const { id } = (await list()).find(({ agent }) => agent)!;
  const { rows } = await operatorCommand(world.platform.service.service, `tokens rotate ${id}`);
  const { status, body: second } = await client.refresh(first.refresh_token);
  expect([status, await works(second.access_token)]).toEqual([200, true]);
  for (const old of [first.access_token, String(rows[0]!.token)]) await until(async () => !(await works(old)));
  expect((await list()).filter(({ agent }) => agent).map((kept) => kept.id)).toEqual([rows[0]!.id]);
});

it('removes tokens 30 days after their end, and not those of a grant', async () => {
  const { id: user, email, token } = await world.records.user({ [world.organization]: 'edit' });
  const client = await OAuthClient.register(world, email);
  await client.tokens();
  const end = (which: string, days: number) =>
    world.records.query(
      `update api_token set expires_at = now() - $2 * interval '1 day' where user_id = $1 and ${which}`,
      [user, days],
    );
  await end('grant_id is not null', 31);
  for (const [label, days] of [
    ['old', 31],
    ['recent', 29],
  ] as const) {
    await create(token);
    await world.records.query(`update api_token set label = $2 where user_id = $1 and label = 'Mine'`, [user, label]);
    await end(`label = '${label}'`, days);
  }
  await create(token);
  const { items } = await world.api.expect<Page<UserAPIToken>>('listUserTokens', { token });
  expect(items.map(({ label }) => label).sort()).toEqual(['Mine', 'Test', 'Test agent', 'recent']);
});
