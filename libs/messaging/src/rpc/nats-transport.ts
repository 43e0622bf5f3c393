import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import { headers as newHeaders, type Msg, type MsgHdrs } from 'nats';
import { lastValueFrom } from 'rxjs';
import { isInbox } from '@bindery/config';
import { ApiError, timedOut, unavailable } from '@bindery/contracts';
import { runInContext, type Logger, type Metrics, type Span, type Tracing } from '@bindery/observability';
import { databaseError } from '@bindery/persistence';
import type { Nats } from '../connection';
import type { Keyring } from '../trust/keyring';
import { keepGrant, RequestVerifier } from '../trust/request-trust';
import { UntrustedRequest } from '../trust/signed-request';
import { MalformedMessage, type MessageKind } from '../wire/malformed';
import { readRequest } from '../validation/request';
import type { LastingSubscription } from '../subscriptions';
import { runCall, type Call } from './call';
import { ChunkStore } from './chunk-store';
import { Limiter } from './limiter';
import { RunningRequests } from './running-requests';
import { encode, replyOf, type Outcome, type Reply } from './reply';
import { rpcAttributes } from './rpc-client';
import type { LocalServices } from './local-services';
import { isChanging, isComplete, versionOf } from './answer-marks';
import { bytesOf, chunkSize, headersOf, isPacked, pack, unpack, type Envelope } from '../wire/wire';

/** Milliseconds. */
const drainTime = 10_000;

interface TransportOptions {
  service: string;
  nats: Nats;
  keyring: Keyring;
  concurrency: number;
  logger: Logger;
  metrics: Metrics;
  tracing?: Tracing;
  /** Fetches a body that travels by reference; its SHA-256 in hex has to be the one given. */
  loadBody: (reference: string, hash: string | undefined) => Promise<unknown>;
  /** The stored answer of a mutation that was made before under the same `Idempotency-Key`. */
  replay: (call: Call) => Promise<{ answer: unknown } | undefined>;
  /** The services of this process, whose requests come without NATS. */
  local?: LocalServices;
}

interface Incoming {
  subject: string;
  operation: string;
  handler: Handler;
  /** Reads it. Throws for one that is not accepted. */
  open: () => Envelope | Promise<Envelope>;
}

type Handler = (data: Envelope) => Promise<unknown>;

/**
 * Serves `@Handles` methods on NATS. Against Nest's own transport it refuses expired work, bounds concurrency and sheds
 * the rest, carries errors whole, answers more than a message can hold, and finishes what is in flight on close.
 */
export class NatsTransport extends Server implements CustomTransportStrategy {
  private readonly subscriptions: LastingSubscription[] = [];
  private readonly limiter: Limiter;
  private readonly chunks: ChunkStore;
  private readonly verifier: RequestVerifier;
  private readonly running: RunningRequests;
  private draining?: Promise<void>;

  constructor(private readonly options: TransportOptions) {
    super();
    const refusal = () => {
      options.metrics.shed.inc();
      return unavailable('The service is busy');
    };
    this.verifier = new RequestVerifier(options.keyring);
    this.running = new RunningRequests(options.nats, options.service);
    this.limiter = new Limiter({ maxRunning: options.concurrency, maxWaiting: options.concurrency, refusal });
    this.chunks = new ChunkStore(options.nats, `rpc.${options.service}.chunk.${randomUUID().slice(0, 8)}`);
  }

  /** The subjects that are answered. */
  get subjects(): string[] {
    return [...this.messageHandlers.keys()];
  }

  /** Requests that are at work and that wait for a place. */
  get load(): { running: number; waiting: number } {
    return this.limiter.load;
  }

  listen(started: (error?: unknown) => void): void {
    for (const [subject, handler] of this.messageHandlers) this.subscribe(subject, handler as unknown as Handler);
    // The service is ready once the server sends it messages.
    this.options.nats.connection.flush().then(() => started(), started);
  }

