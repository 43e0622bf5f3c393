import { memberRoles, type MemberRole } from '@bindery/contracts';

/** The access level of a caller on an object: a role, or null for none. Order: admin > create > review > edit > comment > read. */
export type Level = MemberRole | null;

const rank = (level: Level | undefined): number => (level ? memberRoles.length - memberRoles.indexOf(level) : 0);

export const atLeast = (level: Level | undefined, needed: MemberRole): boolean => rank(level) >= rank(needed);

/** The highest of several levels. */
export const highest = (...levels: (Level | undefined)[]): Level =>
  levels.reduce<Level>((best, level) => (rank(level) > rank(best) ? level! : best), null);

/** The lower of two levels: what one may pass on of what one has. */
export const lowest = (one: Level, other: Level): Level => (rank(one) < rank(other) ? one : other);
