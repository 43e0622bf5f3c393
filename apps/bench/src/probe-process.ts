import { setTimeout as delay } from 'node:timers/promises';
import { LightClient, requestText } from './light-client';
import { percentile } from './percentile';
import type { ProbeOptions, Rejections } from './probe';

const CLIENTS = 16;
/** Milliseconds between an answer and the next request, on average. */
const PAUSE = 50;

let clients: LightClient[] = [];
let texts: string[] = [];
let sent = 0;

process.on('message', (question: { probing: ProbeOptions } | { seconds: number }) => {
  const answered = 'probing' in question ? open(question.probing) : measure(question.seconds);
  void answered.then((answer) => process.send!(answer));
});

async function open({ url, token, requests }: ProbeOptions): Promise<object> {
  texts = requests.map((request) => requestText(url, token, request));
  clients = Array.from({ length: CLIENTS }, () => new LightClient(url));
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
      client.close();
    }),
  );
  times.sort((a, b) => a - b);
  return { count: times.length, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

const ask = (client: LightClient) => client.ask(texts[sent++ % texts.length]!);
