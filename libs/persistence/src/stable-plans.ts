/**
 * Hides the length of an array parameter from the planner. Postgres plans a prepared statement at each execution while a plan for
 * the current values seems cheaper than the generic one: a list of one id does, because the generic plan assumes ten. Statements
 * that look rows up by keys, thousands of times, always have the same plan, and planning costs more than the rest. With this
 * expression both plans cost the same, so a session keeps the generic one after five executions.
 */
export const anyLength = (parameter: string): string => `(select ${parameter}::text[])::text[]`;

/** The same for a single value, which Postgres would compare with the most common values of the column. */
export const anyValue = (parameter: string): string => `(select ${parameter}::text)`;
