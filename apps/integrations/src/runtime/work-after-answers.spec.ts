import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseAllowList } from '@bindery/outbound';
import { until } from '@bindery/testing';
import { ScriptFailure } from './script-runtime';
import { WorkerdRuntime } from './workerd-runtime';

/** A server of a publisher: `/wait` is answered when the test says so. */
const arrived: string[] = [];
const waiting: ServerResponse[] = [];
const server = createServer(({ url }, response) => {
  arrived.push(url!);
  if (url === '/wait') waiting.push(response);
  else response.end();
});
let runtime: WorkerdRuntime;
let address: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const nowhere = 'http://127.0.0.1:9';
  runtime = new WorkerdRuntime({
    limits: { time: 10_000, memory: 256, answer: 1_000 },
    processes: 1,
    egress: { publicUrl: nowhere, apiUrl: nowhere, limit: 10_000, allow: parseAllowList(address) },
  });
});
afterAll(async () => {
  await runtime.close();
  server.closeAllConnections();
  server.close();
});

const run = (organization: string, text: string) =>
  runtime.run({
    ...{ organization, headers: {}, body: Buffer.from('the event') },
    script: {
      id: `${organization}@1`,
      load: () => Promise.resolve(`export default { async fetch(request, env, context) { ${text} } };`),
    },
  });

it('the work of a script after its answer ends before another publisher gets the process', async () => {
  const { body, logs } = await run(
    'first',
    `context.waitUntil((async () => {
       await fetch('${address}/wait');
       await fetch('${address}/done');
       console.log('sent');
     })());
     return new Response('answered');`,
  );
  expect(body.toString()).toBe('answered');
  const second = () => run('second', `return new Response('ran');`);
  const asked = second().catch((error: unknown) => error);
  await until(async () => waiting.length > 0);
  waiting[0]!.end();
  expect((await logs).map(({ message }) => message)).toEqual(['sent']);
  expect(arrived).toEqual(['/wait', '/done']);
  // On a slow machine the first call of the second publisher may have given up.
  const answer = await asked;
  const { body: ran } = answer instanceof ScriptFailure ? await second() : (answer as Awaited<ReturnType<typeof run>>);
  expect(ran.toString()).toBe('ran');
});
