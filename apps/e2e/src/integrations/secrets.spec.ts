import { openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { develop, eventsOf, everyTable, install, publish, Tunnel, until } from '@bindery/testing';
import { startIsolatedPlatform, type TestOrganization } from '../support/test-organization';

const secret = 'canary-of-a-published-secret';
const configured = 'canary-of-a-configuration';

let world: TestOrganization;
let tunnel: Tunnel;
let folder: string;
let log: string;
const { fd } = process.stdout;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-log-'));
  log = join(folder, 'log');
  // The loggers of the platform write to the descriptor of standard output.
  Object.defineProperty(process.stdout, 'fd', { value: openSync(log, 'w'), configurable: true });
  world = await startIsolatedPlatform({ LOG_LEVEL: 'debug', OUTBOUND_ALLOW: '127.0.0.1' });
  tunnel = await Tunnel.open();
});
afterAll(async () => {
  await tunnel.close();
  await world.close();
  Object.defineProperty(process.stdout, 'fd', { value: fd, configurable: true });
  await rm(folder, { recursive: true });
});

it('secrets and configurations are in no table, log or foreign answer; the script alone gets them', async () => {
  const name = await publish(world, { secrets: { KEY: secret }, visibility: 'public' });
  await develop(world, name, tunnel);
  const params = await install(world, name);
  const change = { token: world.admin.token, params, headers: { 'idempotency-key': 'canary' } };
  await world.api.expect('updateIntegrationInstallation', { ...change, body: { configuration: { key: configured } } });
  await world.api.expect('uninstallIntegration', { token: world.admin.token, params });
  await publish(world, { visibility: 'public' }, name);
  await publish(world, { secrets: undefined, visibility: 'public' }, name);
  await eventsOf(world, name, 3);
  expect(tunnel.received.some(({ environment }) => environment.secrets.KEY === secret)).toBe(true);

  const { token } = world.admin;
  const answers: unknown[] = [];
  const byName = { token, params: { integrationName: name } };
  for (const [operation, request] of [
    ['getIntegrationByName', byName],
    ['listIntegrations', { token }],
    ['listIntegrationEvents', byName],
    ['publishIntegration', { ...byName, body: { secrets: { KEY: secret } } }],
    ['publishIntegration', { ...byName, body: { secrets: { KEY: [secret] } } }],
    ['publishIntegration', { ...byName, body: { secrets: secret } }],
  ] as const)
    answers.push((await world.api.call(operation, request)).body);
  expect(JSON.stringify(answers)).not.toContain(secret);

  const tokens = tunnel.received.flatMap(({ environment }) => Object.values(environment.apiTokens));
  const keys = tunnel.received.flatMap(({ environment }) => Object.values(environment.signingSecrets));
  let tables = new Map<string, string>();
  await until(async () => {
    tables = await everyTable(world);
    return tables.get('identity.audit_event')!.includes('uninstallIntegration');
  });
  expect(tables.get('integrations.integration')).toContain(name);
  for (const canary of [secret, ...tokens, ...keys.map((key) => key.slice('whsec_'.length))]) {
    expect([...tables].filter(([, text]) => text.includes(canary)).map(([table]) => table)).toEqual([]);
    expect(await readFile(log, 'utf8')).not.toContain(canary);
  }
  const holders = [...tables].filter(([, text]) => text.includes(configured)).map(([table]) => table);
  expect(holders).toEqual([]);
  expect(tables.get('integrations.idempotency')).not.toBe('');
  expect(await readFile(log, 'utf8')).not.toContain(configured);
});
