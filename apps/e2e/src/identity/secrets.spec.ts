import { openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyTable, sql, until } from '@bindery/testing';
import { startIsolatedPlatform, type TestOrganization } from '../support/test-organization';

let world: TestOrganization;
let folder: string;
let log: string;
const { fd } = process.stdout;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-log-'));
  log = join(folder, 'log');
  // The loggers of the platform write to the descriptor of standard output.
  Object.defineProperty(process.stdout, 'fd', { value: openSync(log, 'w'), configurable: true });
  world = await startIsolatedPlatform({ LOG_LEVEL: 'debug' });
});
afterAll(async () => {
  await world.close();
  Object.defineProperty(process.stdout, 'fd', { value: fd, configurable: true });
  await rm(folder, { recursive: true });
});

it('a token is in no table, log, event or error', async () => {
  const { token } = await world.api.expect<{ token: string }>('createUserToken', {
    token: world.admin.token,
    body: { label: 'Canary' },
    headers: { 'idempotency-key': 'canary' },
  });
  const answers: unknown[] = [];
  const params = { organizationId: world.organization };
  const organization = await world.api.expect('getOrganizationById', { token, params });
  answers.push(organization);
  for (const [operation, request] of [
    ['createUserToken', { body: { label: 'Canary' }, headers: { 'idempotency-key': 'canary' } }],
    ['getOrganizationById', { params: { organizationId: 'unknown' } }],
    ['updateOrganizationById', { params, body: { title: '' } }],
    ['updateOrganizationById', { params, body: '{' }],
    ['createOrganizationTeam', { params, body: { title: 'Canary' } }],
    ['listUserTokens', {}],
    ['removeMemberFromOrganizationById', { params: { ...params, userId: world.admin.id } }],
  ] as const)
    answers.push(
      (
        await world.api.call(operation, {
          ...request,
          token: operation === 'createUserToken' ? world.admin.token : token,
        })
      ).body,
    );
  answers.push((await world.api.call('getAuthenticatedUser', { token: `${token}x` })).body);
  await until(
    async () =>
      (await sql(world, `select from identity.audit_event where action = 'createOrganizationTeam'`)).length === 1 &&
      (await sql(world, `select from identity.outbox where published_at is null`)).length === 0,
  );
  const secret = token.slice('bnd_user_'.length, -7);
  const tables = await everyTable(world);
  expect(tables.get('identity.api_token')).toContain('Canary');
  expect([...tables].filter(([, text]) => text.includes(secret)).map(([name]) => name)).toEqual([]);
  expect(JSON.stringify(answers)).not.toContain(secret);
  const written = await readFile(log, 'utf8');
  expect(written).toContain('"service":"gateway"');
  expect(written).not.toContain(secret);
});
