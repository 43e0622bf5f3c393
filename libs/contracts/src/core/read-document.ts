import { validateDocument, type Document } from '@bindery/documents';
import { invalid } from './errors';

/** Checks a document that a client sent. Throws 400 that names the field. */
export function readDocument(document: Document, field: string): Document {
  const [problem] = validateDocument(document);
  if (problem) throw invalid(field, `${nameOf(field)}: ${problem}`);
  if (!isStorable(document)) throw invalid(field, `${nameOf(field)} must be well-formed Unicode without U+0000`);
  return document;
}

/** The last part of the path of a field, which messages name. */
export const nameOf = (field: string): string => field.slice(field.lastIndexOf('.') + 1);

/** Postgres cannot store U+0000 or lone surrogates. A replacer sees every text and every key. */
function isStorable(document: Document): boolean {
  const bad = (text: unknown) => typeof text === 'string' && (text.includes('\0') || !text.isWellFormed());
  let good = true;
  JSON.stringify(document, (key, value: unknown) => {
    if (bad(key) || bad(value)) good = false;
    return value;
  });
  return good;
}