  private subscribe(subject: string, handler: Handler): void {
    const operation = subject.slice(subject.lastIndexOf('.') + 1);
    const receive = (message: Msg) =>
      void this.receive(operation, handler, message).catch((fault: unknown) => this.lost(operation, fault));
    this.subscriptions.push(this.options.nats.subscriptions.subscribe(subject, receive, this.options.service));
    this.options.local?.add(subject, (json) => this.answer(subject, operation, handler, json));
  }

  /** No message may end the process, whatever error its answer fails with. */
  private lost(operation: string, fault: unknown): void {
    this.options.logger.error({ err: fault, operation }, 'A request could not be answered');
  }

  private async receive(operation: string, handler: Handler, message: Msg): Promise<void> {
    if (!isInbox(message.reply)) return this.refuse(message, 'it names no inbox for the answer');
    const failed = await this.serve(
      { subject: message.subject, operation, handler, open: () => this.open(message) },
      (outcome, deadline) => this.reply(message, deadline, outcome),
    );
    if (failed)
      this.respond(message, Buffer.from(JSON.stringify(failed)), set(newHeaders(), 'Bnd-Status', String(failed.code)));
  }

  /** Answers a request of this process. */
  private async answer(subject: string, operation: string, handler: Handler, json: string): Promise<Reply> {
    let reply: Reply | undefined;
    const failed = await this.serve({ subject, operation, handler, open: () => openLocal(json) }, (outcome) => {
      reply = replyOf(outcome);
    });
    if (failed) throw failed;
    return reply!;
  }

  /** Works on a request, and sends its outcome. Answers the error with which the request fails. */
  private async serve(
    { subject, operation, handler, open }: Incoming,
    send: (outcome: Outcome, deadline: number) => Promise<void> | void,
  ): Promise<ApiError | undefined> {
    const started = performance.now();
    let envelope: Envelope | undefined;
    let span: Span | undefined;
    let failed: ApiError | undefined;
    try {
      await this.limiter.run(async () => {
        envelope = await open();
        span = this.spanOf(subject, operation, envelope, performance.now() - started);
        if (envelope.deadline <= Date.now()) throw timedOut('The deadline has passed');
        await send(await this.handle(operation, handler, envelope, span), envelope.deadline);
      });
    } catch (error) {
      failed = this.known(error, operation, envelope?.requestId);
    }
    const status = failed?.code ?? 200;
    const milliseconds = performance.now() - started;
    this.options.metrics.operations.observe({ operation, status }, milliseconds / 1000);
    span?.end({
      attributes: { 'rpc.response.status_code': status },
      ...(status >= 500 && { failure: String(status) }),
    });
    this.options.logger.debug({ ...describe(envelope), operation, status, milliseconds }, 'Answered');
    return failed;
  }

  private refuse({ subject }: Msg, reason: string, kind: MessageKind = 'request'): void {
    this.options.nats.malformed.note(kind, subject, reason);
  }

  /** Reads a request. Throws, and counts it, for a malformed one and for one without a known sender. */
  private async open(message: Msg): Promise<Envelope> {
    try {
      const data = bytesOf(message);
      const headers = headersOf('request', message);
      const unpacked = isPacked(headers) ? await unpack('request', data, headers) : data;
      const signed = this.verifier.open(message.subject, unpacked);
      const envelope = readRequest(signed.json);
      this.verifier.check(message.subject, signed, envelope);
      return envelope;
    } catch (error) {
      if (error instanceof MalformedMessage) this.refuse(message, error.reason);
      if (!(error instanceof UntrustedRequest)) throw error;
      this.refuse(message, error.reason, 'signature');
      throw error.toApiError();
    }
  }

  /** The span of a request that came so many milliseconds ago, if its caller traces it. */
  private spanOf(subject: string, operation: string, { traceparent }: Envelope, since: number): Span | undefined {
    if (traceparent === undefined) return undefined;
    return this.options.tracing?.span(operation, {
      kind: 'server',
      parent: traceparent,
      startTime: Date.now() - since,
      attributes: rpcAttributes(subject),
    });
  }

