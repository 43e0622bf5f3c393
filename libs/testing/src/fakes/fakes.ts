import {
  allBatches,
  allEndpoints,
  allInternal,
  ApiError,
  type AnswerOf,
  type Batch,
  type Endpoint,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { type Envelope, type Nats, NatsTransport } from '@bindery/messaging';
import { createLogger, Metrics } from '@bindery/observability';
import { SERVICES, type ServiceName } from '@bindery/launcher';
import { keyringOf } from '../environment/test-trust';

type Answer = (envelope: Envelope) => unknown;

/** A fake of one operation of a service. */
export interface Fake {
  subject: string;
  answer: Answer;
}

type FakeRequest<E> = RequestOf<E> & Pick<Envelope, 'idempotencyKey'>;

/** Fakes an operation of another service. An error that `answer` throws is the operation's error. */
export const fakeOperation = <E>(
  endpoint: E,
  answer: (request: FakeRequest<E>) => AnswerOf<E> | Promise<AnswerOf<E>>,
): Fake => ({
  subject: (endpoint as Endpoint).subject,
  answer: ({ params, query, body, principal, idempotencyKey }) =>
    answer({ params, query, body, principal, idempotencyKey } as unknown as FakeRequest<E>),
});

type BatchAnswer<T> = Record<string, T> | Promise<Record<string, T>>;

/** Fakes a batch of another service: ids without an object are left out. */
export const fakeBatch = <T extends object>(
  batch: Batch<T>,
  answer: (ids: string[], principal: Principal) => BatchAnswer<T>,
): Fake => ({
  subject: batch.subject,
  answer: ({ body, principal }) => answer(body as string[], principal),
});

/** The fakes of the services that a service calls; tests that use it one after another replace them. */
export class FakeServices {
  private readonly faked = new Map<string, Answer>();
  private transports: readonly NatsTransport[] = [];

  constructor(fakes: readonly Fake[]) {
    this.replace(fakes);
  }

  /** Of fakes of the same operation the last one answers. */
  replace(fakes: readonly Fake[]): void {
    this.faked.clear();
    for (const { subject, answer } of fakes) this.faked.set(subject, answer);
  }

  /**
   * Answers, in the place of every service but one, as services do: requests are verified, and replies are those of the wire.
   * An operation without a fake answers 500 with its name, so that the test shows what it lacks.
   */
  async answerFor(name: ServiceName, nats: Nats): Promise<void> {
    const others = SERVICES.filter((service) => service !== name);
    const transports = new Map(others.map((service) => [service, transportOf(service, nats)]));
    for (const { service, subject } of [...allEndpoints(), ...allInternal(), ...allBatches()])
      transports.get(service)?.addHandler(subject, (envelope: Envelope) => this.answer(subject, envelope));
    this.transports = [...transports.values()];
    await Promise.all(this.transports.map(listening));
  }

  async close(): Promise<void> {
    await Promise.all(this.transports.map((transport) => transport.close()));
  }

  private async answer(subject: string, envelope: Envelope): Promise<unknown> {
    const answer = this.faked.get(subject);
    if (!answer) throw new ApiError(500, `No fake stands for ${subject}`);
    return answer(envelope);
  }
}

const transportOf = (service: ServiceName, nats: Nats): NatsTransport =>
  new NatsTransport({
    service,
    nats,
    keyring: keyringOf(service),
    concurrency: 16,
    logger: createLogger(service, 'silent'),
    metrics: new Metrics(service),
    loadBody: () => Promise.reject(new Error('A fake takes no body by reference')),
    replay: () => Promise.resolve(undefined),
  });

const listening = (transport: NatsTransport): Promise<void> =>
  new Promise((resolve, reject) => transport.listen((error) => (error ? reject(error as Error) : resolve())));
