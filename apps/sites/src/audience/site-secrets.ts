import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Encryptor } from '@bindery/secrets';
import type { SealedPlace } from '@bindery/service';

const sitesPurpose = 'site secrets';

/** Secrets of sites that their owners can read again: encrypted at rest, and found by a keyed hash. */
export class SiteSecrets {
  private readonly keys: Record<'lookup' | 'token' | 'preview', readonly Buffer[]>;
  private readonly sealer: Encryptor;

  /** The first key encrypts and signs, all keys decrypt and verify. */
  constructor(secretKeys: readonly Buffer[]) {
    const derive = (purpose: string) =>
      secretKeys.map((key) => Buffer.from(hkdfSync('sha256', key, 'sites', `bindery ${purpose}`, 32)));
    this.keys = {
      lookup: derive('share keys'),
      token: derive('content tokens'),
      preview: derive('previews'),
    };
    this.sealer = new Encryptor(secretKeys, sitesPurpose);
  }

  /** `owner` is the row that stores the secret. */
  seal(secret: string, owner: string): string {
    return this.sealer.seal(secret, owner);
  }

  open(sealed: string, owner: string): string {
    return this.sealer.open(sealed, owner);
  }

  /** The stored hash of a share link's key. */
  hashOf(shareKey: string): Buffer {
    return this.hashesOf(shareKey)[0]!;
  }

  /** The hashes that find a share link by a reader's key. */
  hashesOf(shareKey: string): Buffer[] {
    return this.keys.lookup.map((key) => createHmac('sha256', key).update(shareKey).digest());
  }

  get previewKeys(): Uint8Array[] {
    return this.keys.preview.map((key) => new Uint8Array(key));
  }

  /** Eight characters that authenticate a content token of this platform. */
  macOf(text: string): string {
    return mac(this.keys.token[0]!, text);
  }

  isMac(text: string, given: string): boolean {
    return this.keys.token.some((key) => {
      const [known, claimed] = [Buffer.from(mac(key, text)), Buffer.from(given)];
      return claimed.length === known.length && timingSafeEqual(claimed, known);
    });
  }
}

const mac = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url').slice(0, 8);

/** The columns of encrypted secrets of sites. The hash that finds a share link depends on the key as well. */
export const sealedSecrets: SealedPlace[] = [
  {
    table: 'share_link',
    key: ['id'],
    value: 'sealed_key',
    context: 'id',
    purpose: sitesPurpose,
    set: (sealed, [hash]) => `sealed_key = ${sealed}, key_hash = ${hash}`,
    alongside: (shareKey, secretKeys) => [new SiteSecrets(secretKeys).hashOf(shareKey)],
  },
  {
    table: 'publishing_auth',
    key: ['site_id'],
    value: 'sealed_key',
    context: 'site_id',
    purpose: sitesPurpose,
    set: (sealed) => `sealed_key = ${sealed}`,
  },
];
