import type { GitBlob } from '@bindery/contracts';
import type { PageSource } from './page-source';

/** A reusable content as stored in a revision's map, under its id. */
export interface ReusableContentEntry {
  title: string;
  /** Hash of the document. */
  document?: string;
  git?: GitBlob;
  source?: PageSource;
}
