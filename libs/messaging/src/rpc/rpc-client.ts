import { randomUUID } from 'node:crypto';
import { ErrorCode, type Msg, type NatsError } from 'nats';
import {
  ApiError,
  serviceOf,
  timedOut,
  tooLarge,
  unavailable,
  type AnswerOf,
  type Batch,
  type Endpoint,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { currentContext, traced, type Span } from '@bindery/observability';
import type { Nats } from '../connection';
import type { LocalServices } from './local-services';
import type { Reply } from './reply';
import { Breaker, Retries } from './resilience';
import { stopSubject } from './running-requests';
import type { RequestSigner } from '../trust/request-trust';
import { MalformedMessage } from '../wire/malformed';
import { readAnswer, readBatch, readError, readReplyHeaders, type ReplyHeaders } from '../validation/reply';
import { maxHops } from '../validation/request';
import { asMap, bytesOf, headersOf, isPacked, maxReply, pack, unpack, type Envelope } from '../wire/wire';

/** Milliseconds within which an operation ends, unless its contract names another time. */
export const defaultTimeout = 8_000;
/** The milliseconds that a callee gets less than its caller, so that the caller still answers in time. */
const hopMargin = 50;

type Outgoing = Pick<Envelope, 'principal'> & Partial<Omit<Envelope, 'deadline'>>;

/** Calls the operations of other services. Every call has a deadline, and every failure is an `ApiError`. */
export class RpcClient {
  private readonly breakers = new Map<string, Breaker>();
  private readonly retries = new Retries();

  constructor(
    private readonly nats: Nats,
    private readonly signer: RequestSigner,
    /** The services of this process, which are called without NATS. */
    private readonly local?: LocalServices,
  ) {}

  /** Calls an operation as `request.principal` and answers what it returns. */
  async call<E>(endpoint: E, request: Partial<RequestOf<E>> & { principal: Principal }): Promise<AnswerOf<E>> {
    const { subject, timeout } = endpoint as Endpoint;
    const { data } = await this.callRaw(subject, { ...(request as object), principal: request.principal }, timeout);
    return this.read(subject, () => readAnswer(data)) as AnswerOf<E>;
  }

  /** Calls a batch of the contracts: loads many objects from their owner at once, by id. Ids without an object are left out. */
  async callBatch<T extends object>(batch: Batch<T>, ids: string[], principal: Principal): Promise<Record<string, T>> {
    const { data } = await this.callRaw(batch.subject, { principal, body: ids });
    return asMap(this.read(batch.subject, () => readBatch<T>(data)));
  }

  /** Calls by NATS subject, as the gateway does, and returns the reply unread: its bytes, and what the owner says about them. */
  callRaw(subject: string, call: Outgoing, timeout = defaultTimeout): Promise<Reply> {
    return traced(
      () => [nameOf(subject), { kind: 'client', attributes: rpcAttributes(subject) }],
      (span) => this.request(subject, call, timeout, span),
    );
  }

  private async request(subject: string, call: Outgoing, timeout: number, span?: Span): Promise<Reply> {
    const envelope = this.envelope(call, timeout, span);
    const { local } = this;
    if (local?.has(subject))
      return this.unlessStopped(envelope.stopId, subject, () =>
        local.request(subject, this.signer.write(subject, envelope), envelope.deadline),
      );
    const message = await pack(this.signer.sign(subject, envelope));
    const reply = await this.unlessStopped(envelope.stopId, subject, () =>
      this.exchange(subject, message.data, envelope.deadline, message.headers),
    );
    const headers = this.read(subject, () => headersOf('reply', reply));
    const has = (name: string) => headers?.has(name) ?? false;
    const told = headers && this.read(subject, () => readReplyHeaders(headers, serviceOf(subject)));
    return {
      data: await this.dataOf(subject, reply, told, envelope.deadline),
      replayed: has('Bnd-Replayed'),
      changing: has('Bnd-Changing'),
      complete: has('Bnd-Complete'),
      ...(told?.version !== undefined && { version: told.version }),
    };
  }

  /** Stops the callee as well, when the caller of this process no longer waits. */
  private async unlessStopped<T>(stopId: string | undefined, subject: string, work: () => Promise<T>): Promise<T> {
    const { signal } = currentContext() ?? {};
    if (!signal || stopId === undefined) return work();
    signal.throwIfAborted();
    const stop = () => this.stop(subject, stopId);
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await work();
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  private stop(subject: string, stopId: string): void {
    if (this.nats.isUp) this.nats.connection.publish(stopSubject(serviceOf(subject)), stopId);
  }

  /** All bytes of a reply. Throws the error that it is. */
  private async dataOf(subject: string, reply: Msg, told: ReplyHeaders | undefined, deadline: number): Promise<Buffer> {
    let data = bytesOf(reply);
    if (!told) return data;
    if (told.chunks > 1) data = Buffer.concat([data, ...(await this.rest(told.rest!, told.chunks, deadline))]);
    try {
      if (isPacked(reply.headers)) data = await unpack('reply', data, reply.headers);
    } catch (error) {
      throw this.noted(subject, error);
    }
    if (told.failed) throw this.read(subject, () => readError(data));
    return data;
  }

  /** Reads a part of a reply; what is malformed is counted. */
  private read<T>(subject: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw this.noted(subject, error);
    }
  }

  private noted(subject: string, error: unknown): unknown {
    if (error instanceof MalformedMessage) this.nats.malformed.note('reply', subject, error.reason);
    return error;
  }

  private envelope(call: Outgoing, timeout: number, span?: Span): Envelope {
    const context = currentContext();
    const hops = (call.hops ?? context?.hops ?? 0) + 1;
    if (hops > maxHops) throw new ApiError(500, 'A request may not pass more than three services');
    const latest = context ? context.deadline - hopMargin : Infinity;
    const deadline = Math.min(latest, Date.now() + timeout);
    return {
      params: {},
      ...call,
      requestId: call.requestId ?? context?.requestId ?? '',
      hops,
      deadline,
      ...(span && { traceparent: span.traceparent }),
      ...(context?.signal && { stopId: randomUUID() }),
    };
  }

  private async exchange(subject: string, data: Buffer, deadline: number, headers?: Msg['headers']): Promise<Msg> {
    if (deadline <= Date.now()) throw timedOut();
    if (!this.nats.isUp) throw unavailable('The message bus is not available');
    const ask = () => {
      const timeout = Math.max(1, deadline - Date.now());
      return this.nats.request(subject, data, { timeout, headers });
    };
    try {
      return await this.breakerOf(subject).run(() => this.retries.run(ask, isUntaken, deadline), isUnanswered);
    } catch (error) {
      throw error instanceof ApiError ? error : translate(error as NatsError);
    }
  }

  private breakerOf(subject: string): Breaker {
    const service = serviceOf(subject);
    let breaker = this.breakers.get(service);
    if (!breaker) this.breakers.set(service, (breaker = new Breaker()));
    return breaker;
  }

  /** Fetches the chunks of a long reply that follow the first, from the replica that holds them. */
  private async rest(subject: string, chunks: number, deadline: number): Promise<Buffer[]> {
    const received: Buffer[] = [];
    let size = 0;
    for (let index = 1; index < chunks; index++) {
      const reply = await this.exchange(`${subject}.${index}`, Buffer.alloc(0), deadline);
      const headers = this.read(subject, () => headersOf('reply', reply));
      if (headers?.has('Bnd-Status')) throw unavailable('The rest of the answer is gone');
      const part = bytesOf(reply);
      if ((size += part.length) > maxReply) throw tooLarge('The answer is too large');
      received.push(part);
    }
    return received;
  }
}

const nameOf = (subject: string): string => subject.slice(subject.lastIndexOf('.') + 1);

/** The attributes of spans of requests over NATS: `rpc.<service>.<operation>` taken apart. */
export const rpcAttributes = (subject: string) => ({
  'rpc.system': 'nats',
  'rpc.service': serviceOf(subject),
  'rpc.method': nameOf(subject),
});

/** No service received the request, so it may be sent again, even if it is a mutation. */
const isUntaken = (error: unknown): boolean => (error as NatsError).code === ErrorCode.NoResponders;

const isUnanswered = (error: unknown): boolean => (error as NatsError).code === ErrorCode.Timeout;

function translate(error: NatsError): ApiError {
  if (error.code === ErrorCode.NoResponders) return unavailable('The service is not available');
  if (error.code === ErrorCode.Timeout) return timedOut('The service took too long to answer');
  if (error.code === ErrorCode.MaxPayloadExceeded) return tooLarge('The request is too large');
  return unavailable('The message bus is not available');
}
