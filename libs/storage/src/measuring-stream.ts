import { createHash } from 'node:crypto';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StorageSizeError, type WrittenFile } from './storage';

/**
 * Passes bytes on unchanged and measures them: `written` is complete once the stream has ended. With a declared size
 * it fails with StorageSizeError as soon as a byte too many arrives, or at an end that comes too early.
 */
export class MeasuringStream extends Transform {
  private readonly digest = createHash('sha256');
  private size = 0;
  private result?: WrittenFile;

  constructor(private readonly declared?: number) {
    super();
  }

  /** Throws while the stream has not ended. */
  get written(): WrittenFile {
    if (!this.result) throw new Error('The stream has not ended yet');
    return this.result;
  }

  /** The bytes that were read from it. */
  get taken(): number {
    return this.size - this.readableLength;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length;
    if (this.declared !== undefined && this.size > this.declared) return done(new StorageSizeError(this.declared));
    this.digest.update(chunk);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    if (this.declared !== undefined && this.size !== this.declared) return done(new StorageSizeError(this.declared));
    this.result = { size: this.size, sha256: this.digest.digest('hex') };
    done();
  }
}

/** Passes a body to a writer, piece by piece, and returns its size and hash. */
export async function copyMeasured(
  body: Buffer | Readable,
  write: (pieces: AsyncIterable<Buffer>) => Promise<void>,
  declared?: number,
): Promise<WrittenFile> {
  const measuring = new MeasuringStream(declared);
  await pipeline(Buffer.isBuffer(body) ? Readable.from([body]) : body, measuring, write);
  return measuring.written;
}

/** Length and SHA-256 of a buffer; throws StorageSizeError when another length was declared. */
export function measureBuffer(body: Buffer, declared?: number): WrittenFile {
  if (declared !== undefined && body.length !== declared) throw new StorageSizeError(declared);
  return { size: body.length, sha256: createHash('sha256').update(body).digest('hex') };
}
