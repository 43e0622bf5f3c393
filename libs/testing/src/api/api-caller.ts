import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { allEndpoints, SchemaRegistry, type Endpoint } from '@bindery/contracts';
import { officialErrors } from './official-shapes';
import { specifiedOperations } from './specified-operations';

export interface ApiAnswer<T = unknown> {
  status: number;
  headers: Headers;
  /** The parsed body; undefined for an empty one. */
  body: T;
}

export interface ApiRequest {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  /** An object is sent as JSON, text as it is. */
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
}

/** A call that had to succeed and was refused. */
export class RefusedError extends Error {}

/** Milliseconds for which a platform may say that it is too busy. */
const patience = 60_000;

/**
 * The answer to a call that may be repeated, as it reads or has an `Idempotency-Key`. It is repeated, for a minute at most, while
 * the platform is too busy or still handles that key. On a small machine a burst may be more than it takes.
 */
export async function persist<T>(call: () => Promise<ApiAnswer<T>>): Promise<ApiAnswer<T>> {
  for (const end = Date.now() + patience; ;) {
    const answer = await call();
    const isRunning = answer.status === 409 && JSON.stringify(answer.body).includes('Idempotency-Key');
    if ((answer.status !== 503 && answer.status !== 504 && !isRunning) || Date.now() > end) return answer;
    await sleep(isRunning ? 100 : waitOf(answer.headers));
  }
}

/** Milliseconds of the `retry-after` header, by default a second. */
const waitOf = (headers: Headers): number => Number(headers.get('retry-after') ?? 1) * 1_000;

const registry = new SchemaRegistry('#/$defs/');
let answers: Ajv2020 | undefined;

/** All answers in one schema, so that what many of them hold is compiled once. */
function compileAnswers(): Ajv2020 {
  for (const { returns } of allEndpoints()) if (returns) registry.ref(returns);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  return ajv.addSchema({ $defs: registry.schemas }, 'contracts');
}

/** The differences between an answer and the operation's contract; empty when there are none. */
function contractErrors({ returns }: Endpoint, body: unknown): string[] {
  if (!returns) return body === undefined ? [] : ['the operation returns nothing'];
  answers ??= compileAnswers();
  const validate = answers.getSchema(`contracts${registry.ref(returns).$ref}`)!;
  return validate(body)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
}

/** Answers are held to their contracts as well, in `check`; in tests `fetch` checks them, see `checked-fetch.ts`. */
const unchecked: typeof fetch = (input, init) =>
  ((fetch as { unchecked?: typeof fetch }).unchecked ?? fetch)(input, init);

const isSpecified = new Set(specifiedOperations.map(({ operationId }) => operationId));

/** Calls operations over HTTP by name, and refuses every answer that is not as the contract says. */
export class ApiCaller {
  /** Of each operation that has answered with success, the last such answer. */
  readonly answers = new Map<string, unknown>();

  constructor(private readonly baseUrl: string) {}

  /** The answer to a call; a read that the platform was too busy for is repeated. */
  async call<T = Record<string, unknown>>(operation: string, request: ApiRequest = {}): Promise<ApiAnswer<T>> {
    const endpoint = endpointOf(operation);
    const send = () => this.send(endpoint.method, pathOf(endpoint, request), request);
    const answer = await (endpoint.method === 'GET' ? persist(send) : send());
    if (answer.status < 400) this.check(endpoint, answer);
    else checkError(operation, answer);
    return answer as ApiAnswer<T>;
  }

  /** The answer to a call that has to succeed; it is repeated if need be. Throws `RefusedError`. */
  async expect<T = Record<string, unknown>>(operation: string, request: ApiRequest = {}): Promise<T> {
    const headers = { 'idempotency-key': randomUUID(), ...request.headers };
    const { status, body } = await persist(() => this.call<T>(operation, { ...request, headers }));
    if (status >= 400) throw new RefusedError(`${operation} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  async send(method: string, path: string, { body, token, headers = {} }: ApiRequest = {}): Promise<ApiAnswer> {
    const response = await unchecked(`${this.baseUrl}/v1${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    const read = isStream ? eventsIn : (json: string): unknown => JSON.parse(json);
    return { status: response.status, headers: response.headers, body: text ? read(text) : undefined };
  }

  private check(endpoint: Endpoint, { status, body }: ApiAnswer): void {
    if (status !== endpoint.status && !(endpoint.creates && status === 201))
      throw new Error(`${endpoint.name} answered ${status}, its contract says ${endpoint.status}`);
    const errors = contractErrors(endpoint, body);
    if (errors.length > 0)
      throw new Error(
        `${endpoint.name} gave an answer that its contract does not allow: ${errors.slice(0, 5).join('; ')}`,
      );
    // The answers of further operations are the platform's own.
    const unknown = isSpecified.has(endpoint.name) ? officialErrors(endpoint.name, body) : [];
    if (unknown.length > 0)
      throw new Error(
        `${endpoint.name} gave an answer that its public client cannot read: ${unknown.slice(0, 5).join('; ')}`,
      );
    this.answers.set(endpoint.name, body);
  }
}

/** The events of a stream that ended as it should, as the service answered them. */
export function eventsIn(text: string): { events: unknown[] } {
  const messages = text.split('\n\n').filter((message) => message !== '' && !message.startsWith(':'));
  if (!messages.pop()?.startsWith('event: done')) throw new Error(`A stream did not end: ${text.slice(-200)}`);
  return { events: messages.map((message) => JSON.parse(message.replace(/^data: /, '')) as unknown) };
}

function checkError(operation: string, { status, body }: ApiAnswer): void {
  const { error } = (body ?? {}) as { error?: { code?: number; message?: string } };
  if (error?.code !== status || !error.message)
    throw new Error(`${operation} answered ${status} without an error body: ${JSON.stringify(body)}`);
}

export function endpointOf(operation: string): Endpoint {
  const endpoint = allEndpoints().find(({ name }) => name === operation);
  if (!endpoint) throw new Error(`There is no operation ${operation}`);
  return endpoint;
}

export function pathOf({ path }: Endpoint, { params = {}, query = {} }: ApiRequest): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? 'unknown0'));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) search.append(name, String(one));
  return search.size > 0 ? `${filled}?${search}` : filled;
}
