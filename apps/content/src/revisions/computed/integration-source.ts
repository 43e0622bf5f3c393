import type { ComputedSource } from '@bindery/contracts';

/** Whether an integration computes this source: `integration:<its name>:<id of the source>`. */
export const isOfIntegration = ({ type }: ComputedSource): boolean => /^integration:[^:]+:[^:]+$/.test(type);
