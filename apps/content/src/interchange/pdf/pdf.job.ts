import type { JobKind } from '@bindery/jobs';

export interface PdfInput {
  title: string;
  /** The revision that is printed: its organization, its space and the roots of its maps. */
  organization: string;
  space: string;
  pages: string;
  files: string;
  /** The page to begin with, and whether to end with it; all pages where there is none. */
  page?: string;
  only: boolean;
  /** Where the PDF goes in the storage. */
  key: string;
}

export const pdfJob: JobKind<PdfInput, object, null> = { name: 'pdf', attempts: 3 };

/** Beside a PDF that cannot be made. */
export const failureKeyOf = (key: string): string => `${key}-failed`;
