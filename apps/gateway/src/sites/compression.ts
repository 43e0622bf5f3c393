import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';

/** A text in the encodings of HTTP (RFC 9110, section 8.4.1; RFC 7932), the smallest one first. */
export interface Compressed {
  br: Buffer;
  gzip: Buffer;
}

/** The best quality needs much more time for a tenth of the bytes, so only texts have it that browsers keep for ever. */
const qualities = { usual: 5, best: 11 };

export async function compress(body: Buffer, quality: keyof typeof qualities = 'usual'): Promise<Compressed> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: qualities[quality],
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const [br, packed] = await Promise.all([promisify(brotliCompress)(body, { params }), promisify(gzip)(body)]);
  return { br, gzip: packed };
}

/** Sends a text in the best encoding that the client accepts. Browsers accept `br` over HTTPS and from the same machine. */
export function sendCompressed(
  reply: FastifyReply,
  { body, compressed }: { body: Buffer; compressed?: Compressed | undefined },
  acceptEncoding = '',
): void {
  const encoding = (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(acceptEncoding));
  if (encoding && compressed) void reply.header('content-encoding', encoding).send(compressed[encoding]);
  else void reply.send(body);
}
