import type { Variables } from '@bindery/contracts';
import type { JobKind } from '@bindery/jobs';

export interface PdfInput {
  title: string;
  /** The revision that is printed: its organization, its space and the roots of its maps. */
  organization: string;
  space: string;
  pages: string;
  files: string;
  /** Absent in older rows. */
  reusableContents?: string;
  /** The variables of the space; absent in older rows. */
  variables?: Variables;
  /** The page to begin with, and whether to end with it; all pages where there is none. */
  page?: string;
  only: boolean;
  /** The key of the PDF in the storage. */
  key: string;
}

export const pdfJob: JobKind<PdfInput, object, null> = { name: 'pdf', attempts: 3 };

/** The key of a failure, stored beside a PDF that cannot be printed. */
export const failureKeyOf = (key: string): string => `${key}-failed`;
