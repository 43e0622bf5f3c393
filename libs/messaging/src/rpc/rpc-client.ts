import { ErrorCode, type Msg, type NatsError } from 'nats';
import {
  ApiError,
  timedOut,
  tooLarge,
  unavailable,
  type AnswerOf,
  type Batch,
  type Endpoint,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { currentContext } from '@bindery/observability';
import type { Nats } from '../connection';
import { bytesOf, isPacked, maxReply, pack, unpack, type Envelope } from './wire';

/** How many services a request may pass: gateway to owner to helper. */
const maxHops = 3;
const defaultTimeout = 8_000;
/** What a callee gets less than its caller, so that the caller still answers in time. */
const hopMargin = 50;

export interface Reply {
  /** JSON, or empty when the operation returns nothing. */
  data: Buffer;
  version?: number;
  /** It is the stored answer of an earlier call with the same `Idempotency-Key`. */
  replayed: boolean;
  /** The next answer may be another, although the operation says that it never is. */
  changing: boolean;
}

type Outgoing = Pick<Envelope, 'principal'> & Partial<Envelope>;

/** Calls the operations of other services. Every call has a deadline, and every failure is an `ApiError`. */
export class RpcClient {
  constructor(private readonly nats: Nats) {}

  /** Calls an operation as `request.principal` and answers what it returns. */
  async call<E>(endpoint: E, request: Partial<RequestOf<E>> & { principal: Principal }): Promise<AnswerOf<E>> {
    const { subject, timeout } = endpoint as Endpoint;
    const { data } = await this.send(subject, { ...(request as object), principal: request.principal }, timeout);
    return (data.length > 0 ? JSON.parse(data.toString()) : undefined) as AnswerOf<E>;
  }

  /** Asks the owner of objects for many of them at once. */
  async ask<T extends object>(batch: Batch<T>, ids: string[], principal: Principal): Promise<Record<string, T>> {
    const { data } = await this.send(batch.subject, { principal, body: ids });
    return JSON.parse(data.toString()) as Record<string, T>;
  }

  /** Sends a request and answers the reply's bytes. */
  async send(subject: string, call: Outgoing, timeout = defaultTimeout): Promise<Reply> {
    const envelope = this.envelope(call, timeout);
    const message = await pack(Buffer.from(JSON.stringify(envelope)));
    const reply = await this.exchange(subject, message.data, envelope.deadline, message.headers);
    const { headers } = reply;
    let data = bytesOf(reply);
    if (headers) {
      const chunks = Number(headers.get('Bnd-Chunks') || 1);
      if (chunks > 1)
        data = Buffer.concat([data, ...(await this.rest(headers.get('Bnd-Rest'), chunks, envelope.deadline))]);
      if (isPacked(headers)) data = await unpack(data, headers);
      if (headers.get('Bnd-Status')) throw ApiError.from(JSON.parse(data.toString()));
    }
    const version = headers?.get('Bnd-Version');
    const has = (name: string) => headers?.has(name) ?? false;
    return {
      data,
      replayed: has('Bnd-Replayed'),
      changing: has('Bnd-Changing'),
      ...(version && { version: Number(version) }),
    };
  }

  private envelope(call: Outgoing, timeout: number): Envelope {
    const context = currentContext();
    const hops = (call.hops ?? context?.hops ?? 0) + 1;
    if (hops > maxHops) throw new ApiError(500, 'A request may not pass more than three services');
    const latest = call.deadline ?? (context ? context.deadline - hopMargin : Infinity);
    const deadline = Math.min(latest, Date.now() + timeout);
    return {
      params: {},
      ...call,
      requestId: call.requestId ?? context?.requestId ?? '',
      traceparent: call.traceparent ?? context?.traceparent,
      hops,
      deadline,
    };
  }

  private async exchange(subject: string, data: Buffer, deadline: number, headers?: Msg['headers']): Promise<Msg> {
    const timeout = deadline - Date.now();
    if (timeout <= 0) throw timedOut();
    if (!this.nats.isUp) throw unavailable('The message bus is not available');
    try {
      return await this.nats.connection.request(subject, data, { timeout, headers });
    } catch (error) {
      throw translate(error as NatsError);
    }
  }

  /** Fetches the chunks of a long reply that follow the first, from the replica that holds them. */
  private async rest(subject: string, chunks: number, deadline: number): Promise<Buffer[]> {
    const received: Buffer[] = [];
    let size = 0;
    for (let index = 1; index < chunks; index++) {
      const part = bytesOf(await this.exchange(`${subject}.${index}`, Buffer.alloc(0), deadline));
      if ((size += part.length) > maxReply) throw tooLarge('The answer is too large');
      received.push(part);
    }
    return received;
  }
}

function translate(error: NatsError): ApiError {
  if (error.code === ErrorCode.NoResponders) return unavailable('The service is not available');
  if (error.code === ErrorCode.Timeout) return timedOut('The service took too long to answer');
  if (error.code === ErrorCode.MaxPayloadExceeded) return tooLarge('The request is too large');
  return unavailable('The message bus is not available');
}
