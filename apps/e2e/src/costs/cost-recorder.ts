import { Client } from 'pg';
import { allBatches, allEndpoints, allInternal } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { currentContext } from '@bindery/observability';
import most from './operation-costs.json';

/** Messages over NATS and statements, which a request takes until its answer. */
type Cost = [messages: number, statements: number];

const table: Record<string, number[] | undefined> = most;
/** The tolerated extra cost of a request with cache misses. */
const coldCache: Cost = [1, 2];
/** Batches with cached answers are left out: they cost a request nothing, or the same as any other. */
const batches = allBatches().filter(({ kept }) => !kept);
/** The calls before an answer; work of consumers and jobs does not count. */
const asked = new Set([...allEndpoints(), ...allInternal(), ...batches].map(({ name }) => name));
const subjects = new Set([...allEndpoints(), ...allInternal(), ...batches].map(({ subject }) => subject));

/** Whether a message to this subject is one that the request in whose context it is sent needs for its answer. */
export const isForAnswer = (subject: string): boolean =>
  subjects.has(subject) && asked.has(currentContext()?.operation ?? '');

/** The statement that checks a new session of Postgres. */
const ofSession = /^(?:begin; select current_user\b|commit$)/;

/**
 * Counts the cost of requests, on a platform in this process that does nothing else meanwhile. Buffered inserts, and
 * the begin and end of a transaction, may be shared by several operations and are not counted.
 */
export class CostRecorder {
  private readonly byRequest = new Map<string, Cost>();
  private readonly byOperation = new Map<string, Cost>();

  start(): void {
    const count = (at: 0 | 1) => this.count(at);
    const { callRaw } = RpcClient.prototype;
    jest.spyOn(RpcClient.prototype, 'callRaw').mockImplementation(function (this: RpcClient, ...call) {
      if (subjects.has(call[0])) count(0);
      return callRaw.apply(this, call);
    });
    const query = Client.prototype.query as (this: Client, ...call: unknown[]) => never;
    jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...call: unknown[]) {
      const [statement] = call as [string | { text?: string } | undefined];
      const text = typeof statement === 'string' ? statement : (statement?.text ?? '');
      if (!ofSession.test(text)) count(1);
      return query.apply(this, call);
    });
  }

  private count(at: 0 | 1): void {
    const context = currentContext();
    if (!context || !asked.has(context.operation)) return;
    const cost = this.byRequest.get(context.requestId) ?? [0, 0];
    cost[at] += 1;
    this.byRequest.set(context.requestId, cost);
  }

  /** Takes down what the request took that was answered with these headers. */
  note(operation: string, headers: Headers): void {
    const [messages, statements] = this.byRequest.get(headers.get('x-request-id')!) ?? [0, 0];
    this.byOperation.set(operation, [messages, statements]);
  }

  /** The operations that took more than the table has for them, or are not in it, as their lines of the table. */
  get excess(): string[] {
    return [...this.byOperation].flatMap(([name, cost]) => {
      const known = table[name];
      return known && cost.every((count, at) => count <= known[at]! + coldCache[at]!)
        ? []
        : [`"${name}": ${JSON.stringify(cost)}`];
    });
  }

  /** The operations of the table. */
  get known(): string[] {
    return Object.keys(table);
  }
}
