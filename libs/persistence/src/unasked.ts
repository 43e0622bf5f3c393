/**
 * Begins a statement that a process runs because of the time alone, to see whether there is something to do. The costs of
 * requests are counted without them.
 */
export const unasked = '/* unasked */';
