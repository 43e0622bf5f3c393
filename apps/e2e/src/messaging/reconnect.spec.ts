/** @isolated for the operations that it declares */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller } from '@nestjs/common';
import { inboxPrefix } from '@bindery/config';
import { contract, get, Text, type ApiError, type RequestOf } from '@bindery/contracts';
import { Handles, Nats, RequestSigner, RpcClient } from '@bindery/messaging';
import { freePorts, natsBinary, openPermissions, startNats, type EmbeddedServer } from '@bindery/launcher';
import { until, keyringOf } from '@bindery/testing';
import { silent, somebody, workbench, type Workbench } from './workbench';

class Answer {
  @Text() text!: string;
}
const test = contract('sites', 'Test', { ping: get('/test/ping', { summary: '', returns: Answer }) });

@Controller()
class PingController {
  @Handles(test.ping)
  async ping(_: RequestOf<typeof test.ping>) {
    return { text: 'pong' };
  }
}

let bench: Workbench;
let folder: string;
let port: number;
let server: EmbeddedServer;
const login = (user: string) => ({ NATS_URL: `nats://127.0.0.1:${port}`, NATS_USER: user, NATS_PASSWORD: 'secret' });

async function startServer(permissionsOf = openPermissions): Promise<void> {
  server = await startNats({
    binary: await natsBinary(join(__dirname, '../../../../.bindery/bin')),
    folder: join(folder, 'nats'),
    logFile: join(folder, 'nats.log'),
    port,
    accounts: {
      A: (['gateway', 'sites'] as const).map((name) => ({
        user: name,
        password: 'secret',
        permissions: permissionsOf(name),
      })),
    },
  });
}

beforeAll(async () => {
  [bench, folder, [port = 0]] = await Promise.all([
    workbench(),
    mkdtemp(join(tmpdir(), 'bindery-reconnect-')),
    freePorts(1),
  ]);
  await startServer();
});
afterAll(async () => {
  await bench.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

it('works again after every outage of NATS, and says 503 at once meanwhile', async () => {
  const service = await bench.start({ name: 'sites', controllers: [PingController] }, login('sites'));
  const nats = await Nats.connect('gateway', login('gateway'), silent);
  const rpc = new RpcClient(nats, new RequestSigner(keyringOf('gateway')));
  const ping = () => rpc.call(test.ping, { principal: somebody }).catch((error: ApiError) => error.code);
  const ready = async () => (await fetch(`http://127.0.0.1:${service.port}/readyz`)).status;
  expect(await ping()).toEqual({ text: 'pong' });
  for (const outage of [200, 4_000]) {
    await server.stop();
    await until(() => !nats.isUp);
    // A deadline that had passed would be 504.
    expect(await ping()).toBe(503);
    expect(await ready()).toBe(503);
    await new Promise((resolve) => setTimeout(resolve, outage));
    await startServer();
    await until(async () => (await ping()) !== 503);
    expect(await ping()).toEqual({ text: 'pong' });
    expect(await ready()).toBe(200);
  }
  await server.stop();
  await until(() => !nats.isUp);
  await Promise.all([service.close(), nats.close()]);
});

it('is not ready while NATS refuses a subscription, and answers once NATS allows it', async () => {
  await startServer((name) => ({ ...openPermissions(name), subscribe: [`${inboxPrefix(name)}.>`] }));
  const service = await bench.start({ name: 'sites', controllers: [PingController] }, login('sites'));
  const readyz = async () => (await fetch(`http://127.0.0.1:${service.port}/readyz`)).json() as Promise<object>;
  expect(await readyz()).toMatchObject({ ready: false, checks: { nats: true, subscriptions: false } });
  await server.stop();
  await startServer();
  await until(async () => ((await readyz()) as { ready: boolean }).ready);
  const nats = await Nats.connect('gateway', login('gateway'), silent);
  const rpc = new RpcClient(nats, new RequestSigner(keyringOf('gateway')));
  expect(await rpc.call(test.ping, { principal: somebody })).toEqual({ text: 'pong' });
  await Promise.all([service.close(), nats.close()]);
});
