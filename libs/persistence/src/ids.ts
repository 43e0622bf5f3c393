import { randomBytes, randomFillSync } from 'node:crypto';

// In the order of their bytes, so that text order is number order.
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const timeLength = 8;
const randomLength = 14;

/**
 * A new id: 22 letters and digits, ordered by the millisecond in which it was made (8 characters), then random (14
 * characters, 83 bits).
 */
export function newId(now = Date.now()): string {
  let time = '';
  for (let rest = now, i = 0; i < timeLength; i++, rest = Math.floor(rest / 62))
    time = alphabet.charAt(rest % 62) + time;
  return time + randomText(randomLength);
}

/** Random bytes, drawn many at once: a draw costs more than its bytes. Each is used once. */
const pool = Buffer.allocUnsafe(4_096);
let used = pool.length;

/** Random letters and digits, each of the 62 equally likely. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    // 248 is the largest multiple of 62 in a byte; what lies above would favour the first characters.
    const byte = pool[used]!;
    pool[used++] = 0;
    if (byte < 248) text += alphabet.charAt(byte % 62);
  }
  return text;
}

/** A UUID of version 7 (RFC 9562, section 5.7): 48 bits of milliseconds, then random. */
export function uuidv7(now = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
