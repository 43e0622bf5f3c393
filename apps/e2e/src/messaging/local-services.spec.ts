/** @isolated for the operations that it declares */
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { connect, type NatsConnection } from 'nats';
import {
  contract,
  declareUses,
  Int,
  notFound,
  post,
  Text,
  unavailable,
  type ApiError,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, LocalServices, RpcClient, withVersion } from '@bindery/messaging';
import { currentContext } from '@bindery/observability';
import { until } from '@bindery/testing';
import { somebody, workbench, type Workbench } from './workbench';

class Word {
  @Text() text!: string;
}
class Size {
  @Int() size!: number;
}
const sites = contract('sites', 'Test', {
  greet: post('/test/greet', { summary: '', body: Word, returns: Word }),
  wait: post('/test/wait', { summary: '', body: Size, returns: Size, timeout: 1_000 }),
  fail: post('/test/fail', { summary: '', body: Word }),
  loop: post('/test/loop', { summary: '', returns: Size }),
});
const content = contract('content', 'Test', { name: post('/test/name', { summary: '', returns: Word }) });

declareUses('sites', { behalf: [content.name, sites.loop] });

let principals: Principal[] = [];
let waiting = 0;

@Controller()
class SitesController {
  constructor(private readonly rpc: RpcClient) {}

  @Handles(sites.greet)
  async greet({ body, principal }: RequestOf<typeof sites.greet>) {
    principals.push(principal);
    const { text } = await this.rpc.call(content.name, { principal });
    return withVersion({ text: `${body.text}, ${text}` }, 7);
  }

  @Handles(sites.wait)
  async wait({ body }: RequestOf<typeof sites.wait>) {
    waiting++;
    await sleep(body.size);
    return body;
  }

  @Handles(sites.fail)
  async fail({ body }: RequestOf<typeof sites.fail>): Promise<void> {
    if (body.text === 'known') throw unavailable('Later', 7);
    throw new Error('The password is secret');
  }

  @Handles(sites.loop)
  async loop({ principal }: RequestOf<typeof sites.loop>): Promise<Size> {
    return this.rpc.call(sites.loop, { principal });
  }
}

@Controller()
class ContentController {
  @Handles(content.name)
  async name({ principal }: RequestOf<typeof content.name>) {
    principals.push(principal);
    if (principal.token !== somebody.token) throw notFound('The caller');
    return { text: `${principal.user} at hop ${currentContext()?.hops}` };
  }
}

let bench: Workbench;
let watcher: NatsConnection;
let rpc: RpcClient;
/** The subjects of requests that went through NATS. */
const seen: string[] = [];

beforeAll(async () => {
  bench = await workbench();
  const local = new LocalServices();
  watcher = await connect(bench.admin);
  watcher.subscribe('rpc.>', { callback: (_, { subject }) => seen.push(subject) });
  await bench.start({ name: 'sites', controllers: [SitesController] }, { RPC_CONCURRENCY: '4' }, { local });
  await bench.start({ name: 'content', controllers: [ContentController] }, {}, { local });
  ({ rpc } = await bench.client('gateway', local));
  await watcher.flush();
});
beforeEach(() => {
  principals = [];
  waiting = 0;
});
afterAll(async () => {
  await watcher?.close();
  await bench?.close();
});

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

it('calls services of its own process without NATS, also one service another', async () => {
  const reply = await rpc.callRaw(sites.greet.subject, { principal: somebody, body: { text: 'Hello' } });
  expect(JSON.parse(reply.data.toString())).toEqual({ text: 'Hello, somebody at hop 2' });
  expect(reply).toMatchObject({ version: 7, replayed: false, changing: false, complete: false });
  expect(seen.filter((subject) => !subject.endsWith('.stop'))).toEqual([]);
});

it('gives no service the objects of another', async () => {
  await rpc.call(sites.greet, { principal: somebody, body: { text: 'Hello' } });
  const [first, second] = principals;
  expect(first).toEqual(second);
  expect(first).not.toBe(somebody);
  expect(first).not.toBe(second);
});

it('validates requests', async () => {
  const asked = rpc.callRaw(sites.greet.subject, { principal: somebody, body: { text: 1 } });
  expect(await errorOf(asked)).toMatchObject({ code: 400 });
});

it('carries errors, and says nothing about an unexpected one', async () => {
  const fail = (text: string) => errorOf(rpc.call(sites.fail, { principal: somebody, body: { text } }));
  expect(await fail('known')).toMatchObject({ code: 503, retryAfter: 7 });
  expect(await fail('unknown')).toMatchObject({ code: 500, message: expect.not.stringContaining('secret') as string });
});

it('refuses the fourth hop of a request', async () => {
  expect(await errorOf(rpc.call(sites.loop, { principal: somebody }))).toMatchObject({ code: 500 });
});

it('answers 504 after the deadline of the operation', async () => {
  const late = rpc.call(sites.wait, { principal: somebody, body: { size: 3_000 } });
  expect(await errorOf(late)).toMatchObject({ code: 504 });
});

it('bounds the requests that run and that wait', async () => {
  const call = () => errorOf(rpc.call(sites.wait, { principal: somebody, body: { size: 400 } }));
  const outcomes = await Promise.all(Array.from({ length: 12 }, call));
  const refused = outcomes.filter((error) => (error as ApiError | undefined)?.code === 503);
  expect(refused.length).toBeGreaterThanOrEqual(4);
});

it('answers the requests in flight while a service closes, and has none of it afterwards', async () => {
  const local = new LocalServices();
  const service = await bench.start({ name: 'sites', controllers: [SitesController] }, {}, { local });
  const { rpc: caller } = await bench.client('gateway', local);
  const running = caller.call(sites.wait, { principal: somebody, body: { size: 200 } });
  await until(() => waiting === 1);
  await service.close();
  expect(await running).toEqual({ size: 200 });
  expect(local.has(sites.wait.subject)).toBe(false);
});
