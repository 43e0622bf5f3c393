import { renderPage, type Document } from '@bindery/documents';
import type { StoredDocument } from './document.repository';
import type { DocumentPageEntry } from './page-entry';

/** A page's content as Markdown: as it was written where that is known, else made from the document. Without front matter. */
export function pageMarkdown(entry: DocumentPageEntry, { body, markdown }: StoredDocument): string {
  if (markdown !== null) return withoutFrontMatter(markdown);
  return renderPage({ frontMatter: {}, title: entry.title, document: JSON.parse(body) as Document });
}

/** The YAML between two lines of three dashes at the very beginning, with what separates it from the body. */
const frontMatter = /^\uFEFF?---[ \t]*\r?\n(?:[^]*?\n)?---[ \t]*(?:\r?\n|$)(?:[ \t]*\r?\n)*/;

const withoutFrontMatter = (source: string): string => source.replace(frontMatter, '').replace(/^\uFEFF/, '');
