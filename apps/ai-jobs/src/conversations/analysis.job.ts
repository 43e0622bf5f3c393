import type { JobKind } from '@bindery/jobs';

export interface AnalysisProgress {
  conversations: { total: number; done: number };
}

/** Finding the issues of an organization's conversations and putting them into clusters: one at a time for each. */
export const analysisJob: JobKind<object, AnalysisProgress, null> = { name: 'conversations', attempts: 20 };
