import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IntegrationEventDetail } from '@bindery/contracts';
import {
  closeAll,
  configure,
  eventsOf,
  install,
  publish,
  type ServiceOrganization,
  sql,
  startServiceOrganization,
  until,
} from '@bindery/testing';
import { freePorts } from '@bindery/testing';

const program = join(__dirname, '../../dist/runtime-server.js');
const key = 'a key of the test';

let world: ServiceOrganization;
let publicPort: number;
let runtimePort: number;
let runtime: ChildProcess;
let processesBefore: string[];
const publicUrl = () => `http://127.0.0.1:${publicPort}`;

/** Starts the runtime as its container does: with settings that hold no address of a database, of messages or of files. */
async function startRuntime(): Promise<void> {
  const env = {
    ...{ PORT: String(runtimePort), PUBLIC_URL: publicUrl(), RUNTIME_KEY: key },
    ...{ RUNTIME_TIME: '4000', LOG_LEVEL: 'warn' },
  };
  runtime = spawn(process.execPath, [program], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  await until(async () => {
    if (runtime.exitCode !== null) throw new Error(`The runtime ended with ${runtime.exitCode}`);
    return (await fetch(`http://127.0.0.1:${runtimePort}/readyz`).catch(() => undefined))?.ok === true;
  });
}

async function killRuntime(): Promise<void> {
  const ended = once(runtime, 'exit');
  runtime.kill('SIGKILL');
  await ended;
}

beforeAll(async () => {
  // Other files of this process may have scripts run in it.
  await closeAll();
  processesBefore = processesOf(process.pid);
  [publicPort, runtimePort] = (await freePorts(2)) as [number, number];
  await startRuntime();
  // Scripts reach the API at its public address.
  const settings = {
    ...{ PORT: String(publicPort), PUBLIC_URL: publicUrl() },
    ...{ RUNTIME_URL: `http://127.0.0.1:${runtimePort}`, RUNTIME_KEY: key, RUNTIME_TIME: '4000' },
  };
  world = await startServiceOrganization('integrations', { settings });
});
afterAll(async () => {
  await world?.close();
  const ended = once(runtime, 'exit');
  runtime.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

/** The folders of processes that run scripts, of a process that started them. */
const processesOf = (pid: number): string[] => {
  const folder = join(tmpdir(), `bindery-runtime-${process.getuid!()}`);
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(`${pid}-`)) : [];
};

const script = (text: string): string => `export default { async fetch(request) {
  const form = await request.formData();
  const [event, environment] = ['event', 'environment'].map((name) => JSON.parse(form.get(name)));
  ${text}
} };`;

const detail = (integrationName: string, eventId: string) =>
  world.api.expect<IntegrationEventDetail>('getIntegrationEvent', {
    token: world.admin.token,
    params: { integrationName, eventId },
  });

const endpointOf = ({ integrationName, installationId }: Record<'integrationName' | 'installationId', string>) =>
  `${publicUrl()}/integrations/${integrationName}/installations/${installationId}/`;

it('scripts run in the process of the runtime: events in order, with logs, the API, and requests', async () => {
  const name = await publish(world, {
    script: script(`
      const { apiEndpoint, authToken, integration } = environment;
      const url = apiEndpoint + '/v1/integrations/' + integration.name;
      const answer = await fetch(url, { headers: { authorization: 'Bearer ' + authToken } });
      console.log(event.type, answer.status);
      const headers = { 'x-robots-tag': 'first' };
      return new Response('first ' + event.type, { status: event.type === 'fetch' ? 203 : 200, headers });`),
  });
  const params = await install(world, name);
  for (const step of ['1', '2', '3']) await configure(world, params, step);
  const [last, ...others] = await eventsOf(world, name, 4);
  expect([last, ...others].map((event) => event!.status)).toEqual(Array<string>(4).fill('success'));
  const messages = async () => (await detail(name, last!.id)).trace.logs.map(({ message }) => message);
  // A busy machine may have ended the first attempt at its limit, which is in the logs too.
  const expected = ['The integration answered 200', 'installation_setup 200'];
  await until(async () => (await messages()).filter((message) => expected.includes(message ?? '')).length === 2);
  const answer = await fetch(endpointOf(params));
  expect([answer.status, answer.headers.get('x-robots-tag'), await answer.text()]).toEqual([
    203,
    'first',
    'first fetch',
  ]);
  expect(processesOf(runtime.pid!)).toHaveLength(1);
  expect(processesOf(process.pid).filter((name) => !processesBefore.includes(name))).toEqual([]);
  // A new version needs no restart.
  await publish(world, { script: script(`return new Response('second');`) }, name);
  expect(await (await fetch(endpointOf(params))).text()).toBe('second');
});

it('errors of a script are reported as they are where the runtime is part of the service', async () => {
  const failing = { thrown: 'throw new Error("on purpose");', endless: 'for (;;);' };
  const told: Record<string, string | undefined> = {};
  for (const [kind, text] of Object.entries(failing)) {
    const name = await publish(world, { script: script(text) });
    await install(world, name);
    const [event] = await eventsOf(world, name, 1);
    told[kind] = (await detail(name, event!.id)).trace.logs.find(({ level }) => level === 'warn')?.message;
  }
  expect(told.thrown).toBe('The script failed: on purpose');
  expect(told.endless).toMatch(/^The script, or another one of the same owner, took longer than 4000 ms/);
});

it('an error with a character that Postgres refuses holds up no events', async () => {
  // The runtime cuts the text of other errors at this character.
  const name = await publish(world, {
    script: script(`
      if (event.previous?.configuration?.key === 'none') throw new DOMException('on\\0purpose');
      return new Response();`),
  });
  const params = await install(world, name);
  for (const step of ['1', '2']) await configure(world, params, step);
  const [last, failed, first] = await eventsOf(world, name, 3);
  expect([first, failed, last].map((event) => event!.status)).toEqual(['success', 'failed', 'success']);
  const told = (await detail(name, failed!.id)).trace.logs.find(({ level }) => level === 'warn')?.message;
  expect(told).toBe('The script failed: onpurpose');
});

it('what is sent while the runtime is dead is recorded as failed, and delivered once it is back', async () => {
  const name = await publish(world, { script: script(`return new Response();`) });
  const params = await install(world, name);
  await eventsOf(world, name, 1);
  await killRuntime();
  for (const step of ['1', '2']) await configure(world, params, step);
  const failed = (await eventsOf(world, name, 3)).slice(0, 2);
  expect(failed.map(({ status }) => status)).toEqual(['failed', 'failed']);
  const [first] = (await detail(name, failed[0]!.id)).trace.logs;
  expect(first!.message).toBe('Scripts cannot run here at the moment: the runtime does not answer');
  expect((await fetch(endpointOf(params))).status).toBe(502);
  await startRuntime();
  await until(async () => {
    // Further attempts wait for seconds to hours: as if they had passed.
    await sql(
      world,
      `update integrations.event set due_at = now() where id = any($1) and state = 'retrying' and lease_until is null`,
      [failed.map(({ id }) => id)],
    );
    const details = await Promise.all(failed.map(({ id }) => detail(name, id)));
    return details.every(({ event }) => event.status === 'success');
  });
  await until(async () => (await fetch(endpointOf(params))).status === 200);
});

it.each([undefined, 'Bearer another key', 'Bearer a key of the tesT'])(
  'nobody else has anything run (%s)',
  async (authorization) => {
    const url = `http://127.0.0.1:${runtimePort}/run`;
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...(authorization && { authorization }) },
      body: '{}',
    });
    expect(answer.status).toBe(401);
  },
);
