import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundError } from './outbound-error';

const DECODERS: Record<string, (() => Transform) | undefined> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The content codings that `readBody` decodes, for the header Accept-Encoding. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/**
 * Reads a body to its end and decodes it. At most `maxBytes` pass, on the wire as well as decoded; the byte after them
 * ends the reading with TOO_LARGE. FETCH_ERROR: an unknown coding, or several.
 */
export async function readBody(body: Readable, coding: string | undefined, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  const collect = async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) parts.push(piece);
  };
  const wire = new SizeLimit(maxBytes);
  const name = coding?.trim().toLowerCase();
  if (name === undefined || name === '' || name === 'identity') {
    await pipeline(body, wire, collect);
  } else {
    const decoder = DECODERS[name];
    if (!decoder) throw new OutboundError('FETCH_ERROR');
    await pipeline(body, wire, decoder(), new SizeLimit(maxBytes), collect).catch((error: NodeJS.ErrnoException) => {
      // An answer without a body may still name a coding.
      if (wire.size > 0 || error.code !== 'Z_BUF_ERROR') throw error;
    });
  }
  return Buffer.concat(parts);
}

/** Passes on so many bytes and no more. */
class SizeLimit extends Transform {
  size = 0;

  constructor(private readonly maxBytes: number) {
    super();
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += piece.length;
    if (this.size > this.maxBytes) done(new OutboundError('TOO_LARGE'));
    else done(null, piece);
  }
}
