/**
 * An array parameter as an expression into which the planner does not look. Postgres plans a prepared statement anew at
 * each execution as long as plans for the values at hand seem cheaper than one for any: as a list of one id is beside the ten
 * that it takes any list for. For statements that look rows up by their keys, and run thousands of times, the plan is the
 * same and planning costs more than the rest, so both are made to seem equal; after five executions a session keeps its plan.
 */
export const anyLength = (parameter: string): string => `(select ${parameter}::text[])::text[]`;

/** The same of a single value, which Postgres would compare with those that a column has most. */
export const anyValue = (parameter: string): string => `(select ${parameter}::text)`;
