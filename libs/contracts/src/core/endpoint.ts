import type { Principal } from './principal';
import type { Dto } from './schema';
import type { ServiceName } from './services';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The properties of an operation. Absent ones have a default. */
interface Spec<Q extends object, B extends object, R extends object> {
  /** A short phrase that begins with a verb: the list of operations, the audit log and tools of agents show it. */
  summary: string;
  /** Sentences about what the summary leaves out. */
  description?: string;
  query?: Dto<Q>;
  body?: Dto<B>;
  returns?: Dto<R>;
  /** The status of success: 200, or 204 when nothing is returned. */
  status?: number;
  /** It creates a missing object, and then answers 201: the version of its row is 1. */
  creates?: boolean;
  /** It creates or places an object, but answers 200, with the address of the object in `Location`. */
  locates?: boolean;
  /** Error statuses besides those that every operation can answer (400, 401, 403, 404, 503, 504). */
  errors?: number[];
  /** Writes no audit row, although its method is not GET: it only reads, or only counts actions of readers. */
  unaudited?: boolean;
  /** Answers callers without a token as well. */
  anonymous?: boolean;
  /** The body may be up to 32 MiB; it travels by reference. */
  large?: boolean;
  /** The answer holds a secret that is shown once, so it is never stored for replay. */
  secret?: boolean;
  /** The answer never changes for its address (a revision), so clients may keep it. */
  immutable?: boolean;
  /** The operation goes on working, but clients should use the one at `successor`'s path. */
  deprecated?: { since: string; successor: string };
  /** It answers `EventsOf` a DTO, which readers get as a stream of events. */
  streams?: boolean;
  /** Milliseconds within which the operation ends. */
  timeout?: number;
  /**
   * Concurrent changes share a transaction: those of `different objects`, or `all`, also those of the same object (see
   * `Database.transaction` of the persistence library).
   */
  groupCommit?: GroupCommit;
}

/** Which changes share a transaction. */
type GroupCommit = 'different objects' | 'all';

/** '/orgs/:organizationId/teams/:teamId' -> { organizationId: string; teamId: string } */
type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : {};

/** The names in a path, such as `spaceId`. */
export const pathNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

/** One operation of the platform as plain data; routes, subjects, documents, clients and tests are derived from it. */
export interface Endpoint<
  P = object,
  Q extends object = object,
  B extends object = object,
  R extends object | void = object | void,
> extends Omit<Spec<Q, B, Extract<R, object>>, 'returns'> {
  service: ServiceName;
  tag: string;
  /** The public operationId. */
  name: string;
  /** The NATS subject that the owning service answers. */
  subject: string;
  method: HttpMethod;
  path: string;
  status: number;
  returns?: Dto;
  /** Types only. */
  readonly types?: { params: P; answer: R };
}

/** The argument of a handler of the endpoint. */
export interface Request<P = Record<string, string>, Q = object, B = object> {
  params: P;
  query: Q;
  body: B;
  principal: Principal;
}

export type RequestOf<E> = E extends Endpoint<infer P, infer Q, infer B, infer _R> ? Request<P, Q, B> : never;
export type AnswerOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? R : never;

const verb =
  (method: HttpMethod) =>
  <const Path extends string, Q extends object = {}, B extends object = {}, R extends object = never>(
    path: Path,
    spec: Spec<Q, B, R>,
  ) => {
    const status = spec.status ?? (spec.returns ? 200 : 204);
    return { ...spec, method, path, status, service: 'identity', tag: '', name: '', subject: '' } as Endpoint<
      ParamsOf<Path>,
      Q,
      B,
      [R] extends [never] ? void : R
    >;
  };

export const get = verb('GET');
export const post = verb('POST');
export const put = verb('PUT');
export const patch = verb('PATCH');
export const del = verb('DELETE');

const registered: Endpoint[] = [];

/** Names each endpoint after its key, addresses it to the service that answers it and registers it. */
export function contract<T extends Record<string, object>>(service: ServiceName, tag: string, endpoints: T): T {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    Object.assign(endpoint, { service, tag, name, subject: `rpc.${service}.${name}` });
    registered.push(endpoint as Endpoint);
  }
  return endpoints;
}

/** Every operation of the platform, in the order of its contracts. */
export const allEndpoints = (): readonly Endpoint[] => registered;

/** An internal operation, without a method and a path of its own. */
export const call = <B extends object, R extends object>(
  spec: Pick<Spec<object, B, R>, 'body' | 'returns' | 'timeout'>,
) => verb('POST')('', { summary: '', ...spec });

const inside: Endpoint[] = [];

/** Operations that only the gateway and services call. They are not part of `/v1`. */
export function internal<T extends Record<string, object>>(service: ServiceName, endpoints: T): T {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    Object.assign(endpoint, { service, name, subject: `rpc.${service}.${name}` });
    inside.push(endpoint as Endpoint);
  }
  return endpoints;
}

export const allInternal = (): readonly Endpoint[] => inside;

export const isMutation = (endpoint: Endpoint): boolean => endpoint.method !== 'GET' && !endpoint.unaudited;
