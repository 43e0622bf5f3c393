import { SetMetadata } from '@nestjs/common';
import type { JobKind } from './job-queue';
import type { JobHandler } from './job-worker';

export const worksKey = 'bindery:works';

/** Has the decorated method do the jobs of a kind: one at a time in each process of the service, or as its `sideBySide` says. */
export function Works<I, P, R>(kind: JobKind<I, P, R>) {
  return (target: object, key: string, descriptor: TypedPropertyDescriptor<JobHandler<I, P, R>>): void => {
    SetMetadata(worksKey, kind)(target, key, descriptor as TypedPropertyDescriptor<unknown>);
  };
}
