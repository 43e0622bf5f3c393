import {
  allBatches,
  allEndpoints,
  allInternal,
  ApiError,
  type AnswerOf,
  type Batch,
  type Endpoint,
  type RequestOf,
} from '@bindery/contracts';
import { type Envelope, type Nats, NatsTransport } from '@bindery/messaging';
import { createLogger, Metrics } from '@bindery/observability';
import { SERVICES, type ServiceName } from '@bindery/launcher';
import { keyringOf } from './test-trust';

type Answer = (envelope: Envelope) => unknown;

/** A fake of one operation of a service. */
export interface Fake {
  subject: string;
  answer: Answer;
}

/** Fakes an operation of another service. An error that `answer` throws is the operation's error. */
export const fakeOperation = <E>(
  endpoint: E,
  answer: (request: RequestOf<E>) => AnswerOf<E> | Promise<AnswerOf<E>>,
): Fake => ({
  subject: (endpoint as Endpoint).subject,
  answer: ({ params, query, body, principal }) => answer({ params, query, body, principal } as RequestOf<E>),
});

/** Fakes a batch of another service: ids without an object are left out. */
export const fakeBatch = <T extends object>(batch: Batch<T>, answer: (ids: string[]) => Record<string, T>): Fake => ({
  subject: batch.subject,
  answer: ({ body }) => answer(body as string[]),
});

/**
 * Answers, in the place of every service but one, as services do: requests are verified, and replies are those of the wire.
 * An operation without a fake answers 500 with its name, so that the test shows what it lacks.
 */
export async function answerAsOthers(
  name: ServiceName,
  nats: Nats,
  fakes: readonly Fake[],
): Promise<{ close(): Promise<void> }> {
  const others = SERVICES.filter((service) => service !== name).map((service) => transportOf(service, nats));
  const transports = new Map(others.map((transport) => [transport.service, transport]));
  const faked = new Map(fakes.map(({ subject, answer }) => [subject, answer]));
  for (const { service, subject } of [...allEndpoints(), ...allInternal(), ...allBatches()]) {
    const answer = faked.get(subject) ?? (() => missing(subject));
    transports.get(service)?.transport.addHandler(subject, (envelope: Envelope) => Promise.resolve(answer(envelope)));
  }
  await Promise.all(others.map(({ transport }) => listening(transport)));
  return { close: async () => void (await Promise.all(others.map(({ transport }) => transport.close()))) };
}

function transportOf(service: ServiceName, nats: Nats) {
  const transport = new NatsTransport({
    service,
    nats,
    keyring: keyringOf(service),
    concurrency: 16,
    logger: createLogger(service, 'silent'),
    metrics: new Metrics(service),
    loadBody: () => Promise.reject(new Error('A fake takes no body by reference')),
    replay: () => Promise.resolve(undefined),
  });
  return { service, transport };
}

const listening = (transport: NatsTransport): Promise<void> =>
  new Promise((resolve, reject) => transport.listen((error) => (error ? reject(error as Error) : resolve())));

function missing(subject: string): never {
  throw new ApiError(500, `No fake stands for ${subject}`);
}
