import type { Evaluation, Variables } from '@bindery/contracts';
import type { Document } from '@bindery/documents';
import type { StoredDocument } from '../../model/pages/document.repository';
import { evaluateDocument, mayHoldExpressions } from './evaluate-document';

/** The revision to read, and its reader. */
interface RevisionReader {
  variables: Variables;
  /** The claims of a reader without own access. */
  claims?: Readonly<Record<string, unknown>>;
}

/** The evaluation that the caller requests, and the variables of the page that shows the document. */
interface EvaluationOptions {
  evaluated?: Evaluation | undefined;
  page?: Variables | undefined;
}

/**
 * A stored document as its reader gets it; an evaluated one no longer matches its Markdown. Callers who may
 * read the space itself get it as requested. All others get only content that their claims permit, whatever they request:
 * the stored document reveals content with the conditions of other readers.
 */
export function evaluatedFor(
  { variables, claims }: RevisionReader,
  stored: StoredDocument,
  asked: EvaluationOptions,
): StoredDocument {
  const { evaluated = 'false', page = {} } = asked;
  const mode = claims === undefined ? evaluated : 'for-reader';
  if (mode === 'false' || !mayHoldExpressions(stored.body)) return stored;
  const context = { space: { vars: variables }, page: { vars: page }, visitor: { claims: claims ?? {} } };
  const document = evaluateDocument(JSON.parse(stored.body) as Document, mode, context);
  return { body: JSON.stringify(document), markdown: null };
}
