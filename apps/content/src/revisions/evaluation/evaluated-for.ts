import type { Evaluation, Variables } from '@bindery/contracts';
import type { Document } from '@bindery/documents';
import type { StoredDocument } from '../../model/pages/document.repository';
import { evaluateDocument, mayHoldExpressions } from './evaluate-document';

/** The revision that is read, and by whom. */
interface RevisionReader {
  variables: Variables;
  /** What is known of a reader without access of his own. */
  claims?: Readonly<Record<string, unknown>>;
}

/** How the caller wants it, and the variables of the page that shows it. */
interface EvaluationOptions {
  evaluated?: Evaluation | undefined;
  page?: Variables | undefined;
}

/**
 * A stored document as its reader gets it; one that is evaluated is not what its Markdown says any more. Whoever may
 * read the space itself gets it as asked for. All others get what their claims let them see, however they ask: what is
 * stored tells what stands under the conditions of others.
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
