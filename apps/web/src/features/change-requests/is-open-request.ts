import type { AnswerOf } from '../../api/contracts';

/** Whether a change request can still be edited and merged: it is neither merged nor archived. */
export const isOpenRequest = (request: Pick<AnswerOf<'getChangeRequestById'>, 'status'> | undefined): boolean =>
  request?.status === 'open' || request?.status === 'draft';
