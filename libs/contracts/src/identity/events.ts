import { event } from '../core/event';
import type { MemberRole } from '../core/roles';

export interface MemberChanged {
  user: string;
  /** Null is a guest. */
  role: MemberRole | null;
}

/** Someone became a member by domain, invitation or invite link. */
export const memberJoined = event<MemberChanged>('identity', 'member.joined');
/** Someone is no member any more; what was shared with this user ends. */
export const memberRemoved = event<MemberChanged>('identity', 'member.removed');

export interface TeamDeleted {
  team: string;
}

export const teamDeleted = event<TeamDeleted>('identity', 'team.deleted');

export interface OrganizationDeleted {
  /** ISO 8601: from then on nothing of it may be kept. */
  purgeAfter: string;
}

export const organizationDeleted = event<OrganizationDeleted>('identity', 'organization.deleted');

export interface InvitationCreated {
  invitation: string;
  email: string;
  role: MemberRole | null;
  sso: boolean;
  organizationTitle: string;
  /** The user who invites. */
  invitedBy: string;
  /** Whether the address has become a member already, or will once its owner signs up. */
  joined: boolean;
}

/** An e-mail address was invited; the consumer sends the mail. */
export const invitationCreated = event<InvitationCreated>('identity', 'invitation.created');

export interface InviteAccepted {
  user: string;
  target: { type: 'space' | 'collection'; id: string };
  /** The role there; null gives none. */
  level: MemberRole | null;
}

/** A user joined through a link to a space or collection, and is a guest or member now. */
export const inviteAccepted = event<InviteAccepted>('identity', 'invite.accepted');
