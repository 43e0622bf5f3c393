import type { Document } from '@bindery/documents';

export interface PdfPage {
  /** The id that links of the space use. */
  id: string;
  title: string;
  description?: string;
  /** The number of its parents. */
  depth: number;
  document: Document;
}

/** The input of a PDF. */
export interface PdfTask {
  title: string;
  pages: PdfPage[];
  /** The titles of all pages of the space by id, because links may lead to pages that are not printed. */
  titles: ReadonlyMap<string, string>;
  /** PNG and JPEG files by id. */
  images: ReadonlyMap<string, Uint8Array>;
}
