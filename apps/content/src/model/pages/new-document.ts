import type { Document } from '@bindery/documents';
import { wellFormedJson } from '../../storage/well-formed';
import { textHash } from '../../storage/store/canonical-json';
import type { StoredDocument } from './document.repository';

/** A document to be stored, under its hash. */
export type NewDocument = { hash: string } & StoredDocument;

/** A document with the Markdown file that it was parsed from, if that still matches it. */
export function newDocument(document: Document, markdown: string | null = null): NewDocument {
  const body = wellFormedJson(document);
  return markdown === null ? withoutSource(body) : withSource(body, markdown);
}

/** A stored document with a matching Markdown file. */
export const withSource = (body: string, markdown: string): NewDocument => ({
  hash: textHash(`${body}\n${markdown}`),
  body,
  markdown,
});

/** A stored document without a file. */
export const withoutSource = (body: string): NewDocument => ({ hash: textHash(body), body, markdown: null });
