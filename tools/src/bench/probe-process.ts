import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'undici';
import { headersOf, type LoadRequest } from './load';
import { percentile } from './percentile';
import type { Probing, Rejections } from './probe';

const CLIENTS = 16;
/** Milliseconds between an answer and the next request, on average. */
const PAUSE = 50;

let clients: Client[] = [];
let ask: (client: Client) => Promise<{ status: number; milliseconds: number }>;

process.on('message', (question: { probing: Probing } | { seconds: number }) => {
  const answered = 'probing' in question ? open(question.probing) : measure(question.seconds);
  void answered.then((answer) => process.send!(answer));
});

async function open({ url, token, requests }: Probing): Promise<object> {
  let sent = 0;
  clients = Array.from({ length: CLIENTS }, () => new Client(url));
  ask = (client) => timed(client, token, requests[sent++ % requests.length]!);
  await Promise.all(clients.map(ask));
  return {};
}

async function measure(seconds: number): Promise<Rejections> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        // At random, so that they do not come together.
        await delay(2 * PAUSE * Math.random());
        const { status, milliseconds } = await ask(client);
        if (status === 503) times.push(milliseconds);
      }
      await client.close();
    }),
  );
  times.sort((a, b) => a - b);
  return { count: times.length, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** The connection is idle, so the request goes to its socket at once. */
async function timed(client: Client, token: string, request: LoadRequest) {
  const { path, method = 'GET', body } = request;
  const begun = performance.now();
  const { statusCode: status, body: answer } = await client.request({
    path,
    method,
    headers: headersOf(token, request),
    body,
  });
  const milliseconds = performance.now() - begun;
  await answer.dump();
  return { status, milliseconds };
}
