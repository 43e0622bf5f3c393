import type { Readable } from 'node:stream';

export interface WaitOptions {
  /** Ends the wait for a server of files. A local folder needs none. */
  readonly signal?: AbortSignal;
}

export interface PutOptions extends WaitOptions {
  /** The media type that `get` returns: at most 200 printable ASCII characters. */
  readonly contentType: string;
  /** The length in bytes, if it is known. A body of another length throws StorageSizeError. */
  readonly size?: number;
}

/** A file that was written: its length in bytes and its SHA-256 in hex, both measured while writing. */
export interface WrittenFile {
  readonly size: number;
  readonly sha256: string;
}

/** A stored file. The stream must be read to its end or destroyed, as it holds a descriptor or a connection. */
export interface StoredFile {
  readonly stream: Readable;
  /** In bytes. */
  readonly size: number;
  readonly contentType: string;
}

export interface ListedFile {
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

/**
 * The port for files and large payloads, and its injection token.
 * Keys are paths of our own making: segments of `A-Z a-z 0-9 _ . -` separated by `/`, at most 1,024 characters, no
 * segment `.` or `..`, none longer than 200. Every method refuses other keys with StorageKeyError.
 */
export abstract class Storage {
  /**
   * Writes a file, or replaces it, as a whole: readers see the old or the new file and never a part.
   * When the body fails, so does the call, and the old file stays.
   */
  abstract put(key: string, body: Buffer | Readable, options: PutOptions): Promise<WrittenFile>;

  /** The file, or undefined if there is none. */
  abstract get(key: string, options?: WaitOptions): Promise<StoredFile | undefined>;

  /** Removes the file. A missing file is no error. */
  abstract delete(key: string, options?: WaitOptions): Promise<void>;

  /** Its length in bytes, or undefined when there is no such file. */
  abstract size(key: string): Promise<number | undefined>;

  abstract exists(key: string): Promise<boolean>;

  /** The files whose keys begin with a prefix (any beginning of a key, also the empty one), in no particular order. */
  abstract list(prefix: string): AsyncIterable<ListedFile>;

  /** Creates the folder or the bucket if it is missing. */
  abstract prepare(): Promise<void>;

  /** Throws `ConfigError` if other users could change the files, as far as the platform can see. */
  abstract check(): Promise<void>;

  /** Ends connections. */
  abstract close(): Promise<void>;
}

/** The key has another form than keys of this port. */
export class StorageKeyError extends Error {
  constructor(key: string) {
    super(`Not a storage key: ${JSON.stringify(key.slice(0, 100))}`);
    this.name = 'StorageKeyError';
  }
}

/** The body is longer or shorter than was declared. */
export class StorageSizeError extends Error {
  constructor(declared: number) {
    super(`The body is not ${declared} bytes long, as was declared`);
    this.name = 'StorageSizeError';
  }
}
