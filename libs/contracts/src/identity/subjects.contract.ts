import { call, internal } from '../core/endpoint';
import { Flag, Id, Int, MapOf, Nested, OneOf } from '../core/fields';
import { memberRoles, type MemberRole } from '../core/roles';

/** Users and teams that may or may not belong to an organization. */
export class FindSubjects {
  @Id() organization!: string;
  @Id({ array: { max: 1000 } }) users!: string[];
  @Id({ array: { max: 1000 } }) teams!: string[];
}

/** The ones that belong to the organization: members and guests who are not disabled, and its teams. */
export class FoundSubjects {
  @Id({ array: true }) users!: string[];
  @Id({ array: true }) teams!: string[];
}

const isRole = (value: unknown) => memberRoles.includes(value as MemberRole) || 'must be a role';
const roles = { type: 'string', enum: memberRoles };
/** Grants of one space or collection, with those of the collections above it. */
const maxGrants = { max: 100_000 };

/** The grants of a space or collection; the answer is all members of the organization who have access by them. */
export class ResolveAccess {
  @Id() organization!: string;
  @MapOf(roles, isRole, maxGrants) users!: Record<string, MemberRole>;
  @MapOf(roles, isRole, maxGrants) teams!: Record<string, MemberRole>;
  @OneOf(memberRoles, { nullable: true, description: 'The role of all members who are not guests.' })
  defaultLevel!: MemberRole | null;
  @OneOf(memberRoles, { optional: true, description: 'Only users with this effective role.' }) role?: MemberRole;
  @Id({ optional: true, description: 'Only users after this one.' }) after?: string;
  @Int({ min: 1, max: 1001 }) limit!: number;
}

export class ResolvedUser {
  @Id() user!: string;
  @OneOf(memberRoles, { description: 'The highest role of all sources.' }) permission!: MemberRole;
  @OneOf(memberRoles, { nullable: true, description: 'The role in the organization.' }) role!: MemberRole | null;
  @Id({ array: true, description: 'The given teams that the user belongs to.' }) teams!: string[];
}

export class ResolvedAccess {
  @Nested(() => ResolvedUser, { array: { max: 1001 } }) users!: ResolvedUser[];
  @Int({ description: 'The number of all users with access, not only of those after the given user.' }) count!: number;
}

export class FindMembership {
  @Id() organization!: string;
  @Id() user!: string;
}

/** The membership of a member in the organization. A disabled member has no role and no teams. */
export class Membership {
  @OneOf(memberRoles, { nullable: true }) role!: MemberRole | null;
  @Id({ array: true, description: 'The teams of the member.' }) teams!: string[];
  @Flag() disabled!: boolean;
}

/** The calls of other services about users and teams to which they give access. */
export const subjects = internal('identity', {
  findSubjects: call({ body: FindSubjects, returns: FoundSubjects }),
  /** Answers 404 for users who are not members. */
  findMembership: call({ body: FindMembership, returns: Membership }),
  resolveAccess: call({ body: ResolveAccess, returns: ResolvedAccess }),
});
