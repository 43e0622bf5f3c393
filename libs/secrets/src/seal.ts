import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const keyLength = 32;
const ivLength = 12;
const tagLength = 16;
const layout = 1;

/**
 * Encrypts what must be readable again. Each text gets a key of its own, which is stored beside it, encrypted with the
 * installation's key (envelope encryption, AES-256-GCM, NIST SP 800-38D). The `context` of a text, such as the id of
 * its row, is authenticated with it: a ciphertext that is moved to another row cannot be decrypted there.
 */
export class Encryptor {
  private readonly keys: readonly Buffer[];

  /**
   * `secretKeys`: each at least 32 random bytes, from which a key for `purpose` alone is derived (HKDF, RFC 5869). The first
   * one seals, all of them open: so one can be replaced by another while both are in use.
   */
  constructor(secretKeys: Buffer | readonly Buffer[], purpose: string) {
    this.keys = [secretKeys]
      .flat()
      .map((key) => Buffer.from(hkdfSync('sha256', key, '', `bindery seal ${layout} ${purpose}`, keyLength)));
  }

  /** The sealed text in base64url. */
  seal(text: string, context: string): string {
    // One call for all random bytes, because a call costs more than the encryption of a short text.
    const random = randomBytes(keyLength + 2 * ivLength);
    const dataKey = random.subarray(0, keyLength);
    const wrapped = encrypt(this.keys[0]!, random.subarray(keyLength, keyLength + ivLength), dataKey, context);
    const body = encrypt(dataKey, random.subarray(keyLength + ivLength), Buffer.from(text), context);
    return Buffer.concat([Buffer.from([layout]), wrapped, body]).toString('base64url');
  }

  /** The text that was sealed for the context. Throws if it was changed, moved, or sealed with another key. */
  open(sealed: string, context: string): string {
    const { dataKey, body } = this.unwrapped(sealed, context);
    return decrypt(dataKey, body, context).toString();
  }

  /** Whether the text is sealed with the first key. Throws if none of the keys opens it. */
  isCurrent(sealed: string, context: string): boolean {
    return this.unwrapped(sealed, context).at === 0;
  }

  private unwrapped(sealed: string, context: string): { dataKey: Buffer; body: Buffer; at: number } {
    const bytes = Buffer.from(sealed, 'base64url');
    const end = 1 + ivLength + tagLength + keyLength;
    if (bytes[0] !== layout || bytes.length < end + ivLength + tagLength) throw new Error('Not a sealed text');
    for (const [at, key] of this.keys.entries()) {
      try {
        return { dataKey: decrypt(key, bytes.subarray(1, end), context), body: bytes.subarray(end), at };
      } catch (error) {
        if (at === this.keys.length - 1) throw error;
      }
    }
    throw new Error('There is no key');
  }
}

/** Initialisation vector, tag, text. */
function encrypt(key: Buffer, iv: Buffer, text: Buffer, context: string): Buffer {
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

function decrypt(key: Buffer, bytes: Buffer, context: string): Buffer {
  const iv = bytes.subarray(0, ivLength);
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagLength }).setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]);
}
