import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Sealer } from '@bindery/secrets';

/** Secrets of sites that their owners must be able to read again: encrypted at rest, and found by a keyed hash. */
export class SiteSecrets {
  private readonly keys: Record<'lookup' | 'token' | 'preview', Buffer>;
  private readonly sealer: Sealer;

  constructor(secretKey: Buffer) {
    const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'sites', `bindery ${purpose}`, 32));
    this.keys = {
      lookup: derive('share keys'),
      token: derive('content tokens'),
      preview: derive('previews'),
    };
    this.sealer = new Sealer(secretKey, 'site secrets');
  }

  /** `owner` is the row that the secret is kept in. */
  seal(secret: string, owner: string): string {
    return this.sealer.seal(secret, owner);
  }

  open(sealed: string, owner: string): string {
    return this.sealer.open(sealed, owner);
  }

  /** By which a share link is found when a reader comes with its key. */
  hashOf(shareKey: string): Buffer {
    return createHmac('sha256', this.keys.lookup).update(shareKey).digest();
  }

  get previewKey(): Uint8Array {
    return new Uint8Array(this.keys.preview);
  }

  /** Eight characters that only this platform can put behind a content token. */
  macOf(text: string): string {
    return createHmac('sha256', this.keys.token).update(text).digest('base64url').slice(0, 8);
  }

  isMac(text: string, mac: string): boolean {
    const expected = Buffer.from(this.macOf(text));
    const given = Buffer.from(mac);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
