/**
 * The beginning of statements that a process runs on a schedule, to find out whether there is something to do. They do not count as
 * costs of requests.
 */
export const unasked = '/* unasked */';
