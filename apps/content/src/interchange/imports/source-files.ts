import { posix } from 'node:path';
import { ArchiveError, quoted, type FileSource } from './archive-source';
import { decodeSource, UndecodableError, type DecodedText } from './decode-source';

/** The maximum bytes of a page: a longer one would keep a thread busy for minutes. */
const maxPageBytes = 5 * 1024 * 1024;
/** The maximum bytes of a space's settings, which are also parsed outside of the threads. */
export const maxSettingsBytes = 64 * 1024;

/** A file that describes a source, with its byte order mark, so that it can be exported byte for byte. Throws ArchiveError. */
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

/** Bytes of a page or of a settings file as text. Throws UndecodableError. */
export function textOf(bytes: Buffer, maxBytes = maxPageBytes): DecodedText {
  if (bytes.length > maxBytes) throw new UndecodableError(`it is larger than ${maxBytes} bytes. Split it.`);
  return decodeSource(bytes);
}

/** The path of a file of the source relative to a space's folder; `../` is outside of it. */
export const placeIn =
  (directory: string) =>
  (path: string): string =>
    posix.relative(directory, path);
