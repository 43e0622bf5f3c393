import type { ItemOf } from '../../api/contracts';
import { roles } from '../members/roles';

type Source = ItemOf<'listPermissionsAggregateInSpace'>['sources'][number];

export const nameOfRole = (role: string): string => roles.find(({ value }) => value === role)?.label ?? role;

/** The reason for a role, in words. `target` is the space or collection that is looked at, `teams` has titles by id. */
export function reasonOf(source: Source, target: string, teams: ReadonlyMap<string, string>): string {
  const role = nameOfRole(source.role);
  if (source.type === 'organization') return `${role} in the organization`;
  if (source.type === 'default') return `${role}, as all members`;
  const place = source.target === target ? 'here' : 'on a collection above';
  if (source.type === 'user') return `${role}, given ${place}`;
  return `${role}, through the team ${teams.get(source.team ?? '') ?? 'that was given it'} ${place}`;
}
