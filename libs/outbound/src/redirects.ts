import { parsedUrl } from '@bindery/contracts';
import { OutboundError } from './outbound-error';

const REDIRECTS = [301, 302, 303, 307, 308];
const FOLLOWED = ['GET', 'HEAD'];

/** The headers that a redirect to another origin still carries: none that identifies the caller or the tenant. */
const KEPT_ACROSS_ORIGINS = ['accept', 'accept-language', 'user-agent'];

/** The parts of an answer that redirect. */
interface RedirectAnswer {
  readonly statusCode: number;
  readonly headers: { readonly location?: string | string[] };
}

/**
 * Where an answer redirects to; undefined when it does not. Throws REFUSED_REDIRECT for a request that writes, a place
 * that is no URL and the step from https to http.
 */
export function redirectTarget(answer: RedirectAnswer, from: URL, method: string): URL | undefined {
  const { location } = answer.headers;
  if (!REDIRECTS.includes(answer.statusCode) || location === undefined) return undefined;
  const target = typeof location === 'string' ? parsedUrl(location, from.href) : undefined;
  if (!FOLLOWED.includes(method) || !target) throw new OutboundError('REFUSED_REDIRECT');
  if (from.protocol === 'https:' && target.protocol === 'http:') throw new OutboundError('REFUSED_REDIRECT');
  return target;
}

/** The headers (names in lower case) for the next hop. */
export function redirectedHeaders(headers: Record<string, string>, from: URL, to: URL): Record<string, string> {
  if (from.origin === to.origin) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT_ACROSS_ORIGINS.includes(name)));
}
