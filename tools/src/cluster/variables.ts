import type { ProcessName } from '../services';

/** A process's name as environment variables begin with it: `CHANGE_REQUESTS`. */
export const variablePrefix = (name: ProcessName): string => name.replaceAll('-', '_').toUpperCase();

/** The variable that holds the password of a process's NATS user. */
export const natsPasswordVariable = (name: ProcessName): string => `${variablePrefix(name)}_NATS_PASSWORD`;
