import { headers as newHeaders, type MsgHdrs } from 'nats';
import type { EventType } from '@bindery/contracts';
import type { Keyring } from '../trust/keyring';
import { MalformedMessage } from '../wire/malformed';

const header = 'Bnd-Signature';

/** A signature is for one subject, so that no event is taken for one of another type. */
const textOf = (subject: string, json: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`bindery event 1\n${subject}\n`), json]);

/** The headers of an event that this process publishes: any number of services read it, so it is signed (Ed25519, RFC 8032). */
export function signEvent(keyring: Keyring, subject: string, json: string): MsgHdrs {
  const headers = newHeaders();
  headers.set(header, keyring.sign(textOf(subject, Buffer.from(json))));
  return headers;
}

/** Throws `MalformedMessage` for an event that the service whose it is has not published as this one. */
export function checkEvent(
  keyring: Keyring,
  { service, subject }: EventType,
  data: Uint8Array,
  headers?: MsgHdrs,
): void {
  const signature = headers?.get(header);
  // A version before this one signs no events.
  if (!signature && keyring.acceptsUnsigned) return;
  if (!signature) throw new MalformedMessage('signature', 'it is not signed');
  if (!keyring.verifies(service, textOf(subject, data), Buffer.from(signature, 'base64url')))
    throw new MalformedMessage('signature', `it is not signed by ${service}`);
}
