import { analyse } from 'chardet';
import { decode, encodingExists } from 'iconv-lite';

/** A text file as characters. */
export interface DecodedText {
  text: string;
  /** What it is encoded in, unless that is UTF-8. */
  encoding?: string;
}

/** Why bytes are not taken for text, in words for the person who imports. */
export class UndecodableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UndecodableError';
  }
}

/** Bytes from which an encoding is told. */
const sampleLength = 64 * 1024;
/** Of 100: what is less sure is not converted, as an edit would write the wrong characters for good. */
const leastConfidence = 20;

const marks: [encoding: string, mark: number[]][] = [
  ['UTF-32LE', [0xff, 0xfe, 0, 0]],
  ['UTF-32BE', [0, 0, 0xfe, 0xff]],
  ['UTF-16LE', [0xff, 0xfe]],
  ['UTF-16BE', [0xfe, 0xff]],
];

/** No text holds these, except tabs, line ends and form feeds. */
const control = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffd]/;

/**
 * Reads bytes as text: in UTF-8 where they are that, byte order mark included, else in the encoding that the bytes tell.
 * Throws UndecodableError for what is no text, or could be in several encodings.
 */
export function decodeSource(bytes: Buffer): DecodedText {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return converted(bytes.subarray(marked[1].length), marked[0]);
  const utf8 = asUtf8(bytes);
  if (utf8 !== undefined && !utf8.includes('\0')) return escaped(bytes) ?? { text: utf8 };
  const wide = wideEncoding(bytes);
  if (wide) return converted(bytes, wide);
  if (utf8 !== undefined) throw new UndecodableError('it contains a NUL character. Remove it.');
  const guesses = analyse(bytes.subarray(0, sampleLength));
  // Bytes that are UTF-8 but for a few were that once: no other encoding says what they meant.
  if (guesses[0]?.name === 'UTF-8') throw new UndecodableError('it holds bytes that are not UTF-8. Save it in UTF-8.');
  const [guess] = guesses.filter(({ name }) => !/^(UTF|ASCII)/.test(name));
  const encoding = isSparse(bytes) ? 'windows-1252' : guess?.name;
  if (!encoding || (encoding === guess?.name && guess.confidence < leastConfidence)) throw undetected();
  // What is labelled ISO-8859-1 is in windows-1252, as browsers read it (WHATWG Encoding, section 4.2).
  return converted(bytes, encoding === 'ISO-8859-1' ? 'windows-1252' : encoding);
}

function asUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Encodings of seven bits, which switch by escape sequences, are UTF-8 to who looks at the bytes alone. */
function escaped(bytes: Buffer): DecodedText | undefined {
  if (!bytes.includes(0x1b)) return undefined;
  const [guess] = analyse(bytes.subarray(0, sampleLength));
  return guess?.name.startsWith('ISO-2022') ? converted(bytes, guess.name) : undefined;
}

/** UTF-16 without a byte order mark: every second byte of most scripts' spaces, digits and markup is zero. */
function wideEncoding(bytes: Buffer): string | undefined {
  const sample = bytes.subarray(0, sampleLength);
  if (bytes.length % 2 !== 0 || sample.length < 4) return undefined;
  const zeros = [0, 0] as [number, number];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[(at % 2) as 0 | 1]++;
  const [even, odd] = zeros;
  if (odd > sample.length / 20 && even === 0) return 'UTF-16LE';
  if (even > sample.length / 20 && odd === 0) return 'UTF-16BE';
  return undefined;
}

/** Few letters that stand alone among ASCII, as accents of Western languages do, tell a detector too little. */
function isSparse(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, sampleLength);
  let [high, alone] = [0, 0];
  for (const [at, byte] of sample.entries()) {
    if (byte < 0x80) continue;
    high++;
    if ((sample[at - 1] ?? 0) < 0x80 && (sample[at + 1] ?? 0) < 0x80) alone++;
  }
  return high <= 8 && alone === high;
}

function converted(bytes: Buffer, encoding: string): DecodedText {
  const unit = Number(/^UTF-(\d+)/.exec(encoding)?.[1] ?? 8) / 8;
  const text = bytes.length % unit === 0 ? textIn(bytes, encoding) : undefined;
  if (text === undefined || control.test(text)) throw undetected();
  return { text, encoding };
}

/** Undefined where this Node cannot read the encoding either. */
function textIn(bytes: Buffer, encoding: string): string | undefined {
  // iconv-lite first: what Node reads differs by version and by the ICU data that it was built with.
  if (encodingExists(encoding)) return decode(bytes, encoding, { stripBOM: false });
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const undetected = (): UndecodableError =>
  new UndecodableError('it is not text in UTF-8, and its encoding could not be told. Save it in UTF-8.');
