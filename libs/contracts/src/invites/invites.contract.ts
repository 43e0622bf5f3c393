import { contract, del, get, patch, post } from '../core/endpoint';
import { Const, Flag, Id, Int, Nested, OneOf, Text, Value } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { memberRoles, type MemberRole } from '../core/roles';
import { Collection } from '../content/collections.contract';
import { Space } from '../content/spaces.contract';

/** Something before and after one @, without spaces; the service checks the domain. */
const emailPattern = /^[^\s@]{1,64}@[^\s@]{1,253}$/;

interface InviteeWithRole {
  email: string;
  role: MemberRole | null;
}

/** A user to invite: an e-mail address, with a role of its own or without. */
export type Invitee = string | InviteeWithRole;

function isInvitee(value: unknown): true | string {
  const { email, role = null } =
    typeof value === 'string' ? { email: value } : ((value ?? {}) as Partial<InviteeWithRole>);
  if (typeof email !== 'string' || !emailPattern.test(email)) return 'must be or have an e-mail address';
  return role === null || memberRoles.includes(role) || `must have a role of ${memberRoles.join(', ')} or null`;
}

const inviteeSchema = {
  anyOf: [
    { type: 'string', format: 'email', maxLength: 320 },
    {
      type: 'object',
      properties: { email: { type: 'string', format: 'email' }, role: { type: ['string', 'null'], enum: memberRoles } },
      required: ['email', 'role'],
    },
  ],
};

export class InviteUsersToOrganization {
  @Value(inviteeSchema, isInvitee, { array: { min: 1, max: 100 } }) emails!: Invitee[];
  @OneOf(memberRoles, {
    nullable: true,
    optional: true,
    description:
      'The role of the addresses without a role of their own. Defaults to the default role of the organization. null invites guests.',
  })
  role?: MemberRole | null;
  @Flag({
    optional: true,
    description: 'Whether the invited users sign in through the identity provider of the organization.',
  })
  sso?: boolean;
}

export class InvitedUsers {
  @Id({ array: true, description: 'The ids of the invited users who became members at once.' }) users!: string[];
  @Int({ description: 'The number of new members and invitations.' }) invited!: number;
  @Text({
    array: true,
    optional: true,
    description:
      'The addresses invited without single sign-on, because their users are members of other organizations.',
  })
  failedSSOEmails?: string[];
}

/** An invite link to the organization, with a role there, or to one space or collection, with a level there. */
export class OrganizationInviteLink {
  @Const('invite') object!: 'invite';
  @Id() id!: string;
  @OneOf(memberRoles, { nullable: true, optional: true, description: 'The role in the organization.' })
  role?: MemberRole | null;
  @OneOf(memberRoles, { nullable: true, optional: true, description: 'The role in the space or collection.' })
  level?: MemberRole | null;
  @Flag({ description: 'Whether the caller already has at least this role.' }) redundant!: boolean;
  @Nested(() => Space, { optional: true }) space?: Space;
  @Nested(() => Collection, { optional: true }) collection?: Collection;
}

/** Either a role, or a level with a space or a collection. */
export class CreateInviteLink {
  @OneOf(memberRoles, {
    nullable: true,
    optional: true,
    description: 'The role in the organization. null invites guests.',
  })
  role?: MemberRole | null;
  @OneOf(memberRoles, {
    nullable: true,
    optional: true,
    description: 'The role in the space or collection. null invites guests.',
  })
  level?: MemberRole | null;
  @Id({ optional: true }) space?: string;
  @Id({ optional: true }) collection?: string;
}

/** The role, or the level where the link leads to a space or a collection. */
export class UpdateInviteLink {
  @OneOf(memberRoles, {
    nullable: true,
    optional: true,
    description: 'The role in the organization. null invites guests.',
  })
  role?: MemberRole | null;
  @OneOf(memberRoles, {
    nullable: true,
    optional: true,
    description: 'The role in the space or collection. null invites guests.',
  })
  level?: MemberRole | null;
}

/** The answer to the acceptance of an invite link: an empty object. */
export class JoinedWithInvite {}

export const invites = contract('identity', 'Invites', {
  inviteUsersToOrganization: post('/orgs/:organizationId/invites', {
    summary: 'Invite users by e-mail address',
    body: InviteUsersToOrganization,
    returns: InvitedUsers,
    errors: [409],
  }),
  joinOrganizationWithInvite: post('/orgs/:organizationId/invites/:inviteId', {
    summary: 'Accept an invite link',
    returns: JoinedWithInvite,
    errors: [409],
  }),
  listOrganizationInviteLinks: get('/orgs/:organizationId/link-invites', {
    summary: 'List the invite links of an organization',
    query: PageQuery,
    returns: PageOf(OrganizationInviteLink),
  }),
  createOrganizationInvite: post('/orgs/:organizationId/link-invites', {
    summary: 'Create an invite link to the organization, a space or a collection',
    body: CreateInviteLink,
    returns: OrganizationInviteLink,
    status: 201,
  }),
  getOrganizationInviteLink: get('/orgs/:organizationId/link-invites/:inviteId', {
    summary: 'Get an invite link',
    returns: OrganizationInviteLink,
  }),
  updateOrganizationInviteById: patch('/orgs/:organizationId/link-invites/:inviteId', {
    summary: 'Update the role of an invite link',
    body: UpdateInviteLink,
    returns: OrganizationInviteLink,
    errors: [412],
  }),
  deleteOrganizationInviteById: del('/orgs/:organizationId/link-invites/:inviteId', {
    summary: 'Revoke an invite link',
  }),
});
