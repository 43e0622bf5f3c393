import { Composes } from '../core/compose';
import { contract, del, get, patch, post } from '../core/endpoint';
import { Const, Flag, Id, Int, Nested, OneOf, Text, Timestamp } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { memberRoles, type MemberRole } from '../core/roles';
import { visibleSpaceCounts } from '../shared/visible-spaces.contract';
import { User } from './users.contract';

@Composes(visibleSpaceCounts, 'spaces', { spaces: 'spaces' })
export class OrganizationMember {
  @Const('member') object!: 'member';
  @Id({ description: 'The id of the user.' }) id!: string;
  @OneOf(memberRoles, { nullable: true, description: 'The role in the organization. null for guests.' })
  role!: MemberRole | null;
  @Nested(() => User) user!: User;
  @Flag({ description: 'Whether the member is disabled. A disabled member has no access to the organization.' })
  disabled!: boolean;
  @Timestamp() joinedAt!: string;
  @Timestamp({ optional: true }) lastSeenAt?: string;
  @Flag({ description: 'Whether the member signs in through the identity provider of the organization.' })
  sso!: boolean;
  @Int({ description: 'The number of spaces that the member can see.' }) spaces!: number;
  @Int() teams!: number;
}

const memberSorts = ['joinedAt', 'lastSeenAt'] as const;
export const orders = ['asc', 'desc'] as const;

export class ListMembersQuery extends PageQuery {
  @OneOf(orders, { optional: true }) order: (typeof orders)[number] = 'desc';
  @OneOf([...memberRoles, 'guest'], { optional: true }) role?: MemberRole | 'guest';
  @Text({
    max: 512,
    optional: true,
    description: 'Only members whose display name or e-mail address contains this text.',
  })
  search?: string;
  @OneOf(memberSorts, {
    optional: true,
    description: 'The order of the members. `lastSeenAt` leaves out disabled members and those who were never seen.',
  })
  sort: (typeof memberSorts)[number] = 'joinedAt';
}

export class UpdateMember {
  @OneOf(memberRoles, { nullable: true, optional: true }) role?: MemberRole | null;
  @Flag({ optional: true }) disabled?: boolean;
}

export class PingResult {
  @Text({ optional: true, description: 'A JWT that identifies the member as a visitor of a site.' })
  serviceVisitorClaims?: string;
}

export const members = contract('identity', 'Organization members', {
  listMembersInOrganizationById: get('/orgs/:organizationId/members', {
    summary: 'List the members of an organization',
    query: ListMembersQuery,
    returns: PageOf(OrganizationMember),
  }),
  getMemberInOrganizationById: get('/orgs/:organizationId/members/:userId', {
    summary: 'Get a member',
    returns: OrganizationMember,
  }),
  removeMemberFromOrganizationById: del('/orgs/:organizationId/members/:userId', {
    summary: 'Remove a member, or leave the organization',
    errors: [409],
  }),
  updateMemberInOrganizationById: patch('/orgs/:organizationId/members/:userId', {
    summary: 'Change the role of a member, or disable the member',
    body: UpdateMember,
    returns: OrganizationMember,
    errors: [409, 412],
  }),
  updateOrganizationMemberLastSeenAt: post('/orgs/:organizationId/ping', {
    summary: 'Record that the caller is active in an organization',
    returns: PingResult,
  }),
  setUserAsSSOMemberForOrganization: post('/orgs/:organizationId/members/:userId/sso', {
    summary: 'Make a member sign in through the identity provider of the organization',
    returns: OrganizationMember,
    errors: [409],
  }),
});
