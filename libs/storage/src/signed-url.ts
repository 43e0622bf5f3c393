import { createHmac, timingSafeEqual } from 'node:crypto';
import { checkedKey } from './storage-key';

/** The permission of the holder of a URL on one key. */
export interface UrlGrant {
  readonly method: 'GET' | 'PUT';
  readonly key: string;
  /** Rounded to whole seconds. */
  readonly expiresAt: Date;
  /** PUT: the maximum of bytes that may be sent. */
  readonly maxBytes?: number;
  /** PUT: the media type that must be sent. GET: the media type of the answer. */
  readonly contentType?: string;
}

/** A request as it arrived; `key` is the decoded path below the base of the URL. */
export interface SignedRequest {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
}

const LEAST_SECRET_BYTES = 32;

/**
 * A URL below `base` that carries a grant, signed with HMAC-SHA256: method, key, expiry, size and type are all in the
 * signed part. Every holder of the URL has the grant until it expires; it cannot be revoked.
 * `secret` has at least 32 bytes.
 */
export function signedUrl(base: string, grant: UrlGrant, secret: Buffer): string {
  const query = new URLSearchParams({ expires: String(secondsOf(grant.expiresAt)) });
  if (grant.maxBytes !== undefined) query.set('maxBytes', String(grant.maxBytes));
  if (grant.contentType !== undefined) query.set('contentType', grant.contentType);
  query.set('signature', signatureOf(grant, secret).toString('base64url'));
  return `${base.replace(/\/+$/, '')}/${checkedKey(grant.key)}?${query}`;
}

/**
 * The grant that a request carries, or undefined when it is not ours, was changed, is for another method or has
 * expired at `now`. `secrets` are those that may have signed it. Signatures are compared in constant time. A HEAD request is verified as GET by its caller.
 */
export function verifySignedUrl(
  request: SignedRequest,
  secrets: Buffer | readonly Buffer[],
  now: Date,
): UrlGrant | undefined {
  const grant = claimedGrant(request);
  if (!grant) return undefined;
  const given = Buffer.from(request.query.get('signature') ?? '', 'base64url');
  const isOurs = [secrets].flat().some((secret) => {
    const expected = signatureOf(grant, secret);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isOurs) return undefined;
  return grant.expiresAt > now ? grant : undefined;
}

function claimedGrant({ method, key, query }: SignedRequest): UrlGrant | undefined {
  const expires = wholeNumber(query.get('expires'));
  const maxBytes = query.has('maxBytes') ? wholeNumber(query.get('maxBytes')) : undefined;
  if ((method !== 'GET' && method !== 'PUT') || expires === undefined) return undefined;
  if (query.has('maxBytes') && maxBytes === undefined) return undefined;
  return {
    method,
    key,
    expiresAt: new Date(expires * 1000),
    ...(maxBytes !== undefined && { maxBytes }),
    ...(query.has('contentType') && { contentType: query.get('contentType') ?? '' }),
  };
}

function signatureOf({ method, key, expiresAt, maxBytes, contentType }: UrlGrant, secret: Buffer): Buffer {
  if (secret.length < LEAST_SECRET_BYTES) throw new RangeError('The key of signed URLs must have at least 32 bytes');
  // JSON keeps the parts apart; the first one keeps these signatures apart from others made with the same key.
  const parts = ['bindery-signed-url-1', method, key, secondsOf(expiresAt), maxBytes ?? null, contentType ?? null];
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
}

function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^(0|[1-9]\d{0,11})$/.test(text) ? Number(text) : undefined;
}
