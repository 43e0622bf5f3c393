import type { FastifyInstance, FastifyRequest } from 'fastify';

export const mebibyte = 1024 * 1024;
/** What a body may be, and what one of an operation marked `large`. */
export const bodyLimit = mebibyte;
export const largeBodyLimit = 32 * mebibyte;

/** A JSON body too large for a message. It is left for the service to parse, so that it holds nobody up here. */
export class LargeBody {
  constructor(readonly json: Buffer) {}
}

/** What could name a property that reaches a prototype, in any spelling that JSON has. */
const suspicious = /__proto__|constructor|\\u00[567]/i;

/** Admits JSON alone, and the empty body of requests that name a content type without having one. */
export function parseBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, body, done) => {
    const bytes = body as Buffer;
    if (bytes.length === 0) return done(null, undefined);
    const text = bytes.toString();
    if (bytes.length > bodyLimit && !suspicious.test(text)) return done(null, new LargeBody(bytes));
    void parse(request, text, (error, value) =>
      done(error, bytes.length > bodyLimit && !error ? new LargeBody(bytes) : value),
    );
  });
}
