import type { FileEntry } from '../../storage/files/file-entry';

/**
 * The file of a page, or of a reusable content, that is more than its Markdown: it could not be read, or is in another
 * encoding than UTF-8. As long as the document is the one that came with it, it is exported byte for byte.
 */
export interface PageSource {
  /** The id under which the bytes are among the files of the space, and the bytes; absent where those could not be had. */
  file?: string;
  bytes?: FileEntry;
  /** Hash of the document that was made of it. */
  document: string;
  /** Why the document does not say what the file does; absent where it does. */
  unreadable?: string;
}

interface WithSource {
  document?: string;
  source?: PageSource;
}

/** The file that still is the page. */
export const sourceOf = (entry: object | undefined): PageSource | undefined => {
  const { document, source } = (entry ?? {}) as WithSource;
  return source?.document === document ? source : undefined;
};

/** The entry without a file that is not the page any more. */
export function withoutStaleSource<E extends object>(entry: E): E {
  if (!('source' in entry) || sourceOf(entry)) return entry;
  const { source: _, ...rest } = entry as E & WithSource;
  return rest as E;
}
