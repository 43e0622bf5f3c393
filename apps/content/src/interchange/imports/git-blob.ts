import { createHash } from 'node:crypto';

/** The object id that Git gives a file: SHA-1 of `blob <length>\0` and the bytes (Git's object format). */
export const blobId = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