  private handle(operation: string, handler: Handler, envelope: Envelope, span?: Span): Promise<Outcome> {
    const { requestId, deadline, hops, bodyRef, bodyHash, stopId } = envelope;
    const call: Call = { service: this.options.service, operation, envelope };
    return this.running.during(stopId, (signal) =>
      runInContext({ requestId, operation, deadline, hops, span, signal }, () =>
        runCall(call, async () => {
          if (bodyRef) envelope.body = await this.options.loadBody(bodyRef, bodyHash);
          const before = envelope.idempotencyKey === undefined ? undefined : await this.options.replay(call);
          if (before) return { answer: before.answer, replayed: true };
          const answers = this.transformToObservable(await handler(envelope));
          return { answer: await lastValueFrom(answers, { defaultValue: undefined }), replayed: false };
        }),
      ),
    );
  }

  private async reply(message: Msg, deadline: number, { answer, replayed }: Outcome): Promise<void> {
    const data = encode(answer);
    const rowVersion = versionOf(answer);
    let headers = rowVersion === undefined ? undefined : set(newHeaders(), 'Bnd-Version', String(rowVersion));
    if (replayed) headers = set(headers ?? newHeaders(), 'Bnd-Replayed', 'true');
    if (isChanging(answer)) headers = set(headers ?? newHeaders(), 'Bnd-Changing', 'true');
    if (isComplete(answer)) headers = set(headers ?? newHeaders(), 'Bnd-Complete', 'true');
    const packed = await pack(data, headers);
    if (packed.data.length <= chunkSize) return this.respond(message, packed.data, packed.headers);
    const { first, count, rest } = this.chunks.hold(packed.data, deadline);
    const marked = set(set(packed.headers ?? newHeaders(), 'Bnd-Chunks', String(count)), 'Bnd-Rest', rest);
    this.respond(message, first, marked);
  }

  private respond(message: Msg, data: Buffer, headers?: MsgHdrs): void {
    const { connection } = this.options.nats;
    // Work that outlives the drain has no connection left to answer on.
    if (!connection.isClosed() && !connection.isDraining()) message.respond(data, headers && { headers });
  }

  private known(error: unknown, operation: string, requestId: string | undefined): ApiError {
    // Statements of TypeORM's own manager end here untranslated.
    const meant = databaseError(error);
    if (meant instanceof ApiError) return meant;
    this.options.logger.error({ err: error, operation, requestId }, 'An operation failed');
    return new ApiError(500, requestId ? `Internal error (request ${requestId})` : 'Internal error');
  }

  /** Takes no new messages, waits for those in flight (at most 10 s), and lets their answers go out. */
  close(): Promise<void> {
    this.draining ??= Promise.race([this.drain(), sleep(drainTime, undefined, { ref: false })]);
    return this.draining;
  }

  private async drain(): Promise<void> {
    const { nats, local } = this.options;
    for (const subject of this.subjects) local?.remove(subject);
    if (nats.isUp)
      await Promise.all(this.subscriptions.map((subscription) => subscription.drain().catch(() => undefined)));
    await this.limiter.idle();
    await this.chunks.emptied();
    if (nats.isUp) await nats.connection.flush().catch(() => undefined);
  }

  on(): void {
    throw new Error('The transport has no events');
  }

  unwrap<T>(): T {
    return this.options.nats.connection as T;
  }
}

/** The fields of a request in log lines: its id, its caller and its organization. */
const describe = (envelope?: Envelope) => ({
  requestId: envelope?.requestId,
  organization: envelope?.params.organizationId,
  principal: envelope?.principal.user,
});

/** Reads a request of this process: its sender is known. */
function openLocal(json: string): Envelope {
  const envelope = readRequest(json);
  if (envelope.grant) keepGrant(envelope.principal, envelope.grant);
  return envelope;
}

function set(headers: MsgHdrs, name: string, value: string): MsgHdrs {
  headers.set(name, value);
  return headers;
}
