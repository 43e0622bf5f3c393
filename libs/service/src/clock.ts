/** The present moment, as everything that compares with it is told. */
export type Clock = () => Date;

/** The injection token of the service's `Clock`. */
export const CLOCK = Symbol('clock');

export const systemClock: Clock = () => new Date();
