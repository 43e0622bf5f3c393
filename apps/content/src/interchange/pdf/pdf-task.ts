import type { Document } from '@bindery/documents';

export interface PdfPage {
  /** By which links of the space name it. */
  id: string;
  title: string;
  description?: string;
  /** How many pages are above it. */
  depth: number;
  document: Document;
}

/** All that a PDF is made of. */
export interface PdfTask {
  title: string;
  pages: PdfPage[];
  /** PNG and JPEG files by id. */
  images: ReadonlyMap<string, Uint8Array>;
}
