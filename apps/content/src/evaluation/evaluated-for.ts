import type { Evaluation, Principal, Variables } from '@bindery/contracts';
import type { Document } from '@bindery/documents';
import type { StoredDocument } from '../pages/document.repository';
import { evaluateDocument, mayHoldExpressions } from './evaluate-document';

/** Whether and for whom content is evaluated. */
export interface EvaluationOptions {
  evaluated?: Evaluation;
  /** Claims of the visitor. */
  claims?: Readonly<Record<string, unknown>>;
}

/** The options of a read with what its caller is known by: readers of a site bring claims, all others none. */
export const evaluatedFor = <Q extends EvaluationOptions>({ visit }: Principal, query: Q): Q & EvaluationOptions => ({
  ...query,
  claims: visit?.claims ?? {},
});

/** A stored document as a read wants it; one that is evaluated is not what its Markdown says any more. */
export function evaluatedContent(
  stored: StoredDocument,
  { evaluated = 'false', claims = {} }: EvaluationOptions,
  variables: { space: Variables; page?: Variables },
): StoredDocument {
  if (evaluated === 'false' || !mayHoldExpressions(stored.body)) return stored;
  const context = {
    space: { vars: variables.space },
    page: { vars: variables.page ?? {} },
    visitor: { claims },
  };
  const document = evaluateDocument(JSON.parse(stored.body) as Document, evaluated, context);
  return { body: JSON.stringify(document), markdown: null };
}
