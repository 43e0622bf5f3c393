import type { Entry } from 'yauzl';
import type { ImportProblem } from '@bindery/contracts';
import { ArchiveError, isIgnored, quoted, SourceMeter, type SourceLimits } from './archive-source';

const ENCRYPTED = 0x1;
const STORED = 0;
const DEFLATED = 8;
const TYPE_MASK = 0o170000;
const SYMLINK = 0o120000;
const ORDINARY = [0, 0o100000, 0o040000];
const MAX_NAME = 1000;

/** Deflate makes incompressible data longer by a few bytes in each block, and never by more than this. */
const mostCompressed = (size: number) => size + (size >> 3) + 1024;

/**
 * Checks the entries of a zip file one by one, before anything is unpacked, and keeps those that are files to import.
 * Throws an ArchiveError that names the entry for anything that is
 * dangerous to unpack; of two entries with one name one is left out.
 */
export class EntryList {
  readonly files = new Map<string, Entry>();
  /** Entries that are left out. */
  readonly problems: ImportProblem[] = [];
  private readonly folders = new Set<string>();
  private readonly meter: SourceMeter;
  private compressed = 0;

  constructor(
    private readonly limits: SourceLimits,
    private readonly archiveSize: number,
  ) {
    this.meter = new SourceMeter(limits);
  }

  add(entry: Entry, name: string): void {
    this.meter.addEntry();
    checkName(name);
    const isFolder = name.endsWith('/');
    const path = isFolder ? name.slice(0, -1) : name;
    if (isIgnored(path)) return;
    checkKind(name, entry);
    if (isFolder) this.addFolders(`${path}/`);
    else this.addFile(path, entry);
  }

  /** The checks that need all entries. */
  finish(): void {
    for (const path of this.folders)
      if (this.files.delete(path)) this.leaveOut(path, 'is a file and a folder: the folder is taken');
    const { maxRatio, ratioFromBytes } = this.limits;
    if (this.compressed > this.archiveSize) {
      throw new ArchiveError('The entries of the zip file overlap. Create it again with an ordinary zip program.');
    }
    if (this.meter.total > ratioFromBytes && this.meter.total / Math.max(this.compressed, 1) >= maxRatio) {
      throw new ArchiveError(
        `The zip file unpacks to ${maxRatio} times its size or more. Leave out files that are compressed so much.`,
      );
    }
  }

  private addFile(path: string, entry: Entry): void {
    this.addFolders(path);
    this.meter.addFile(path, entry.uncompressedSize);
    if (entry.compressedSize > mostCompressed(entry.uncompressedSize))
      throw damaged(path, 'its sizes contradict each other');
    this.compressed += entry.compressedSize;
    if (this.files.has(path)) this.leaveOut(path, 'is in the zip file twice: the first one is used');
    else this.files.set(path, entry);
  }

  private addFolders(path: string): void {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) this.folders.add(path.slice(0, end));
  }

  private leaveOut(path: string, reason: string): void {
    this.problems.push({
      severity: 'error',
      file: path,
      message: `${quoted(path)} ${reason}. Create the zip file again if that is wrong.`,
    });
  }
}

function checkName(name: string): void {
  const refuse = (what: string) =>
    new ArchiveError(`The entry ${quoted(name)} ${what}. Create the zip file again without it.`);
  const segments = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
  if (name.length > MAX_NAME) throw refuse(`has a name of more than ${MAX_NAME} characters`);
  if (/[\u0000-\u001f\u007f]/.test(name)) throw refuse('has a control character in its name');
  if (name.includes('\\')) throw refuse('has a backslash in its name');
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) throw refuse('has an absolute path');
  if (segments.includes('..')) throw refuse('leads out of the archive by ".."');
  if (segments.includes('') || segments.includes('.')) throw refuse('has an empty name, or "." in its path');
}

function checkKind(name: string, entry: Entry): void {
  const type = (entry.externalFileAttributes >>> 16) & TYPE_MASK;
  if (type === SYMLINK) throw new ArchiveError(`The entry ${quoted(name)} is a symbolic link. Replace it by the file.`);
  if (!ORDINARY.includes(type))
    throw new ArchiveError(`The entry ${quoted(name)} is not an ordinary file. Leave it out.`);
  if (entry.generalPurposeBitFlag & ENCRYPTED) {
    throw new ArchiveError(`The entry ${quoted(name)} is encrypted. Create the zip file without a password.`);
  }
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw new ArchiveError(
      `The entry ${quoted(name)} uses an unsupported compression. Create the zip file with deflate.`,
    );
  }
}

/** The zip file, or one entry of it, contradicts its headers. */
export function damaged(path: string, reason: string, cause?: unknown): ArchiveError {
  return new ArchiveError(`${quoted(path)} is damaged: ${reason}. Create the zip file again.`, { cause });
}
