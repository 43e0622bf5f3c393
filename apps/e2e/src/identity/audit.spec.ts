import { Client } from 'pg';
import type { AuditEvent, AuditEventActions, AuditEventWithPayload, Page } from '@bindery/contracts';
import { type TestUser, refuses, until } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

let world: TestOrganization;
let admin: TestUser;
let target: TestUser;

beforeAll(async () => {
  world = await createTestOrganization();
  admin = await world.records.user({ [world.organization]: 'admin' });
  target = await world.records.user({ [world.organization]: 'read' });
  for (const user of [admin, world.admin]) {
    for (const role of ['edit', 'read'])
      await world.api.expect('updateMemberInOrganizationById', {
        token: user.token,
        params: { organizationId: world.organization, userId: target.id },
        body: { role },
      });
    await world.api.expect('createSpace', {
      token: user.token,
      params: { organizationId: world.organization },
      body: { title: 'Audited' },
    });
  }
  await until(async () => (await list()).count === 6);
});
afterAll(() => world.close());

const list = (query: object = {}, limit = 100) =>
  world.api.expect<Page<AuditEvent>>('listAuditEventsInOrganizationById', {
    token: world.admin.token,
    params: { organizationId: world.organization },
    query: { ...query, limit },
  });

it('collects what was done in all services, newest first, with the card of who did it', async () => {
  const { items, count } = await list();
  expect(count).toBe(6);
  const times = items.map(({ createdAt }) => createdAt);
  expect(times).toEqual([...times].sort().reverse());
  expect(items.filter(({ action }) => action === 'createSpace')).toHaveLength(2);
  expect(items.find(({ target: { id } }) => id === target.id)).toMatchObject({
    object: 'audit-event',
    action: 'updateMemberInOrganizationById',
    actor: { object: 'user', id: world.admin.id, email: world.admin.email },
    target: { type: 'member', id: target.id },
  });
});

it('is filtered by action, actor, target and time, and walked in pages', async () => {
  const all = (await list()).items;
  expect((await list({ action: 'createSpace' })).count).toBe(2);
  expect((await list({ actor: admin.id })).count).toBe(3);
  expect((await list({ target: target.id })).count).toBe(4);
  expect((await list({ target: target.id, actor: admin.id, action: 'createSpace' })).count).toBe(0);
  const middle = all[2]!.createdAt;
  const [before, after] = [await list({ to: middle }), await list({ from: middle })];
  expect(before.items.every(({ createdAt }) => createdAt < middle)).toBe(true);
  expect(after.items.every(({ createdAt }) => createdAt >= middle)).toBe(true);
  expect(before.count! + after.count!).toBe(6);
  const walked: string[] = [];
  for (let page: string | undefined, more = true; more; more = page !== undefined) {
    const answer = await list({ ...(page && { page }) }, 2);
    walked.push(...answer.items.map(({ id }) => id));
    page = answer.next?.page;
  }
  expect(walked).toEqual(all.map(({ id }) => id));
});

it('shows one entry with what was addressed', async () => {
  const [{ id }] = (await list({ target: target.id })).items as [AuditEvent];
  const event = await world.api.expect<AuditEventWithPayload>('getAuditEventInOrganizationById', {
    token: world.admin.token,
    params: { organizationId: world.organization, auditEventId: id },
  });
  expect(event.payload).toEqual({ organizationId: world.organization, userId: target.id });
});

it('names the actions that can occur', async () => {
  const { items, count } = await world.api.expect<AuditEventActions>('listAuditEventActionsInOrganizationById', {
    token: world.admin.token,
    params: { organizationId: world.organization },
  });
  expect(count).toBe(items.length);
  const ids = items.map(({ id }) => id);
  expect(ids).toEqual(
    expect.arrayContaining(['createSpace', 'joinOrganization', 'signInByEmail', 'signInThroughSAML']),
  );
  expect(ids).not.toContain('createUserToken');
});

it.each([
  ['from', 'yesterday'],
  ['to', 'tomorrow'],
  ['actor', 'a b'],
  ['action', 'x'.repeat(101)],
  ['target', 'x'.repeat(129)],
])('refuses %s %s', (name, value) =>
  refuses(
    world,
    'listAuditEventsInOrganizationById',
    { token: world.admin.token, params: { organizationId: world.organization }, query: { [name]: value } },
    400,
    `query.${name}`,
  ),
);

it('is for administrators of the organization alone', async () => {
  const [{ id }] = (await list()).items as [AuditEvent];
  const params = { organizationId: world.organization, auditEventId: id };
  for (const operation of [
    'listAuditEventsInOrganizationById',
    'getAuditEventInOrganizationById',
    'listAuditEventActionsInOrganizationById',
  ]) {
    for (const user of [target, world.guest]) await refuses(world, operation, { token: user.token, params }, 403);
    await refuses(world, operation, { token: world.otherAdmin.token, params }, 404);
  }
  const elsewhere = { organizationId: world.other, auditEventId: id };
  await refuses(world, 'getAuditEventInOrganizationById', { token: world.otherAdmin.token, params: elsewhere }, 404);
});

it('finds each filter in an index', async () => {
  const client = new Client({ connectionString: world.platform.adminUrl });
  await client.connect();
  try {
    // The plans of a table with many rows, in a transaction that no other session sees.
    await client.query(`
      begin;
      insert into identity.audit_event (id, organization_id, service, action, actor, token, target_type, target_id, params, occurred_at)
      select gen_random_uuid(), 'o', 'identity', n % 50, n % 50, '', '', n % 50, '{}', now() - n * interval '1 second'
      from generate_series(1, 5000) n;
      analyze identity.audit_event`);
    for (const [column, index] of [
      ['action', 'audit_event_action'],
      ['actor', 'audit_event_actor'],
      ['target_id', 'audit_event_target_id'],
    ] as const) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select id from identity.audit_event where organization_id = 'o' and ${column} = '7'
         order by occurred_at desc, id desc limit 51`,
      );
      expect(rows.map((line) => line['QUERY PLAN']).join('\n')).toContain(index);
    }
  } finally {
    await client.end();
  }
});
