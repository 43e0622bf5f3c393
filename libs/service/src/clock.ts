/** The current time, which all code that compares times gets from here. */
export type Clock = () => Date;

/** The injection token of the service's `Clock`. */
export const CLOCK = Symbol('clock');

export const systemClock: Clock = () => new Date();
