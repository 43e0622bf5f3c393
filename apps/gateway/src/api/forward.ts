import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerLeft, isMutation, takesShareKey, type Endpoint, type Principal } from '@bindery/contracts';
import { defaultTimeout, type Reply, type RpcClient } from '@bindery/messaging';
import { currentContext, runInContext } from '@bindery/observability';
import { principalOf } from '../auth/auth.guard';
import type { ForeignObjectLoader } from '../composition/foreign-object-loader';
import type { Composer, EarlyAnswers } from '../composition/composer';
import { planOf } from '../composition/composition-plan';
import type { Admission } from '../http/admission';
import { LargeBody, readBody } from '../http/read-body';
import type { BodySpill } from './body-spill';
import { rendererHeaders } from './cache-headers';
import { entityTag } from './entity-tag';
import { EventStream } from './event-stream';
import { readPreconditions } from './preconditions';
import { failureSeenByAll } from './seen-by-all';

/** Sends HTTP requests to the service of their operation, completes the answers and returns them. */
export class Forwarder {
  constructor(
    private readonly rpc: RpcClient,
    private readonly composer: Composer,
    private readonly foreignObjects: ForeignObjectLoader,
    private readonly spill: BodySpill,
    private readonly admission: Admission,
  ) {}

  /** A body may arrive slowly: it takes no slot, and the operation's time starts when it is complete. */
  async forward(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const body = endpoint.body && (await readBody(request, endpoint));
    const work = () => this.operate(endpoint, request, body, reply);
    try {
      await this.admission.during(endpoint.body ? () => inTime(endpoint, work) : work);
    } finally {
      if (body instanceof LargeBody) body.release();
    }
  }

  private async operate(
    endpoint: Endpoint,
    request: FastifyRequest,
    given: unknown,
    reply: FastifyReply,
  ): Promise<void> {
    const principal = principalOf(request);
    if (endpoint.streams) return this.stream(endpoint, request, given, reply);
    const reader = readerOf(endpoint, principal, request.query);
    const early = this.askEarly(endpoint, request, reader);
    if (endpoint.method === 'POST' && endpoint.returns) this.composer.askAuthor(endpoint.returns, principal);
    const answer = await this.ask(endpoint, request, given, principal);
    if (answer.replayed) void reply.header('idempotency-replayed', 'true');
    const body = await this.complete(endpoint, answer, reader, early);
    this.answer(endpoint, request, reply, body, answer);
  }

  /** Asks for what completes an object whose id is in the address, so that no answer waits for the other. */
  private askEarly({ method, path, returns }: Endpoint, request: FastifyRequest, reader: Principal) {
    const name = method === 'GET' ? /:(\w+)$/.exec(path)?.[1] : undefined;
    return returns && name ? this.composer.askEarly(returns, (request.params as Params)[name]!, reader) : undefined;
  }

  /** Returns an answer as events, and cancels the operation when the client disconnects. */
  private async stream(
    endpoint: Endpoint,
    request: FastifyRequest,
    given: unknown,
    reply: FastifyReply,
  ): Promise<void> {
    const left = new AbortController();
    const leave = () => left.abort(callerLeft());
    reply.raw.on('close', leave);
    const stream = new EventStream(reply);
    try {
      const { data } = await runInContext({ ...currentContext()!, signal: left.signal }, () =>
        this.ask(endpoint, request, given, principalOf(request)),
      );
      stream.end(data);
    } catch (error) {
      if (!stream.fail(error)) throw error;
    } finally {
      reply.raw.off('close', leave);
    }
  }

  private async ask(endpoint: Endpoint, request: FastifyRequest, body: unknown, principal: Principal): Promise<Reply> {
    const mutates = isMutation(endpoint);
    const call = {
      principal,
      requestId: request.id,
      params: request.params as Record<string, string>,
      query: request.query,
      ...(mutates && readPreconditions(endpoint, request)),
    };
    const send = (body: object) => this.rpc.callRaw(endpoint.subject, { ...call, ...body }, endpoint.timeout);
    try {
      if (!(body instanceof LargeBody)) return await send({ body });
      return await this.spill.during(body, endpoint.service, request.id, (placed) => send(placed));
    } catch (error) {
      throw await failureSeenByAll(this.rpc, endpoint, call, error);
    } finally {
      if (mutates && ownsKept(endpoint)) this.foreignObjects.clear();
    }
  }

