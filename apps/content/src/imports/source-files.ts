import { posix } from 'node:path';
import { ArchiveError, decodeText, quoted, type FileSource } from './archive-source';

/** Bytes of a page: nobody reads a longer one, and a thread would be busy with it for minutes. */
const maxPageBytes = 5 * 1024 * 1024;
/** Bytes of the settings of a space, which are also read outside of the threads. */
export const maxSettingsBytes = 64 * 1024;

const mark = '\uFEFF';

/** A text file as it is, byte order mark included, so that it can be given back byte for byte. Throws ArchiveError. */
export async function sourceText(
  files: FileSource,
  path: string,
  maxBytes = maxPageBytes,
): Promise<{ text: string; bytes: Buffer }> {
  const bytes = await files.read(path);
  if (bytes.length > maxBytes) throw new ArchiveError(`${quoted(path)} is larger than ${maxBytes} bytes. Divide it.`);
  const text = decodeText(path, bytes);
  return { text: bytes.subarray(0, 3).toString() === mark ? mark + text : text, bytes };
}

/** Where a file of the source stands seen from a space's folder; `../` leads out of it. */
export const placeIn =
  (directory: string) =>
  (path: string): string =>
    posix.relative(directory, path);
