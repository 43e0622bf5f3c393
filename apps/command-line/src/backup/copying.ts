import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const PIECE = 1024 * 1024;
/** Files that are copied at the same time. */
const AT_ONCE = 8;

/** A copied file: its length in bytes and its SHA-256 in hex. */
export interface FileCopy {
  size: number;
  sha256: string;
}

/** Copies a file as it is read now, durably where `sync` says so; only its owner can read the copy. */
export async function copyFile(from: string, to: string, { sync }: { sync: boolean }): Promise<FileCopy> {
  const source = await open(from, 'r');
  try {
    const target = await open(to, 'w', 0o600);
    try {
      const hash = createHash('sha256');
      const piece = Buffer.allocUnsafe(PIECE);
      let size = 0;
      for (;;) {
        const { bytesRead } = await source.read(piece, 0, PIECE, null);
        if (bytesRead === 0) break;
        hash.update(piece.subarray(0, bytesRead));
        await target.writeFile(piece.subarray(0, bytesRead));
        size += bytesRead;
      }
      if (sync) await target.sync();
      return { size, sha256: hash.digest('hex') };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Does something with each of many, some at the same time. The first error ends it all. */
export async function forEach<T>(
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = each(items);
  let failed = false;
  const worker = async () => {
    for (let next = await iterator.next(); !next.done && !failed; next = await iterator.next()) {
      await work(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  const rejected = ended.find((one) => one.status === 'rejected');
  if (rejected) throw rejected.reason;
}

async function* each<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T, undefined> {
  yield* items;
  return undefined;
}
