import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ApiAnswer,
  clientOf,
  createServiceOrganization,
  type TestUser,
  sql,
  type TestOrganization,
} from '@bindery/testing';

const rounds = process.env.BINDERY_TEST === 'long' ? 3 : 1;

let world: TestOrganization;

beforeAll(async () => {
  world = await createServiceOrganization('identity');
});
afterAll(() => world.close());

const as = (person: TestUser) => ({ token: person.token });
const memberships = (organization: string) =>
  sql<{ user: string; administers: boolean }>(
    world,
    `select user_id as "user", role = 'admin' and not disabled as administers from identity.membership where organization_id = $1`,
    [organization],
  );

/** The status of a call, repeated for as long as the platform requests a retry. */
async function heard(call: () => Promise<ApiAnswer>): Promise<number> {
  for (;;) {
    const { status, headers } = await call();
    if (status !== 503) return status;
    await sleep(1_000 * Number(headers.get('retry-after')));
  }
}

/**
 * 50 administrators remove, demote or disable another one at once. Returns how many calls were answered, and how many of
 * the callers may have been strangers by then, whose DELETE answers 204 without effect.
 */
async function contest(victimOf: (index: number) => number) {
  const organization = await world.records.organization('Contested');
  const people = await Promise.all(Array.from({ length: 50 }, () => world.records.user({ [organization]: 'admin' })));
  const statuses = await Promise.all(
    people.map(async (person, index) => {
      const victim = people[victimOf(index)]!;
      const request = { ...as(person), params: { organizationId: organization, userId: victim.id } };
      const [operation, body] = [
        ['removeMemberFromOrganizationById'] as const,
        ['updateMemberInOrganizationById', { role: 'read' }] as const,
        ['updateMemberInOrganizationById', { disabled: true }] as const,
      ][index % 3]!;
      return heard(() => world.api.call(operation, { ...request, body }));
    }),
  );
  // A caller who has lost the right in the meantime gets 403 or 404, and the last administrator 409.
  expect(statuses.filter((status) => ![200, 204, 403, 404, 409].includes(status))).toEqual([]);
  const kept = await memberships(organization);
  const isStranger = ({ id }: TestUser) => !kept.some(({ user }) => user === id);
  return {
    left: kept.filter(({ administers }) => administers).length,
    done: statuses.filter((status) => status < 300).length,
    refused: statuses.filter((status) => status === 409).length,
    strangers: people.filter((person, index) => statuses[index] === 204 && isStranger(person)).length,
  };
}

it('50 administrators who remove, demote and disable each other at once always leave one', async () => {
  for (let round = 0; round < rounds; round++) {
    const { left, done, strangers } = await contest((index) => (index + 1) % 50);
    expect(left).toBeGreaterThanOrEqual(1);
    expect(left).toBeGreaterThanOrEqual(50 - done);
    expect(left).toBeLessThanOrEqual(50 - done + strangers);
  }
});

it('50 administrators who leave, demote and disable themselves at once leave exactly one', async () => {
  for (let round = 0; round < rounds; round++)
    expect(await contest((index) => index)).toMatchObject({ left: 1, done: 49, refused: 1 });
});

it('who is in add and in remove ends removed, however many ask at once', async () => {
  const { orgs } = clientOf(world, world.admin);
  const { data: team } = await orgs.createOrganizationTeam(world.organization, { title: 'Disputed' });
  const { id, email } = world.reader;
  const body = { add: [id], memberships: { [id]: { role: 'owner' } }, remove: [email] };
  await Promise.all(
    Array.from({ length: 20 }, () =>
      world.api.expect('updateMembersInOrganizationTeam', {
        ...as(world.admin),
        params: { organizationId: world.organization, teamId: team.id },
        body,
      }),
    ),
  );
  expect((await orgs.listTeamMembersInOrganizationById(world.organization, team.id)).data.items).toEqual([]);
});

it('an invite link that 50 use at once admits each once, and no member it removes comes back by a team', async () => {
  const { orgs } = clientOf(world, world.admin);
  const invite = await world.api.expect<{ id: string }>('createOrganizationInvite', {
    ...as(world.admin),
    params: { organizationId: world.organization },
    body: { role: 'read' },
  });
  const person = await world.records.user();
  await Promise.all(
    Array.from({ length: 50 }, () =>
      clientOf(world, person).orgs.joinOrganizationWithInvite(world.organization, invite.id),
    ),
  );
  const { data: team } = await orgs.createOrganizationTeam(world.organization, { title: 'Racing' });
  const params = { organizationId: world.organization, teamId: team.id, userId: person.id };
  const outcomes = await Promise.all([
    ...Array.from({ length: 10 }, () =>
      world.api.call('addMemberToOrganizationTeamById', { ...as(world.admin), params }),
    ),
    world.api.call('removeMemberFromOrganizationById', { ...as(world.admin), params }),
  ]);
  expect(outcomes.every(({ status }) => [204, 404].includes(status))).toBe(true);
  expect((await orgs.getTeamInOrganizationById(world.organization, team.id)).data.members).toBe(0);
  const rows = await sql(world, `select from identity.membership where user_id = $1`, [person.id]);
  expect(rows).toHaveLength(0);
});
