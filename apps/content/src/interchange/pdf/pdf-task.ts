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
  /** PNG and JPEG files by id. */
  images: ReadonlyMap<string, Uint8Array>;
}
