import type { JobKind } from '@bindery/jobs';

export interface OpenApiInput {
  spec: string;
}

/** Reading the source of a specification; of one specification one at a time. */
export const openApiJob: JobKind<OpenApiInput, object, null> = { name: 'openapi', attempts: 3 };
