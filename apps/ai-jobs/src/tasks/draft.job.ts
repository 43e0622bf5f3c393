import type { JobKind } from '@bindery/jobs';

export interface DraftInput {
  task: string;
  changeRequest: string;
  space: string;
  /** The user who opened the change request, and as whom it is edited. */
  user: string;
}

export interface DraftOutcome {
  provider: string;
  /** The page that was edited. */
  page?: string;
  /** Why there is no draft. */
  failure?: string;
}

/** Writing a first draft into the change request of a task. */
export const draftJob: JobKind<DraftInput, object, DraftOutcome> = {
  name: 'agent-draft',
  attempts: 3,
};
