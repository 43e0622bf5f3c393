import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

/** Secrets of sites that their owners must be able to read again: encrypted at rest, and found by a keyed hash. */
export class SiteSecrets {
  private readonly keys: Record<'encryption' | 'lookup' | 'token' | 'preview', Buffer>;

  constructor(secretKey: Buffer) {
    const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'sites', `bindery ${purpose}`, 32));
    this.keys = {
      encryption: derive('site secrets'),
      lookup: derive('share keys'),
      token: derive('content tokens'),
      preview: derive('previews'),
    };
  }

  /** AES-256-GCM; `owner` is authenticated with it, so that no row's secret can be put into another row. */
  encrypt(secret: string, owner: string): Buffer {
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv('aes-256-gcm', this.keys.encryption, nonce).setAAD(Buffer.from(owner));
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  }

  decrypt(sealed: Buffer, owner: string): string {
    const decipher = createDecipheriv('aes-256-gcm', this.keys.encryption, sealed.subarray(0, nonceLength))
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
    return decipher.update(sealed.subarray(nonceLength + tagLength), undefined, 'utf8') + decipher.final('utf8');
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
