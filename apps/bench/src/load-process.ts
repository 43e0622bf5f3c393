import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { LightClient, requestText } from './light-client';
import { type Figures, type Load, type LoadRequest, UNIQUE } from './load';
import { percentile } from './percentile';

/** Milliseconds between two looks at which requests are due. */
const PACE = 2;

process.on('message', (load: Load) => {
  const measured = load.rate === undefined ? saturate(load) : pace(load, load.rate);
  void measured.then((figures) => process.send!(figures));
});

/** The answers to a load. */
class Answers {
  private readonly times: number[] = [];
  private readonly refusals: number[] = [];
  private received = 0;
  private count = 0;

  add(status: number, milliseconds: number, bytes: number): void {
    this.count += 1;
    this.received += bytes;
    if (status < 300) this.times.push(milliseconds);
    else if (status === 503) this.refusals.push(milliseconds);
  }

  figures(seconds: number, unanswered: number): Figures {
    const { times, refusals, received, count } = this;
    for (const sorted of [times, refusals]) sorted.sort((a, b) => a - b);
    return {
      requestsPerSecond: times.length / seconds,
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      p99: percentile(times, 0.99),
      requests: count,
      offeredPerSecond: (count + unanswered) / seconds,
      unsent: 0,
      failed: count - times.length + unanswered,
      rejected: refusals.length,
      rejectedP99: percentile(refusals, 0.99),
      bytes: count > 0 ? received / count : 0,
    };
  }
}

/** Every connection asks again as soon as it is answered. */
async function saturate({ url, token, requests, alone, connections, seconds }: Load): Promise<Figures> {
  let connection = 0;
  const run = autocannon({
    url,
    connections,
    duration: seconds,
    headers: {
      ...(!requests.some(({ anonymous }) => anonymous) && { authorization: `Bearer ${token}` }),
      ...(requests.some(({ body }) => body) && { 'content-type': 'application/json' }),
    },
    requests: [],
    // Each connection has requests of its own, as autocannon keeps in them what it sends.
    setupClient: (client) =>
      client.setRequests(
        rotated(requests, connection++)
          .slice(0, alone ? 1 : undefined)
          .map(renewed),
      ),
  });
  const answers = new Answers();
  run.on('response', (_client, status, bytes, milliseconds) => answers.add(status, milliseconds, bytes));
  const result = await run;
  return answers.figures(result.duration, result.errors + result.timeouts);
}

/**
 * Requests are sent when they are due, whether those before them are answered or not, as a crowd would. None waits here for
 * a connection: that would be counted as if the platform had taken the time.
 */
async function pace({ url, token, requests, connections, seconds }: Load, rate: number): Promise<Figures> {
  const free: LightClient[] = [];
  const answers = new Answers();
  const open = new Set<Promise<void>>();
  let unanswered = 0;
  const send = async (request: LoadRequest): Promise<void> => {
    const begun = performance.now();
    const kept = free.pop();
    const client = kept && !kept.closed ? kept : new LightClient(url);
    try {
      const { body } = request;
      const { status, bytes } = await client.ask(requestText(url, token, { ...request, body: body && unique(body) }));
      answers.add(status, performance.now() - begun, bytes);
      free.push(client);
    } catch {
      unanswered += 1;
    }
  };
  const begun = performance.now();
  let sent = 0;
  let unsent = 0;
  for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - begun) / 1_000) {
    for (const due = elapsed * rate; sent + unsent < due;) {
      if (open.size === connections) {
        unsent += 1;
        continue;
      }
      const sending: Promise<void> = send(requests[sent++ % requests.length]!).finally(() => open.delete(sending));
      open.add(sending);
    }
    await delay(PACE);
  }
  const offered = (performance.now() - begun) / 1_000;
  await Promise.all(open);
  const took = (performance.now() - begun) / 1_000;
  for (const client of free) client.close();
  return { ...answers.figures(took, unanswered), offeredPerSecond: sent / offered, unsent };
}

function rotated<T>(all: readonly T[], by: number): T[] {
  const at = by % all.length;
  return [...all.slice(at), ...all.slice(0, at)];
}

let sent = 0;
const unique = (body: string): string => body.replaceAll(UNIQUE, `${process.pid}-${++sent}`);

/** The request, with something new in its body each time that it is sent. */
function renewed(request: LoadRequest): LoadRequest & { setupRequest?: (next: LoadRequest) => LoadRequest } {
  const { body } = request;
  if (!body?.includes(UNIQUE)) return { ...request };
  return {
    ...request,
    setupRequest: (next: LoadRequest) => ({ ...next, body: unique(body) }),
  };
}
