import { addressesIn, mapLinks, renderPage, splitSource, stableLink, type Document } from '@bindery/documents';
import type { StoredDocument } from './document.repository';
import type { DocumentPageEntry } from './page-entry';

/**
 * A page's content as Markdown: the original where it is known, else generated from the document. Without front matter.
 * `isStable` makes all links name their targets by id.
 */
export function pageMarkdown(
  entry: DocumentPageEntry,
  { body, markdown }: StoredDocument,
  { isStable = false } = {},
): string {
  if (markdown === null)
    return renderPage({ frontMatter: {}, title: entry.title, document: JSON.parse(body) as Document });
  const written = splitSource(markdown).body;
  if (!isStable) return written;
  const addresses = addressesIn({ source: markdown, document: JSON.parse(body) as Document });
  return mapLinks(written, (url) => {
    const ref = addresses.refOf(url);
    return ref && ref.kind !== 'url' ? stableLink(ref) : undefined;
  });
}
