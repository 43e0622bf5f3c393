import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, maxJsonDepth, nestsTooDeep, tooLarge, type Endpoint } from '@bindery/contracts';
import { networkOf } from '@bindery/service';
import { BodyMemory } from './body-memory';

const mebibyte = 1024 * 1024;
/** The maximum bytes of a body, and of one for an operation marked `large`. */
const bodyLimit = mebibyte;
const largeBodyLimit = 32 * mebibyte;

const memory = new BodyMemory();

/** A JSON body too large for a message. The service parses it, so that it does not block the gateway. */
export class LargeBody {
  /** Throws 503 where the process holds too many. */
  constructor(
    readonly json: Buffer,
    private readonly network: string,
  ) {
    memory.take(json.length, network, json.length);
  }

  /** To be called once, when its operation has ended. */
  release(): void {
    memory.give(this.json.length, this.network);
  }
}

const methodsWithBody = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Leaves bodies of any type unread until a handler that knows the caller requests them. For Fastify these methods have none:
 * with a parser that reads nothing it takes a twentieth of the processor time of a request, on Node 20.
 */
export function leaveBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  for (const method of methodsWithBody) server.addHttpMethod(method, { hasBody: false, overrideExisting: true });
}

/** The body of a request, unread; undefined where it has none. */
export function bodyOf({ method, headers, raw }: FastifyRequest): Readable | undefined {
  const isSent = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return isSent && methodsWithBody.includes(method) ? raw : undefined;
}

/**
 * The request's JSON; undefined where it has no body. Throws 415 for other types and for a compressed body, 413 for one over the
 * operation's limit, 400 for JSON that is malformed, nests too deep or names a prototype's properties, 503 for more bodies at once
 * than the process holds.
 */
export async function readBody(request: FastifyRequest, { large }: Endpoint): Promise<unknown> {
  const body = bodyOf(request);
  if (!body) return undefined;
  const { headers } = request;
  const limit = large ? largeBodyLimit : bodyLimit;
  if (Number(headers['content-length']) > limit) throw overLimit(limit);
  const network = networkOf(request.ip);
  const bytes = withoutMark(await collect(body, limit, network));
  // Many HTTP tools name a content type with every request, also where there is no body.
  if (bytes.length === 0) return undefined;
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new ApiError(415, 'Send the body as application/json');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new ApiError(415, 'Send the body without compression: the header Content-Encoding is not supported');
  const text = bytes.toString();
  if (bytes.length <= bodyLimit) return parse(request, text);
  if (suspicious.test(text)) await parse(request, text);
  return new LargeBody(bytes, network);
}

/** The bytes of a body of any type. Throws 413 for more than the limit. */
export async function readBytes(request: FastifyRequest, limit = bodyLimit): Promise<Buffer> {
  const body = bodyOf(request);
  return body ? collect(body, limit, networkOf(request.ip)) : Buffer.alloc(0);
}

/** The JSON of a body of any declared type. Throws as `readBody` does. */
export async function readJson(request: FastifyRequest, limit: number): Promise<unknown> {
  return parse(request, (await readBytes(request, limit)).toString());
}

/** Any text that could name a property that reaches a prototype, in every spelling that JSON permits. */
const suspicious = /__proto__|constructor|\\u00[567]/i;

function parse(request: FastifyRequest, text: string): Promise<unknown> {
  if (nestsTooDeep(text)) throw new ApiError(400, `The body nests deeper than ${maxJsonDepth} levels`);
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, value?: unknown) =>
      error ? reject(new ApiError(400, problemOf(text))) : resolve(value);
    void request.server.getDefaultJsonParser('error', 'error')(request, text, done);
  });
}

/** Fastify's parser rejects a property `__proto__`, and `constructor` with a `prototype`, with the error of malformed JSON. */
function problemOf(text: string): string {
  try {
    JSON.parse(text);
    return 'The body must not have the property __proto__, or constructor with a prototype';
  } catch {
    return 'The body is not valid JSON';
  }
}

/** The bytes without a byte order mark, which Fastify's parser of JSON ignores and that of a service does not. */
const withoutMark = (bytes: Buffer): Buffer => (bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes);

const byteOrderMark = Buffer.from('\uFEFF');

function collect(stream: Readable, limit: number, network: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The client has left while its token was read: the stream says nothing more.
    if (stream.destroyed) return reject(incomplete());
    const parts: Buffer[] = [];
    let size = 0;
    const release = () => {
      memory.give(size, network);
      size = 0;
    };
    stream.on('data', (part: Buffer) => {
      try {
        if (size + part.length > limit) throw overLimit(limit);
        memory.take(part.length, network, size + part.length);
        size += part.length;
        parts.push(part);
      } catch (error) {
        release();
        // A connection that is closed before the body is read may lose the answer.
        stream.removeAllListeners('data').resume();
        reject(error as ApiError);
      }
    });
    stream.once('end', () => {
      release();
      resolve(Buffer.concat(parts));
    });
    stream.once('error', () => {
      release();
      reject(incomplete());
    });
  });
}

const incomplete = () => new ApiError(400, 'The body is incomplete');
const overLimit = (limit: number) => tooLarge(`The body is larger than ${limit} bytes`);
