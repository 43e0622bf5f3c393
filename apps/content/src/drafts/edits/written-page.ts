import {
  addressesIn,
  editFrontMatter,
  headingOf,
  isSameContent,
  preserveSource,
  readFrontMatter,
  readTitle,
  splitSource,
  writeTitle,
  type Addresses,
  type Document,
  type WrittenDocument,
} from '@bindery/documents';
import { invalid } from '@bindery/contracts';
import type { DocumentPageEntry } from '../../model/pages/page-entry';
import { newDocument, type NewDocument } from '../../model/pages/new-document';
import { restatedFile, titleIn } from '../../model/pages/page-file';
import { withKeys } from './edited-document';
import type { ResolvedBody } from './links';

/** Characters of JSON. */
const maxLength = 8_000_000;

/** A document with its Markdown file, if it has one. */
export interface WrittenPage {
  document: Document;
  markdown: string | null;
}

/**
 * The title of a page after a body with a title of its own. If the file had the title of the page, both change together;
 * otherwise the title in the body is that of the file alone.
 */
export function titleAfter(before: { title: string }, was: WrittenPage | undefined, given: string): string {
  const own = was?.markdown == null ? before.title : titleIn(was.markdown);
  return given !== own && (own === undefined || own === before.title) ? given : before.title;
}

/** The targets of addresses that the page's file has already; read on demand. */
export function knownAddresses(was: WrittenPage | undefined): Addresses {
  let known: Addresses | undefined;
  const read = (): Addresses | undefined =>
    was?.markdown == null ? undefined : (known ??= addressesIn(written(was.markdown, was.document)));
  return { refOf: (url) => read()?.refOf(url), urlOf: (ref) => read()?.urlOf(ref) };
}

/** The page with a new body. */
export function pageAfter(was: WrittenPage | undefined, given: ResolvedBody, title: string): WrittenPage {
  if (given.markdown !== undefined) {
    const markdown = given.rewrite(fileAfter(was?.markdown ?? null, given.markdown, title));
    if (was && markdown === was.markdown) return was;
    return { document: withKeys(given.document, was?.document), markdown };
  }
  if (was && isSameContent(was.document, given.document)) return was;
  return documentAfter(was, withKeys(given.document, was?.document), []);
}

/** The page with another document; `others` are documents whose texts may be reused for their blocks. */
export function documentAfter(
  was: WrittenPage | undefined,
  document: Document,
  others: readonly (WrittenPage | undefined)[],
): WrittenPage {
  if (was?.markdown == null) return { document, markdown: null };
  const known = others.flatMap((other) => (other?.markdown == null ? [] : [written(other.markdown, other.document)]));
  return { document, markdown: preserveSource(written(was.markdown, was.document), document, { others: known }) };
}

/** The page with its file updated to its present entry. */
export function pageRestated(
  page: WrittenPage,
  before: Partial<DocumentPageEntry>,
  after: DocumentPageEntry,
): WrittenPage {
  if (page.markdown === null) return page;
  const markdown = restatedFile(page.markdown, before, after);
  return markdown === page.markdown ? page : { ...page, markdown };
}

/** The document as it is stored. Throws 400 for one that is too long. */
export function storedForm({ document, markdown }: WrittenPage, field: string): NewDocument {
  const made = newDocument(document, markdown);
  if (made.body.length > maxLength) throw invalid(field, `${field} is too long`);
  return made;
}

const written = (source: string, document: Document): WrittenDocument => ({ source, document });

/**
 * The file before with a new Markdown body. Parts that the body does not set stay: front matter, or its entries that are
 * not named, and the title.
 */
function fileAfter(before: string | null, markdown: string, title: string): string {
  const { head, body } = splitSource(markdown);
  const titled = hasTitle(markdown) ? body : `${titleFor(before, title)}${body}`;
  if (before === null) return head + titled;
  const own = splitSource(before).head;
  if (head === '') return own + titled;
  const [was, is] = [readFrontMatter(before), readFrontMatter(markdown)];
  const isReadable = own === '' || Object.keys(was).length > 0;
  const isWhole = isReadable && Object.keys(was).every((name) => name in is);
  if (isWhole && JSON.stringify(was) !== JSON.stringify(is)) return head + titled;
  return editFrontMatter(own + titled, is);
}

const hasTitle = (markdown: string): boolean =>
  readTitle(markdown) !== undefined || readFrontMatter(markdown).title !== undefined;

/** The title of the file before, or a heading with the title of the page where there is no file. */
function titleFor(before: string | null, title: string): string {
  const heading = before === null ? writeTitle(title) : headingOf(before);
  return heading === '' ? '' : `${heading}\n\n`;
}
