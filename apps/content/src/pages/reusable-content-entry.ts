import type { GitBlob } from '@bindery/contracts';

/** A reusable content as a revision's map holds it, under its id. */
export interface ReusableContentEntry {
  title: string;
  /** Hash of the document. */
  document?: string;
  git?: GitBlob;
}
