import type { IncomingMessage } from 'node:http';
import type { MeasuringStream } from './measuring-stream';

/** How long an S3 server may be silent, in milliseconds. Without limits, one that answers nothing would hold its callers for ever. */
export interface S3Limits {
  /** For a connection. */
  connect: number;
  /** For an answer, and between two pieces of a stream. */
  answer: number;
}

export const s3Limits: S3Limits = { connect: 3_000, answer: 30_000 };

/** The slowest rate at which a server may take a body, in bytes per millisecond. */
const slowest = 256;

/** Milliseconds for a request with a body of so many bytes. */
export const timeFor = (bytes: number, { answer }: S3Limits): number => answer + bytes / slowest;

/** The server has not answered, or not gone on with a stream. */
export class S3TimeoutError extends Error {
  constructor(milliseconds: number) {
    super(`The S3 server of STORAGE_URL did not go on within ${milliseconds} ms`);
    this.name = 'S3TimeoutError';
  }
}

/** Calls `stall` when bytes wait for the server, or the body has ended, and the server takes and answers nothing. A slow source is no fault of it. */
export function watchUpload(body: MeasuringStream, { answer }: S3Limits, stall: (error: Error) => void): () => void {
  const isItsTurn = () => body.readableLength > 0 || body.writableFinished;
  return watch(() => body.taken, isItsTurn, answer, stall);
}

/** Ends a download when the server sends nothing although all that it sent was read. A slow reader is no fault of it. */
export function watchDownload(body: IncomingMessage, { answer }: S3Limits): void {
  const isItsTurn = () => body.readableLength === 0 && !body.complete;
  const end = watch(
    () => body.socket.bytesRead,
    isItsTurn,
    answer,
    (error) => body.destroy(error),
  );
  body.once('close', end);
}

/** Until the returned function is called, looks whether it was the server's turn for the whole time without progress. */
function watch(
  progress: () => number,
  isItsTurn: () => boolean,
  every: number,
  stall: (error: Error) => void,
): () => void {
  let waitsSince: number | undefined;
  const timer = setInterval(() => {
    const now = isItsTurn() ? progress() : undefined;
    if (now !== undefined && now === waitsSince) stall(new S3TimeoutError(every));
    waitsSince = now;
  }, every).unref();
  return () => clearInterval(timer);
}
