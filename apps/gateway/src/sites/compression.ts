import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { acceptedEncoding, type Encoding } from '../http/accepted-encoding';

/** Bytes below which compression gains nothing. */
const compressFrom = 1_024;

/** The best quality needs much more time for a tenth of the bytes, so only texts have it that browsers keep for ever. */
const qualities = { usual: 5, best: 11 };

/** A text that is compressed when a client first accepts an encoding, once for all clients. */
export class CompressibleText {
  private readonly encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(
    readonly body: Buffer,
    private readonly quality: keyof typeof qualities = 'usual',
  ) {}

  /** Bytes in memory once it has all encodings, of which each takes less than half of a text. */
  get size(): number {
    return 2 * this.body.length;
  }

  in(encoding: Encoding): Promise<Buffer> {
    const known = this.encoded.get(encoding);
    if (known) return known;
    const made = encoding === 'gzip' ? promisify(gzip)(this.body) : this.brotli();
    this.encoded.set(encoding, made);
    return made;
  }

  private brotli(): Promise<Buffer> {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: qualities[this.quality],
      [constants.BROTLI_PARAM_SIZE_HINT]: this.body.length,
    };
    return promisify(brotliCompress)(this.body, { params });
  }
}

/** Sends a text in the encoding that the client prefers. */
export async function sendText(reply: FastifyReply, text: CompressibleText, acceptEncoding?: string): Promise<void> {
  const encoding = text.body.length >= compressFrom ? acceptedEncoding(acceptEncoding) : undefined;
  if (!encoding) return void reply.send(text.body);
  const body = await text.in(encoding);
  void reply.header('content-encoding', encoding).send(body);
}
