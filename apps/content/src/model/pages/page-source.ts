import type { FileEntry } from '../../storage/files/file-entry';

/**
 * The file of a page, or of a reusable content, that cannot be replaced by its Markdown: it is unreadable, or in another
 * encoding than UTF-8. As long as the document that came with it is unchanged, it is exported byte for byte.
 */
export interface PageSource {
  /** The id of the file among the files of the space; absent where its bytes were not available. */
  file?: string;
  bytes?: FileEntry;
  /** Hash of the document that was parsed from it. */
  document: string;
  /** The reason why the document does not have the content of the file; absent where it does. */
  unreadable?: string;
}

interface WithSource {
  document?: string;
  source?: PageSource;
}

/** The file that still matches the page. */
export const sourceOf = (entry: object | undefined): PageSource | undefined => {
  const { document, source } = (entry ?? {}) as WithSource;
  return source?.document === document ? source : undefined;
};

/** The entry without a file that no longer matches the page. */
export function withoutStaleSource<E extends object>(entry: E): E {
  if (!('source' in entry) || sourceOf(entry)) return entry;
  const { source: _, ...rest } = entry as E & WithSource;
  return rest as E;
}