  /** The complete answer of an operation that only reads. */
  async read(
    endpoint: Endpoint,
    call: { principal: Principal; requestId: string; params: Record<string, string>; query: object },
  ): Promise<unknown> {
    const answer = await this.rpc.callRaw(endpoint.subject, call, endpoint.timeout);
    const reader = readerOf(endpoint, call.principal, call.query);
    return JSON.parse((await this.complete(endpoint, answer, reader)).toString());
  }

  /** The answer with objects of other services; the same bytes when nothing is composed. */
  private async complete(
    endpoint: Endpoint,
    { data, complete }: Reply,
    principal: Principal,
    early?: EarlyAnswers,
  ): Promise<Buffer> {
    if (complete || !endpoint.returns || !planOf(endpoint.returns) || data.length === 0) return data;
    const value: unknown = JSON.parse(data.toString());
    await this.composer.compose(endpoint.returns, value, principal, early);
    return Buffer.from(JSON.stringify(value));
  }

  private answer(
    endpoint: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    body: Buffer,
    { version, changing }: Reply,
  ): void {
    const status = endpoint.creates && version === 1 ? 201 : endpoint.status;
    void reply.status(status);
    if (endpoint.deprecated) void reply.headers(deprecationOf(endpoint.deprecated, request.params as Params));
    if (!endpoint.returns) return void reply.send();
    void reply.header('content-type', 'application/json; charset=utf-8');
    const isImmutable = (endpoint.immutable ?? false) && !changing && !isEvaluated(request);
    void reply.header('cache-control', isImmutable ? 'private, immutable, max-age=31536000' : 'private, no-cache');
    void reply.headers(rendererHeaders(endpoint, request.params as Params, isImmutable));
    const location = status === 201 || endpoint.locates ? locationOf(body) : undefined;
    if (location) void reply.header('location', location);
    const tag = entityTag(endpoint, request.params as Params, version ?? 0, body, location);
    void reply.header('etag', tag);
    if (endpoint.method === 'GET' && matches(request.headers['if-none-match'], tag))
      return void reply.status(304).send();
    void reply.send(body);
  }
}

type Params = Record<string, string>;

/** The reader of the completed answer: owners of objects in it also get the key of a share link. */
function readerOf(endpoint: Endpoint, principal: Principal, query: unknown): Principal {
  const { shareKey } = query as { shareKey?: string };
  return shareKey && takesShareKey(endpoint) ? { ...principal, shareKey } : principal;
}

/** One deadline for the operation and for the requests that complete its answer. */
const inTime = <T>({ timeout = defaultTimeout }: Endpoint, work: () => T): T =>
  runInContext({ ...currentContext()!, deadline: Date.now() + timeout }, work);

/** An evaluated answer depends on the reader. */
const isEvaluated = ({ query }: FastifyRequest): boolean => {
  const { evaluated = 'false' } = query as { evaluated?: unknown };
  return evaluated !== 'false';
};

/** The time since when the operation is deprecated (RFC 9745) and its successor (RFC 5829). */
function deprecationOf({ since, successor }: NonNullable<Endpoint['deprecated']>, params: Params) {
  const path = successor.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    link: `</v1${path}>; rel="successor-version"`,
  };
}

const owners = new Set<string>(['identity', 'integrations', 'sites']);

/** Whether a mutation of the service may change cached objects: permissions of tokens, names of users, addresses of sites. */
const ownsKept = ({ service }: Endpoint): boolean => owners.has(service);

function matches(header: string | undefined, tag: string): boolean {
  return (
    header !== undefined &&
    header.split(',').some((given) => given.trim() === '*' || given.trim().replace(/^W\//, '') === tag)
  );
}

function locationOf(body: Buffer): string | undefined {
  const { urls } = JSON.parse(body.toString()) as { urls?: { location?: string } };
  return urls?.location;
}
