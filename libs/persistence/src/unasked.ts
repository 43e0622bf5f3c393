/**
 * Begins a statement that a process runs because of the time alone, to see whether there is something to do. What requests
 * cost is counted without them.
 */
export const unasked = '/* unasked */';
