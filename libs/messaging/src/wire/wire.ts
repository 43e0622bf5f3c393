import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { headers as newHeaders, type Msg, type MsgHdrs } from 'nats';
import { tooLarge, type Principal } from '@bindery/contracts';
import { MalformedMessage, type MessageKind } from './malformed';

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Payloads above this many bytes are compressed; of shorter ones, compressing costs more than sending. */
const compressAbove = 256 * 1024;
/** The largest NATS message, in bytes; longer replies go in chunks of this size. */
export const chunkSize = 1024 * 1024;
/** The longest reply. */
export const maxReply = 32 * 1024 * 1024;

/** A request as it travels. */
export interface Envelope {
  requestId: string;
  /** Milliseconds since 1970. */
  deadline: number;
  hops: number;
  idempotencyKey?: string;
  /** The row versions that `If-Match` admits. */
  ifMatch?: string[];
  principal: Principal;
  params: Record<string, string>;
  query?: unknown;
  body?: unknown;
  /** Storage key of a body that was too large to send, and its SHA-256 in hex. */
  bodyRef?: string;
  bodyHash?: string;
  /** The proof with which services pass the principal on, see `GrantIssuer`. */
  grant?: string;
  /** The W3C trace context of the caller's span: in the envelope, as headers of a message cost several times its bytes to read. */
  traceparent?: string;
  /** The id with which the caller stops this request when it no longer waits for the answer; absent where it always waits. */
  stopId?: string;
}

/** A map from ids as it was read, without the names that every object has: an id may be `constructor`. */
export const asMap = <T>(read: Record<string, T>): Record<string, T> =>
  Object.assign(Object.create(null) as Record<string, T>, read);

const encodingHeader = 'Bnd-Encoding';

interface Payload {
  data: Buffer;
  headers?: MsgHdrs;
}

/** The bytes to send, compressed where that pays. */
export async function pack(data: Buffer, headers?: MsgHdrs): Promise<Payload> {
  if (data.length <= compressAbove) return { data, headers };
  const compressed = await zip(data, { level: 1 });
  const marked = headers ?? newHeaders();
  marked.set(encodingHeader, 'gzip');
  return { data: compressed, headers: marked };
}

export const isPacked = (headers?: MsgHdrs): boolean => headers?.get(encodingHeader) === 'gzip';

/** The bytes as they were before `pack`. Throws 413 for what would grow beyond `maxReply`, `MalformedMessage` for what is not packed. */
export async function unpack(kind: MessageKind, data: Buffer, headers?: MsgHdrs): Promise<Buffer> {
  if (!isPacked(headers)) return data;
  return unzip(data, { maxOutputLength: maxReply }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge('The message is too large');
    throw new MalformedMessage(kind, 'it cannot be unpacked');
  });
}

export const bytesOf = (message: Msg): Buffer =>
  Buffer.from(message.data.buffer, message.data.byteOffset, message.data.length);

/** Throws `MalformedMessage` for headers that cannot be read: the client parses them on first access. */
export function headersOf(kind: MessageKind, message: Pick<Msg, 'headers'>): MsgHdrs | undefined {
  try {
    return message.headers;
  } catch {
    throw new MalformedMessage(kind, 'its headers cannot be read');
  }
}

export const pieces = (data: Buffer): Buffer[] => {
  const parts: Buffer[] = [];
  for (let at = 0; at < data.length; at += chunkSize) parts.push(data.subarray(at, at + chunkSize));
  return parts;
};
