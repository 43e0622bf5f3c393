/** The injection token of the clock: `() => Date`. */
export const CLOCK = Symbol('clock');
export type Clock = () => Date;
