import type { ComputedSource } from '@bindery/contracts';

/** Whether an integration computes what is of this source: `integration:<its name>:<id of the source>`. */
export const isOfIntegration = ({ type }: ComputedSource): boolean => /^integration:[^:]+:[^:]+$/.test(type);
