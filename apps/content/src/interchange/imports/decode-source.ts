import { analyse } from 'chardet';
import { decode, encodingExists } from 'iconv-lite';

/** A text file as characters. */
export interface DecodedText {
  text: string;
  /** Its encoding, unless that is UTF-8. */
  encoding?: string;
}

/** The reason why bytes are not decoded as text, for the user who imports. */
export class UndecodableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UndecodableError';
  }
}

/** Bytes from which the encoding is detected. */
const sampleLength = 64 * 1024;
/** Of 100: with less confidence the file is not converted, as an edit would store the wrong characters for good. */
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
 * Decodes bytes as text: as UTF-8 if they are, with or without byte order mark, else in the detected encoding.
 * Throws UndecodableError for bytes that are no text, or could be in several encodings.
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
  // Bytes that are UTF-8 except for a few are damaged UTF-8: no other encoding gives their meaning.
  if (guesses[0]?.name === 'UTF-8') throw new UndecodableError('it has bytes that are not UTF-8. Save it in UTF-8.');
  const [guess] = guesses.filter(({ name }) => !/^(UTF|ASCII)/.test(name));
  const encoding = isSparse(bytes) ? 'windows-1252' : guess?.name;
  if (!encoding || (encoding === guess?.name && guess.confidence < leastConfidence)) throw undetected();
  // Files labelled ISO-8859-1 are decoded as windows-1252, as browsers do (WHATWG Encoding, section 4.2).
  return converted(bytes, encoding === 'ISO-8859-1' ? 'windows-1252' : encoding);
}

function asUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Encodings of seven bits, which switch by escape sequences, are also valid UTF-8. */
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

/** With few letters alone among ASCII, such as accents of Western languages, a detector is not reliable. */
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

/** Undefined where this Node cannot decode the encoding either. */
function textIn(bytes: Buffer, encoding: string): string | undefined {
  // iconv-lite first: the encodings of Node differ by version and by the ICU data that it was built with.
  if (encodingExists(encoding)) return decode(bytes, encoding, { stripBOM: false });
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const undetected = (): UndecodableError =>
  new UndecodableError('it is not text in UTF-8, and its encoding could not be detected. Save it in UTF-8.');
