import type { AnswerOf } from '../../api/contracts';

type Specification = AnswerOf<'getOpenAPISpecBySlug'>;

/** The state of a specification: how far its processing is, and whether it has problems. */
export function SpecificationState({ specification }: { specification: Specification }) {
  const { processingState, lastProcessErrorCode, lastProcessedErrors = [] } = specification;
  if (processingState !== 'complete') return <span className="badge info">Processing…</span>;
  if (lastProcessErrorCode) return <span className="badge danger">Failed</span>;
  const count = lastProcessedErrors.length;
  if (count > 0) return <span className="badge warning">{count === 1 ? '1 problem' : `${count} problems`}</span>;
  return <span className="badge success">Ready</span>;
}
