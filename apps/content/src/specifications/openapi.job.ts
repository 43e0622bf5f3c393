import type { JobKind } from '@bindery/jobs';

export interface OpenApiInput {
  spec: string;
}

export interface OpenApiProgress {
  stage: 'fetching' | 'reading' | 'storing';
  /** The present number of files. */
  files: number;
  pages?: number;
}

/** Reads the source of a specification, one at a time for each specification. */
export const openApiJob: JobKind<OpenApiInput, OpenApiProgress, null> = { name: 'openapi', attempts: 3 };
