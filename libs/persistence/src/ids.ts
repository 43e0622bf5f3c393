import { createHash, randomFillSync } from 'node:crypto';

// In the order of their bytes, so that the order of texts is the order of numbers.
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const timeLength = 8;
const randomLength = 14;

/**
 * Added to the millisecond, so that the first digit of the time is a letter ("A" until 2081): clients put ids into CSS
 * selectors (`#id`), which may not begin with a digit. Ids from before that begin with "0", which comes before all letters.
 */
const firstLetter = 10 * 62 ** (timeLength - 1);

/**
 * A new id: 22 letters and digits, the first a letter. 8 characters are the millisecond of its creation, which orders ids, and 14
 * are random (83 bits).
 */
export function newId(now = Date.now()): string {
  let time = '';
  for (let rest = firstLetter + now, i = 0; i < timeLength; i++, rest = Math.floor(rest / 62))
    time = alphabet.charAt(rest % 62) + time;
  return time + randomText(randomLength);
}

/** An id that is also a secret: a letter, then random letters and digits. */
export function randomId(length: number): string {
  for (;;) {
    const id = randomText(length);
    if (id >= 'A') return id;
  }
}

/** The id that a text determines: always the same, 24 hexadecimal digits, the first replaced by a letter. */
export const derivedId = (text: string): string =>
  withLetterFirst(createHash('sha256').update(text).digest('hex').slice(0, 24));

/** Replaces a first digit with a letter that is no hexadecimal digit, a different one for each digit. */
export const withLetterFirst = (text: string): string =>
  text.replace(/^[0-9]/, (digit) => 'ghijklmnop'.charAt(Number(digit)));

/** Random bytes. Many are generated at once, because a call costs more than its bytes. Each is used once. */
const pool = Buffer.allocUnsafe(4_096);
let used = pool.length;

function randomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used]!;
  pool[used++] = 0;
  return byte;
}

/** Random letters and digits, each of the 62 equally likely. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte. Larger bytes would make the first characters more likely.
    const byte = randomByte();
    if (byte < 248) text += alphabet.charAt(byte % 62);
  }
  return text;
}

/** The time of the last UUID, and its number in that millisecond. */
let last = { time: 0, number: 0 };

/**
 * A UUID of version 7 (RFC 9562, section 5.7): 48 bits of milliseconds, 12 bits that count within one (section 6.2, method 1), then
 * random. Those of a process sort in the order in which it made them.
 */
export function uuidv7(now = Date.now()): string {
  // The first number is random, and leaves room for 2,000 more.
  const number = now === last.time ? last.number + 1 : ((randomByte() << 8) | randomByte()) & 0x7ff;
  last = { time: now, number };
  const bytes = Buffer.from(Array.from({ length: 16 }, randomByte));
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt16BE(0x7000 | (number & 0xfff), 6);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
