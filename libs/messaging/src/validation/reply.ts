import type { MsgHdrs } from 'nats';
import { ApiError } from '@bindery/contracts';
import { chunkSize, maxReply } from '../wire/wire';
import { compiled } from './compiled';
import { MalformedMessage } from '../wire/malformed';

const numeric = (most: number) => ({ type: 'string', pattern: `^\\d{1,${most}}$` });

const checkHeaders = compiled({
  type: 'object',
  properties: {
    'Bnd-Status': { type: 'string', pattern: '^[45]\\d\\d$' },
    'Bnd-Chunks': numeric(3),
    'Bnd-Rest': { type: 'string', pattern: '^rpc\\.[a-z-]{1,30}\\.chunk\\.[0-9a-f]{8}\\.[0-9a-f]{1,32}$' },
    'Bnd-Version': numeric(15),
    'Bnd-Encoding': { const: 'gzip' },
  },
  dependentRequired: { 'Bnd-Rest': ['Bnd-Chunks'] },
});

const names = ['Bnd-Status', 'Bnd-Chunks', 'Bnd-Rest', 'Bnd-Version', 'Bnd-Encoding'];

export interface ReplyHeaders {
  failed: boolean;
  /** How many chunks there are in all, and the subject that the further ones are fetched from. */
  chunks: number;
  rest?: string;
  version?: number;
}

/**
 * Reads the headers of a reply of `service`. Throws `MalformedMessage`, also for chunks that another service is said to
 * hold: a reply may not say where its caller asks next.
 */
export function readReplyHeaders(headers: MsgHdrs, service: string): ReplyHeaders {
  const given = Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : [])));
  const fault = checkHeaders(given);
  if (fault) throw new MalformedMessage('reply', fault);
  const chunks = Number(given['Bnd-Chunks'] ?? 1);
  const rest = given['Bnd-Rest'];
  if (chunks > maxReply / chunkSize + 1) throw new MalformedMessage('reply', 'it has too many chunks');
  if (chunks > 1 && !rest?.startsWith(`rpc.${service}.`))
    throw new MalformedMessage('reply', 'it names no place for its chunks');
  const version = given['Bnd-Version'];
  return {
    failed: given['Bnd-Status'] !== undefined,
    chunks,
    ...(rest !== undefined && { rest }),
    ...(version !== undefined && { version: Number(version) }),
  };
}

const checkError = compiled({
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'integer', minimum: 400, maximum: 599 },
    message: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
    retryAfter: { type: 'number', minimum: 0 },
  },
});

/** The error that a service answered. Throws `MalformedMessage` for what is none. */
export function readError(data: Buffer): ApiError {
  const error = parseJson(data);
  const fault = checkError(error);
  if (fault) throw new MalformedMessage('reply', `its error: ${fault}`);
  return ApiError.from(error);
}

const checkBatch = compiled({ type: 'object', additionalProperties: { type: 'object' } });

/** The answer of a service to a batch: objects by id. Throws `MalformedMessage` for anything else. */
export function readBatch<T extends object>(data: Buffer): Record<string, T> {
  const found = parseJson(data);
  const fault = checkBatch(found);
  if (fault) throw new MalformedMessage('reply', fault);
  return found as Record<string, T>;
}

/** The answer of an operation; undefined for an empty one. Throws `MalformedMessage` for what is no JSON. */
export const readAnswer = (data: Buffer): unknown => (data.length > 0 ? parseJson(data) : undefined);

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    throw new MalformedMessage('reply', 'it is not JSON');
  }
}
