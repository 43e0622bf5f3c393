import { inflateSync } from 'node:zlib';

/** Bytes of the header of a WOFF, of one entry of its directory, and of the same in an sfnt. */
const woff = { header: 44, entry: 20 };
const sfnt = { header: 12, entry: 16 };

/**
 * Unpacks the TrueType or OpenType font of a WOFF 1.0 (https://www.w3.org/TR/WOFF/, sections 3 to 5): printing reads
 * thousands of glyphs, and would otherwise inflate the whole table for each.
 */
export function fontOfWoff(bytes: Buffer): Buffer {
  const count = bytes.readUInt16BE(12);
  const directory = Buffer.alloc(sfnt.header + sfnt.entry * count);
  const tables: Buffer[] = [directory];
  const power = Math.floor(Math.log2(count));
  bytes.copy(directory, 0, 4, 8);
  [count, sfnt.entry * 2 ** power, power, sfnt.entry * (count - 2 ** power)].forEach((value, index) =>
    directory.writeUInt16BE(value, 4 + 2 * index),
  );
  let end = directory.length;
  for (let index = 0; index < count; index++) {
    const from = woff.header + woff.entry * index;
    const [offset, stored, length] = [4, 8, 12].map((at) => bytes.readUInt32BE(from + at)) as [number, number, number];
    const table = bytes.subarray(offset, offset + stored);
    const to = sfnt.header + sfnt.entry * index;
    bytes.copy(directory, to, from, from + 4);
    bytes.copy(directory, to + 4, from + 16, from + 20);
    directory.writeUInt32BE(end, to + 8);
    directory.writeUInt32BE(length, to + 12);
    // Tables begin at multiples of four.
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    (stored < length ? inflateSync(table) : table).copy(padded);
    tables.push(padded);
    end += padded.length;
  }
  return Buffer.concat(tables);
}
