import type { JobKind } from '@bindery/jobs';

export interface OpenApiInput {
  spec: string;
}

export interface OpenApiProgress {
  stage: 'fetching' | 'reading' | 'storing';
  /** How many there are by now. */
  files: number;
  pages?: number;
}

/** Reading the source of a specification; of one specification one at a time. */
export const openApiJob: JobKind<OpenApiInput, OpenApiProgress, null> = { name: 'openapi', attempts: 3 };
