import type { ImportProblem } from '@bindery/contracts';

/** Files to import: an uploaded archive or a folder. */
export interface FileSource {
  /** The paths of all files, sorted: relative, with `/`, without `.` and `..`. */
  paths(): string[];
  /** The problems with their names. */
  readonly problems?: readonly ImportProblem[];
  /** Throws ArchiveError when there is no such file, or when it is damaged. */
  read(path: string): Promise<Buffer>;
  /** The file as text in UTF-8, without byte order mark. Throws ArchiveError also for a file that is no such text. */
  text(path: string): Promise<string>;
  close(): Promise<void>;
}

export interface SourceLimits {
  /** Files and folders together. */
  readonly maxEntries: number;
  /** Bytes of all files together, uncompressed. */
  readonly maxBytes: number;
  /** Bytes of one file, uncompressed. */
  readonly maxFileBytes: number;
  /** An archive that grows by this factor or more is refused; documentation in plain text grows three to fivefold. */
  readonly maxRatio: number;
  /** Smaller archives, in bytes uncompressed, may grow by any factor. */
  readonly ratioFromBytes: number;
}

const MIB = 1024 * 1024;

export const SOURCE_LIMITS: SourceLimits = {
  maxEntries: 20_000,
  maxBytes: 500 * MIB,
  maxFileBytes: 50 * MIB,
  maxRatio: 20,
  ratioFromBytes: 10 * MIB,
};

/** The reason why files cannot be imported; the message names the entry and the remedy, for the user who imports. */
export class ArchiveError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ArchiveError';
  }
}

/** Folders that belong to tools and never to documentation. */
const IGNORED = ['.git', '__MACOSX'];

/** Whether a file or folder is left out without a problem report. */
export function isIgnored(path: string): boolean {
  return path.split('/').some((segment) => IGNORED.includes(segment));
}

/** A name for a message: quoted, without control characters, at most 200 characters. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);
}

/** Bytes as text in UTF-8, without byte order mark. Throws ArchiveError for other bytes and for the character NUL. */
export function decodeText(path: string, bytes: Buffer): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ArchiveError(`${quoted(path)} is not text in UTF-8. Save it in UTF-8.`, { cause: error });
  }
  if (text.includes('\0')) throw new ArchiveError(`${quoted(path)} contains a NUL character. Remove it.`);
  return text;
}

/** Counts files and bytes against the limits, and throws ArchiveError at the first limit that is exceeded. */
export class SourceMeter {
  private entries = 0;
  private bytes = 0;

  constructor(private readonly limits: SourceLimits) {}

  addEntry(): void {
    this.entries++;
    checkEntries(this.entries, this.limits);
  }

  addFile(path: string, size: number): void {
    const { maxBytes, maxFileBytes } = this.limits;
    if (size > maxFileBytes)
      throw new ArchiveError(`${quoted(path)} is larger than ${mib(maxFileBytes)}. Leave it out.`);
    this.bytes += size;
    if (this.bytes > maxBytes) {
      throw new ArchiveError(
        `All files together are larger than ${mib(maxBytes)}, from ${quoted(path)} on. Import fewer files.`,
      );
    }
  }

  /** The bytes of all files so far. */
  get total(): number {
    return this.bytes;
  }
}

/** Throws ArchiveError when there are more entries than the limit. */
export function checkEntries(count: number, { maxEntries }: SourceLimits): void {
  if (count > maxEntries) throw new ArchiveError(`There are more than ${maxEntries} files and folders. Import fewer.`);
}

function mib(bytes: number): string {
  return bytes >= MIB ? `${Math.floor(bytes / MIB)} MiB` : `${bytes} bytes`;
}
