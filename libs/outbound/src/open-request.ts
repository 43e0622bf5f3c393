import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { type CheckOptions, checkUrl } from './check-host';
import { outboundError } from './outbound-error';
import { pinned } from './pinned';
import { allowedHeaders } from './request-headers';

interface OpenOptions extends Omit<CheckOptions, 'signal'> {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readable;
  /** For connecting, TLS included; in milliseconds, by default 3,000. */
  readonly connectTimeout?: number;
  readonly signal: AbortSignal;
}

interface OpenedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it comes over the wire. The connection ends with it. */
  readonly body: Readable;
}

/**
 * One request to an address that a tenant supplied, guarded as `safeFetch` guards it, whose answer is handed on piece by
 * piece. A redirect is an answer like any other: a caller that follows it makes another request. Throws OutboundError and nothing else.
 */
export async function openRequest(url: string | URL, options: OpenOptions): Promise<OpenedResponse> {
  const { method, headers, body, connectTimeout = 3_000, signal } = options;
  const target = await checkUrl(url, options);
  const dispatcher = new Agent({ connect: { lookup: pinned(target.addresses), timeout: connectTimeout } });
  const end = () => void dispatcher.destroy();
  try {
    const sent = { ...allowedHeaders(headers), 'accept-encoding': 'identity' };
    const answer = await request(target.url, {
      ...{ dispatcher, method: method as 'GET', headers: sent, body: body ?? null, signal },
    });
    answer.body.once('close', end);
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  } catch (error) {
    end();
    throw outboundError(error);
  }
}
