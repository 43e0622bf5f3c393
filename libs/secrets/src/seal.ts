import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const keyLength = 32;
const ivLength = 12;
const tagLength = 16;
const layout = 1;

/**
 * Encrypts what must be readable again. Each text gets a key of its own, which is stored beside it, encrypted with the
 * installation's key (envelope encryption, AES-256-GCM, NIST SP 800-38D). What a text is for (`context`, such as the id of
 * its row) is part of the seal: a sealed text that is moved to another place cannot be opened there.
 */
export class Sealer {
  private readonly key: Buffer;

  /** `secretKey`: at least 32 random bytes, from which a key for `purpose` alone is derived (HKDF, RFC 5869). */
  constructor(secretKey: Buffer, purpose: string) {
    this.key = Buffer.from(hkdfSync('sha256', secretKey, '', `bindery seal ${layout} ${purpose}`, keyLength));
  }

  /** The sealed text in base64url. */
  seal(text: string, context: string): string {
    const dataKey = randomBytes(keyLength);
    const wrapped = encrypt(this.key, dataKey, context);
    return Buffer.concat([Buffer.from([layout]), wrapped, encrypt(dataKey, Buffer.from(text), context)]).toString(
      'base64url',
    );
  }

  /** The text that was sealed for the context. Throws for what was changed, moved, or sealed with another key. */
  open(sealed: string, context: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const end = 1 + ivLength + tagLength + keyLength;
    if (bytes[0] !== layout || bytes.length < end + ivLength + tagLength) throw new Error('Not a sealed text');
    const dataKey = decrypt(this.key, bytes.subarray(1, end), context);
    return decrypt(dataKey, bytes.subarray(end), context).toString();
  }
}

/** Initialisation vector, tag, text. */
function encrypt(key: Buffer, text: Buffer, context: string): Buffer {
  const iv = randomBytes(ivLength);
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
