import { call, internal } from '../core/endpoint';
import { Flag, Id, Nested, OneOf } from '../core/fields';
import { memberRoles, type MemberRole } from '../core/roles';
import { Collection } from './collections.contract';
import { Space } from './spaces.contract';

/** A space or collection to which an invite link leads. */
export class InviteTarget {
  @OneOf(['space', 'collection']) type!: 'space' | 'collection';
  @Id() id!: string;
}

export class FindInviteTargets {
  @Nested(() => InviteTarget, { array: { max: 1001 } }) targets!: InviteTarget[];
}

/** A target that the caller may see, with what the caller may do there. */
export class FoundInviteTarget {
  @Id() id!: string;
  @Id() organization!: string;
  @OneOf(memberRoles) level!: MemberRole;
  @Nested(() => Space, { optional: true }) space?: Space;
  @Nested(() => Collection, { optional: true }) collection?: Collection;
}

export class FoundInviteTargets {
  @Nested(() => FoundInviteTarget, { array: { max: 1001 } }) found!: FoundInviteTarget[];
}

/** The creator of a link, and their role: a link never gives more than its creator has when it is used. */
export class Inviter {
  @Id() user!: string;
  @OneOf(memberRoles, { nullable: true }) role!: MemberRole | null;
  @Id({ array: true }) teams!: string[];
}

export class GrantInvited {
  @Id() organization!: string;
  @Nested(() => InviteTarget) target!: InviteTarget;
  @Id() user!: string;
  @OneOf(memberRoles, { nullable: true }) level!: MemberRole | null;
  @Nested(() => Inviter) inviter!: Inviter;
  @Flag({
    description: 'Whether the user is about to become a guest. If the user does not, the role ends within one hour.',
  })
  pending!: boolean;
}

export class GrantedInvited {
  @OneOf(memberRoles, { nullable: true, description: 'The role that the link gives.' }) level!: MemberRole | null;
}

/** The calls of identity to content about links that lead to a space or a collection. */
export const inviteTargets = internal('content', {
  findInviteTargets: call({ body: FindInviteTargets, returns: FoundInviteTargets }),
  /** Answers 404 for objects that no longer exist. May be repeated. */
  grantInvited: call({ body: GrantInvited, returns: GrantedInvited }),
});
