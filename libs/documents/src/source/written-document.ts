import type { Document } from '../model/model';

/** A document and the Markdown file that says the same. */
export interface WrittenDocument {
  source: string;
  document: Document;
}
