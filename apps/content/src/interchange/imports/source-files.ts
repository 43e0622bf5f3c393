import { posix } from 'node:path';
import { ArchiveError, quoted, type FileSource } from './archive-source';
import { decodeSource, UndecodableError, type DecodedText } from './decode-source';

/** Bytes of a page: nobody reads a longer one, and a thread would be busy with it for minutes. */
const maxPageBytes = 5 * 1024 * 1024;
/** Bytes of the settings of a space, which are also read outside of the threads. */
export const maxSettingsBytes = 64 * 1024;

/** A file that describes a source, byte order mark included, so that it can be given back byte for byte. Throws ArchiveError. */
export async function sourceText(
  files: FileSource,
  path: string,
  maxBytes = maxPageBytes,
): Promise<DecodedText & { bytes: Buffer }> {
  const bytes = await files.read(path);
  try {
    return { ...textOf(bytes, maxBytes), bytes };
  } catch (error) {
    if (!(error instanceof UndecodableError)) throw error;
    throw new ArchiveError(`${quoted(path)} cannot be read: ${error.message}`);
  }
}

/** Bytes of a page, or of what describes a source, as text. Throws UndecodableError. */
export function textOf(bytes: Buffer, maxBytes = maxPageBytes): DecodedText {
  if (bytes.length > maxBytes) throw new UndecodableError(`it is larger than ${maxBytes} bytes. Divide it.`);
  return decodeSource(bytes);
}

/** Where a file of the source stands seen from a space's folder; `../` leads out of it. */
export const placeIn =
  (directory: string) =>
  (path: string): string =>
    posix.relative(directory, path);
