import { createHmac, createSecretKey, diffieHellman, hkdfSync, sign, verify, type KeyObject } from 'node:crypto';
import { ConfigError, processKeysOf, type ProcessConfig, type ProcessKeys, type PublicKeyList } from '@bindery/config';

type KeyConfig = Pick<ProcessConfig, 'SIGNING_KEY' | 'SIGNING_KEY_OLD' | 'VERIFYING_KEYS' | 'UNSIGNED_REQUESTS'>;

/**
 * The keys of a process, and the public keys of others. A message is authenticated for its receiver by a MAC under a key that only
 * the two have (HMAC-SHA256, RFC 2104; the key agreed on by X25519, RFC 7748, and derived by HKDF, RFC 5869): it costs a tenth
 * of a signature. Data that a third process has to believe is signed (Ed25519, RFC 8032).
 */
export class Keyring {
  /** The first one is in use. */
  private readonly own: readonly ProcessKeys[];
  private readonly others: PublicKeyList;
  private readonly macKeys = new Map<string, readonly KeyObject[]>();
  /** Whether unsigned requests are accepted, such as those of an older version. */
  readonly acceptsUnsigned: boolean;

  /** Throws `ConfigError` if `VERIFYING_KEYS` has no key of this process: then the keys belong to another installation. */
  constructor(
    readonly name: string,
    { SIGNING_KEY, SIGNING_KEY_OLD, VERIFYING_KEYS, UNSIGNED_REQUESTS }: KeyConfig,
  ) {
    this.own = [SIGNING_KEY, ...SIGNING_KEY_OLD].map(processKeysOf);
    this.others = VERIFYING_KEYS;
    this.acceptsUnsigned = UNSIGNED_REQUESTS === 'accept';
    const probe = sign(null, Buffer.from(name), this.own[0]!.sign);
    if (!this.verifies(name, Buffer.from(name), probe))
      throw new ConfigError([
        `SIGNING_KEY does not match the key of ${name} in VERIFYING_KEYS: take both from one run of bindery secrets`,
      ]);
  }

  /** Whether it has the public keys of a process. */
  knows(name: string): boolean {
    return this.others.has(name);
  }

  /** The MAC of a message to `receiver`, in base64url. Throws if the keys of that process are unknown. */
  macTo(receiver: string, message: readonly (Uint8Array | string)[]): string {
    const [key] = this.keysWith(receiver, 'to');
    if (!key) throw new Error(`VERIFYING_KEYS has no keys of ${receiver}`);
    return macOf(key, message).toString('base64url');
  }

  /** The MACs that a message of `sender` may have: several while keys are replaced. */
  macsFrom(sender: string, message: readonly (Uint8Array | string)[]): Buffer[] {
    return this.keysWith(sender, 'from').map((key) => macOf(key, message));
  }

  /** A signature by this process, in base64url. */
  sign(text: Buffer): string {
    return sign(null, text, this.own[0]!.sign).toString('base64url');
  }

  verifies(name: string, text: Buffer, signature: Buffer): boolean {
    return (this.others.get(name) ?? []).some((keys) => verify(null, text, keys.verify, signature));
  }

  /** One key for each pair of keys, the pair in use first. Derived once, because it takes as long as a signature. */
  private keysWith(other: string, direction: 'to' | 'from'): readonly KeyObject[] {
    const place = `${direction} ${other}`;
    let keys = this.macKeys.get(place);
    if (!keys) {
      const [sender, receiver] = direction === 'to' ? [this.name, other] : [other, this.name];
      const publics = this.others.get(other) ?? [];
      keys = this.own.flatMap((mine) =>
        publics.map((theirs) => {
          const secret = diffieHellman({ privateKey: mine.agree, publicKey: theirs.agree });
          return createSecretKey(
            Buffer.from(hkdfSync('sha256', secret, '', `bindery mac 1 ${sender} ${receiver}`, 32)),
          );
        }),
      );
      this.macKeys.set(place, keys);
    }
    return keys;
  }
}

function macOf(key: KeyObject, message: readonly (Uint8Array | string)[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of message) mac.update(part);
  return mac.digest();
}
