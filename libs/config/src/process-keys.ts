import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Setting } from './read-config';

/** The private keys of a process: one to sign with (Ed25519, RFC 8032), and one to agree on keys with others (X25519, RFC 7748). */
export interface ProcessKeys {
  sign: KeyObject;
  agree: KeyObject;
}

/** The public keys of a process, which all others know. */
interface PublicKeys {
  verify: KeyObject;
  agree: KeyObject;
}

/** The keys of every process by its name, the one in use first. */
export type PublicKeyList = ReadonlyMap<string, readonly PublicKeys[]>;

// The DER prefix of the 32 bytes of a key (RFC 8410).
const privatePrefix = (oid: string) => Buffer.from(`302e020100300506032b65${oid}04220420`, 'hex');
const publicPrefix = (oid: string) => Buffer.from(`302a300506032b65${oid}032100`, 'hex');
const [signing, agreement] = ['70', '6e'];

/** Both keys of the process that has this secret of at least 32 bytes. */
export const processKeysOf = (secret: Buffer): ProcessKeys => ({
  sign: privateKey(secret, signing),
  agree: privateKey(secret, agreement),
});

function privateKey(secret: Buffer, oid: string): KeyObject {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', `bindery process ${oid}`, 32));
  return createPrivateKey({ key: Buffer.concat([privatePrefix(oid), bytes]), format: 'der', type: 'pkcs8' });
}

/** The public keys of the process that has this secret, as `VERIFYING_KEYS` has them. */
export function publicKeysOf(secret: Buffer): string {
  const { sign, agree } = processKeysOf(secret);
  const bytesOf = (key: KeyObject) => createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return Buffer.concat([bytesOf(sign), bytesOf(agree)]).toString('base64url');
}

/** `VERIFYING_KEYS` for processes with these secrets, those of one process in the order in which they are given. */
export const verifyingKeysOf = (secrets: readonly (readonly [name: string, secret: Buffer])[]): string =>
  secrets.map(([name, secret]) => `${name}=${publicKeysOf(secret)}`).join(',');

/** A list `<process>=<public keys>` with commas between; a process may be named more than once. */
export const verifyingKeys = (about: string): Setting<PublicKeyList> => ({
  about,
  parse: (text) => {
    const list = new Map<string, PublicKeys[]>();
    for (const entry of text.split(',').map((one) => one.trim())) {
      const [, name, keys = ''] = /^([a-z-]{1,40})=([\w-]{86})$/.exec(entry) ?? [];
      if (!name) throw new Error('must be a list of <process>=<public keys> with commas between them');
      const bytes = Buffer.from(keys, 'base64url');
      const known = list.get(name) ?? [];
      const pair = {
        verify: publicKey(bytes.subarray(0, 32), signing),
        agree: publicKey(bytes.subarray(32), agreement),
      };
      list.set(name, [...known, pair]);
    }
    return list;
  },
});

const publicKey = (bytes: Buffer, oid: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicPrefix(oid), bytes]), format: 'der', type: 'spki' });
