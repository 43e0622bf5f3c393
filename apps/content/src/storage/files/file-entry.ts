import type { GitBlob, RevisionFile } from '@bindery/contracts';
import { signedUrl } from '@bindery/storage';

/** A file as stored in a revision's map, under the file's id. Its bytes are in the storage, under their hash. */
export interface FileEntry {
  name: string;
  contentType: string;
  size: number;
  /** In hexadecimal. */
  sha256: string;
  dimensions?: { width: number; height: number };
  git?: GitBlob;
}

/** The key of the bytes; equal files of an organization are stored once. */
export const storageKeyOf = (organization: string, { sha256 }: Pick<FileEntry, 'sha256'>): string =>
  `files/${organization}/${sha256}`;

/** Addresses of files never expire, so that answers with them can be cached; anyone with the address may read the file. */
const never = new Date('2100-01-01T00:00:00Z');

export interface FileContext {
  organization: string;
  publicUrl: string;
  secret: Buffer;
  metadata: boolean;
}

export function presentFile(
  id: string,
  entry: FileEntry,
  { organization, publicUrl, secret, metadata }: FileContext,
): RevisionFile {
  const { name, contentType, size, dimensions, git } = entry;
  const grant = { method: 'GET' as const, key: storageKeyOf(organization, entry), expiresAt: never, contentType };
  return {
    id,
    name,
    contentType,
    downloadURL: `${signedUrl(publicUrl, grant, secret)}&name=${encodeURIComponent(name)}`,
    size,
    ...(dimensions && { dimensions }),
    ...(metadata && git && { git }),
  };
}
