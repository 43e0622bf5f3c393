/** Milliseconds in which a deleted space can be restored before it is removed for good (specification section 8). */
export const retention = 7 * 24 * 60 * 60 * 1000;
