import { randomBytes, timingSafeEqual } from 'node:crypto';
import { forbidden, type ApiError } from '@bindery/contracts';
import type { Keyring } from './keyring';

/** For a request that no process of the platform has sent. It says nothing about the permissions of the caller. */
export class UntrustedRequest extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }

  toApiError(): ApiError {
    return forbidden(`The request is not trusted: ${this.reason}`);
  }
}

const field = ',"mac":"';
const ending = /^,"mac":"([a-z-]{1,30})\.([\w-]{43})"\}$/;
const longestEnding = 100;

/** Makes two equal requests of one millisecond different, because each is accepted once. */
const thisProcess = randomBytes(9).toString('base64url');
let sent = 0;

/**
 * The request with a last field `mac`: the sender, and its MAC over the subject and all earlier bytes. A receiver that does not
 * know the field ignores it.
 */
export function signRequest(keyring: Keyring, receiver: string, subject: string, json: string): Buffer {
  const signed = `${json.slice(0, -1)},"nonce":"${thisProcess}${sent++}"`;
  return Buffer.from(`${signed}${field}${keyring.name}.${keyring.macTo(receiver, [`${subject}\0`, signed])}"}`);
}

export interface SignedRequest {
  json: string;
  /** The process that sent it; undefined for an unsigned request, where those are accepted. */
  sender?: string;
  /** The MAC, which is unique to each message. */
  mac?: string;
}

/** Verifies a request that arrived under `subject`. Throws `UntrustedRequest` for one that no process has sent there. */
export function openRequest(keyring: Keyring, subject: string, data: Buffer): SignedRequest {
  const end = Math.max(0, data.length - longestEnding);
  const at = data.subarray(end).lastIndexOf(field);
  const match = at < 0 ? null : ending.exec(data.toString('latin1', end + at));
  if (!match) {
    if (keyring.acceptsUnsigned) return { json: data.toString() };
    throw new UntrustedRequest('it is not signed');
  }
  const [, sender = '', mac = ''] = match;
  const signed = data.subarray(0, end + at);
  // Compared as text, because several texts in base64url decode to the same bytes.
  const given = Buffer.from(mac);
  const expected = keyring.macsFrom(sender, [`${subject}\0`, signed]).map((one) => one.toString('base64url'));
  if (!expected.some((one) => timingSafeEqual(Buffer.from(one), given)))
    throw new UntrustedRequest('its signature is not right');
  return { json: `${signed.toString()}}`, sender, mac };
}
