import { SetMetadata } from '@nestjs/common';
import type { JobKind } from './job-queue';
import type { GivenUpMethod, JobMethod } from './job-worker';

export const jobHandlerKey = 'bindery:job-handler';
export const givenUpHandlerKey = 'bindery:given-up-job-handler';

/** The decorated method does the jobs of a kind: one at a time in each process of the service, or as its `sideBySide` permits. */
export function JobHandler<I, P, R>(kind: JobKind<I, P, R>) {
  return (target: object, key: string, descriptor: TypedPropertyDescriptor<JobMethod<I, P, R>>): void => {
    SetMetadata(jobHandlerKey, kind)(target, key, descriptor as TypedPropertyDescriptor<unknown>);
  };
}

/** The decorated method is told of the jobs of a kind that are given up, because the worker of their last attempt died. */
export function GivenUpJobHandler<I, P, R>(kind: JobKind<I, P, R>) {
  return (target: object, key: string, descriptor: TypedPropertyDescriptor<GivenUpMethod<I>>): void => {
    SetMetadata(givenUpHandlerKey, kind)(target, key, descriptor as TypedPropertyDescriptor<unknown>);
  };
}
