import { isDeepStrictEqual } from 'node:util';
import { renderPage, type LinkResolver, type Page } from '@bindery/documents';
import { stringify } from 'yaml';
import type { SummaryNode } from './model';
import { readSummary, writeSummary } from './summary';

/** A space as it is exported. Paths are from the folder of the space. */
export interface SpaceExport {
  summary: SummaryNode[];
  /** The table of contents as it was read, which stays byte for byte while it says the same. */
  summarySource?: string;
  pages: PageExport[];
  redirects?: { from: string; to: string }[];
  /** The links of a file. */
  links?: (file: string) => LinkResolver;
}

/** A page: its kept source while nobody edited it, its content otherwise. */
export type PageExport = { file: string } & ({ source: string } | { page: Page });

/** The text files of a space, by path. Assets are the caller's to copy. */
export function writeSpace(space: SpaceExport): Map<string, string> {
  const files = new Map<string, string>();
  const { summarySource } = space;
  const kept = summarySource !== undefined && isDeepStrictEqual(readSummary(summarySource), space.summary);
  files.set('SUMMARY.md', kept ? summarySource : writeSummary(space.summary));
  for (const page of space.pages) {
    const links = space.links?.(page.file);
    files.set(page.file, 'source' in page ? page.source : renderPage(page.page, links ? { links } : {}));
  }
  if (space.redirects && space.redirects.length > 0) {
    const redirects = Object.fromEntries(space.redirects.map(({ from, to }) => [from, to]));
    files.set('.gitbook.yaml', stringify({ redirects }));
  }
  return files;
}
