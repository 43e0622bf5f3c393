import { variablePrefix } from '@bindery/config';
import type { ProcessName } from '@bindery/launcher';

export { variablePrefix };

/** The variable that holds the password of a process's NATS user. */
export const natsPasswordVariable = (name: ProcessName): string => `${variablePrefix(name)}_NATS_PASSWORD`;
