import { memberRoles, type MemberRole, type Principal } from '@bindery/contracts';
import type { Level } from './levels';

/** The rank of a level as SQL's `level_rank` has it: admin is 6, nothing 0. */
const rankOf = (role: MemberRole | null): number => (role ? memberRoles.length - memberRoles.indexOf(role) : 0);

export const levelOfRank = (rank: number): Level => memberRoles[memberRoles.length - rank] ?? null;

/**
 * The parameters $1 to $4 of every query that computes the caller's level: organizations, the ranks of the roles in them,
 * the user, the teams; a visitor of a site has the spaces that may be read there in place of teams.
 */
export function scopeOf({ user, organizations, visit }: Principal): unknown[] {
  const memberships = Object.entries(organizations);
  return [
    memberships.map(([id]) => id),
    memberships.map(([, { role }]) => rankOf(role)),
    user,
    visit?.spaces ?? memberships.flatMap(([, { teams }]) => Object.keys(teams)),
  ];
}
