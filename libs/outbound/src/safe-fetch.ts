import { Agent, type Dispatcher, request } from 'undici';
import { type CheckedUrl, type CheckOptions, checkUrl } from './check-host';
import { OutboundError, outboundError } from './outbound-error';
import { pinned } from './pinned';
import { ACCEPTED_ENCODINGS, readBody } from './read-body';
import { redirectedHeaders, redirectTarget } from './redirects';
import { allowedHeaders } from './request-headers';

export interface FetchOptions extends Omit<CheckOptions, 'signal'> {
  /** By default GET. Redirects are followed for GET and HEAD only. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Media types of acceptable answers, as `application/json` or `text/*`; by default all. */
  readonly contentTypes?: readonly string[];
  /** The most bytes of the answer, after decompression; by default 10 MiB. */
  readonly maxBytes?: number;
  /** By default 3. */
  readonly maxRedirects?: number;
  /** For connecting, TLS included; in milliseconds, by default 3,000. */
  readonly connectTimeout?: number;
  /** For everything together; in milliseconds, by default 10,000. */
  readonly totalTimeout?: number;
}

interface FetchResponse {
  readonly status: number;
  /** The status is 200 to 299. */
  readonly ok: boolean;
  /** Where the answer came from, after redirects. */
  readonly url: string;
  /** Names in lower case. Cookies are left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** The media type in lower case, without parameters; empty when there is none. */
  readonly contentType: string;
  /** Decompressed. */
  readonly body: Buffer;
}

const DEFAULTS = {
  method: 'GET',
  headers: {},
  contentTypes: [],
  maxBytes: 10 * 1024 * 1024,
  maxRedirects: 3,
  connectTimeout: 3_000,
  totalTimeout: 10_000,
} as const satisfies FetchOptions;

type Settings = FetchOptions & Required<Pick<FetchOptions, keyof typeof DEFAULTS>> & { readonly signal: AbortSignal };

/**
 * A request to an address that a tenant supplied. The host is resolved once, refused unless every address of it is
 * public or allowed, and connected to at an address that was checked; each redirect likewise. Any status is an answer.
 * Throws OutboundError and nothing else. Operators' own settings (a model server, S3, mail) do not come this way.
 */
export async function safeFetch(url: string, options: FetchOptions = {}): Promise<FetchResponse> {
  const settings = { ...DEFAULTS, ...options };
  const signal = AbortSignal.timeout(settings.totalTimeout);
  try {
    return await follow(url, { ...settings, signal });
  } catch (error) {
    throw signal.aborted ? new OutboundError('TIMEOUT', { cause: error }) : outboundError(error);
  }
}

async function follow(start: string, settings: Settings): Promise<FetchResponse> {
  let headers: Record<string, string> = { 'user-agent': 'Bindery', ...allowedHeaders(settings.headers) };
  let target = await checkUrl(start, settings);
  for (let redirects = 0; ; redirects++) {
    const answer = await exchange(target, headers, settings);
    if (!(answer instanceof URL)) return answer;
    if (redirects >= settings.maxRedirects) throw new OutboundError('REFUSED_REDIRECT');
    headers = redirectedHeaders(headers, target.url, answer);
    target = await checkUrl(answer, settings);
  }
}

/** One request on a connection of its own: the answer, or where it redirects to. */
async function exchange(target: CheckedUrl, headers: Record<string, string>, settings: Settings) {
  const { method, body, signal, connectTimeout } = settings;
  const dispatcher = new Agent({ connect: { lookup: pinned(target.addresses), timeout: connectTimeout } });
  try {
    const sent = { ...headers, 'accept-encoding': ACCEPTED_ENCODINGS };
    const response = await request(target.url, { dispatcher, method, headers: sent, body, signal });
    return redirectTarget(response, target.url, method) ?? (await answerOf(response, target.url, settings));
  } finally {
    await dispatcher.destroy();
  }
}

async function answerOf(response: Dispatcher.ResponseData, url: URL, settings: Settings): Promise<FetchResponse> {
  const { statusCode: status, body } = response;
  const headers = plainHeaders(response.headers);
  const contentType = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const ok = status >= 200 && status < 300;
  if (ok && !isAcceptable(contentType, settings.contentTypes)) throw new OutboundError('REFUSED_TYPE');
  if (settings.method !== 'HEAD' && Number(headers['content-length']) > settings.maxBytes) {
    throw new OutboundError('TOO_LARGE');
  }
  const coding = settings.method === 'HEAD' ? undefined : headers['content-encoding'];
  const content = await readBody(body, coding, settings.maxBytes);
  return { status, ok, url: url.href, headers, contentType, body: content };
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const pairs = Object.entries(headers).filter(([name, value]) => value !== undefined && name !== 'set-cookie');
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]),
  );
}

function isAcceptable(contentType: string, accepted: readonly string[]): boolean {
  if (accepted.length === 0) return true;
  return accepted.some((type) =>
    type.endsWith('/*') ? contentType.startsWith(type.slice(0, -1)) : contentType === type,
  );
}
