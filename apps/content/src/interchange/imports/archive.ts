import { buffer as readAll } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import type { ImportProblem } from '@bindery/contracts';
import { damaged, EntryList } from './archive-entries';
import { ArchiveNames } from './archive-names';
import {
  ArchiveError,
  checkEntries,
  decodeText,
  type FileSource,
  SOURCE_LIMITS,
  type SourceLimits,
} from './archive-source';

const inflate = promisify(inflateRaw);

/**
 * An uploaded zip file. Opening it checks all entries and unpacks none; reading a file unpacks it alone and
 * up to its declared size. A single top folder is left out of the paths.
 */
class Archive implements FileSource {
  private readonly entries: Map<string, Entry>;

  constructor(
    private readonly zip: ZipFile,
    files: ReadonlyMap<string, Entry>,
    readonly problems: readonly ImportProblem[] = [],
  ) {
    const top = commonFolder([...files.keys()]);
    this.entries = new Map([...files].map(([path, entry]) => [path.slice(top.length), entry]));
  }

  paths(): string[] {
    return [...this.entries.keys()].sort();
  }

  async read(path: string): Promise<Buffer> {
    const entry = this.entries.get(path);
    if (!entry) throw new ArchiveError(`${JSON.stringify(path)} is not in the zip file. Check its name.`);
    const content = await this.unpacked(path, entry);
    if (content.length !== entry.uncompressedSize) throw damaged(path, 'it is not as long as declared');
    if (crc32(content) !== entry.crc32) throw damaged(path, 'its checksum is wrong');
    return content;
  }

  async text(path: string): Promise<string> {
    return decodeText(path, await this.read(path));
  }

  async close(): Promise<void> {
    this.zip.close();
  }

  private async unpacked(path: string, entry: Entry): Promise<Buffer> {
    try {
      const packed = await readAll(await this.zip.openReadStreamPromise(entry, { decodeFileData: false }));
      if (entry.compressionMethod === 0) return packed;
      return await inflate(packed, { maxOutputLength: Math.max(1, entry.uncompressedSize) });
    } catch (error) {
      throw damaged(path, 'it cannot be unpacked', error);
    }
  }
}

/**
 * Opens a zip file (a path, or its bytes). Throws ArchiveError, with a message for the user who imports, when it is
 * damaged, larger than the limits or has an entry that is not safe to unpack.
 */
export async function openArchive(source: string | Buffer, limits: Partial<SourceLimits> = {}): Promise<Archive> {
  const zip = await openZip(source).catch((error: Error) => {
    throw unreadable(error);
  });
  try {
    const { files, problems } = await checkedEntries(zip, { ...SOURCE_LIMITS, ...limits });
    return new Archive(zip, files, problems);
  } catch (error) {
    zip.close();
    throw error instanceof ArchiveError ? error : unreadable(error as Error);
  }
}

function openZip(source: string | Buffer): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
  return typeof source === 'string' ? openPromise(source, options) : fromBufferPromise(source, options);
}

async function checkedEntries(
  zip: ZipFile,
  limits: SourceLimits,
): Promise<{ files: ReadonlyMap<string, Entry>; problems: ImportProblem[] }> {
  checkEntries(zip.entryCount, limits);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  const names = new ArchiveNames(entries);
  const list = new EntryList(limits, zip.fileSize);
  for (const entry of entries) list.add(entry, names.of(entry));
  list.finish();
  return { files: list.files, problems: [...names.problems, ...list.problems] };
}

function unreadable(error: Error): ArchiveError {
  return new ArchiveError(`The zip file cannot be read (${error.message}). Create it again and upload it.`, {
    cause: error,
  });
}

/** The common top folder of all files, with its `/`: archives of repositories have one. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  const folder = first.slice(0, first.indexOf('/') + 1);
  return folder !== '' && paths.every((path) => path.startsWith(folder)) ? folder : '';
}
