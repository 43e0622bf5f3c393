import { renderPage, type Document } from '@bindery/documents';
import type { StoredDocument } from './document.repository';
import type { DocumentPageEntry } from './page-entry';

/** A page's content as Markdown: as it was written where that is known, else made from the document. Without front matter. */
export function pageMarkdown(entry: DocumentPageEntry, { body, markdown }: StoredDocument): string {
  if (markdown !== null) return withoutFrontMatter(markdown);
  return renderPage({ frontMatter: {}, title: entry.title, document: JSON.parse(body) as Document });
}

const fence = '---\n';

/** Leaves out the YAML between the two lines of three dashes at the very beginning, if there is any. */
function withoutFrontMatter(source: string): string {
  if (!source.startsWith(fence)) return source;
  const end = source.indexOf(`\n${fence}`, fence.length - 1);
  return end < 0 ? source : source.slice(end + 1 + fence.length).replace(/^\n+/, '');
}
