import { contract, get, patch, post } from '../core/endpoint';
import { Const, Flag, Id, Int, Nested, OneOf, Text, Timestamp, Union, Url } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { memberRoles, type MemberRole } from '../core/roles';
import { organizationMergeRules, type OrganizationMergeRules } from './merge-rules';

class OrganizationUrls {
  @Url() location!: string;
  @Url() app!: string;
  @Url({ optional: true }) logo?: string;
}

class OrganizationTrial {
  @OneOf(['notapplicable', 'none', 'active', 'ended', 'expired']) status!: 'notapplicable';
  @Int() count!: number;
}

export class OrganizationPermissions {
  @Flag() view!: boolean;
  @Flag() admin!: boolean;
  @Flag() ownTeam!: boolean;
  @Flag() createContent!: boolean;
  @Flag() createOpenAPISpec!: boolean;
  @Flag() ingestConversations!: boolean;
  @Flag() viewBilling!: boolean;
  @Flag() listMembers!: boolean;
  @Flag() listTeams!: boolean;
  @Flag() listIntegrations!: boolean;
  @Flag() listInstallations!: boolean;
  @Flag() installIntegration!: boolean;
}

export class OrganizationDefaultContent {
  @Const('site') type!: 'site';
  @Id() site!: string;
}

export const organizationTypes = ['business', 'community'] as const;
export const organizationUseCases = [
  'internalDocs',
  'docsSite',
  'audienceControlledSite',
  'productDocs',
  'teamKnowledgeBase',
  'designSystem',
  'openSourceDocs',
  'notes',
  'other',
] as const;

export class Organization {
  @Const('organization') object!: 'organization';
  @Id() id!: string;
  @Text({ min: 2, max: 255 }) title!: string;
  @Timestamp() createdAt!: string;
  @Text({ array: true }) emailDomains!: string[];
  @Text({ min: 3, max: 32, optional: true }) hostname?: string;
  @OneOf(organizationTypes) type!: (typeof organizationTypes)[number];
  @OneOf(organizationUseCases, { optional: true }) useCase?: (typeof organizationUseCases)[number];
  @OneOf(memberRoles, { nullable: true, optional: true }) defaultRole?: MemberRole | null;
  @Nested(() => OrganizationDefaultContent, { optional: true }) defaultContent?: OrganizationDefaultContent;
  @Flag({ optional: true }) sso?: boolean;
  @Flag({ optional: true }) ai?: boolean;
  @Flag() inviteLinks!: boolean;
  @Const('enterprise_2024') plan!: 'enterprise_2024';
  @Union('type', organizationMergeRules) mergeRules!: OrganizationMergeRules;
  @Nested(() => OrganizationUrls) urls!: OrganizationUrls;
  @Nested(() => OrganizationTrial) trial!: OrganizationTrial;
  @Nested(() => OrganizationPermissions) permissions!: OrganizationPermissions;
}

const hostnamePattern = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
const emailDomainPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

export class CreateOrganization {
  @Text({ min: 2, max: 255 }) title!: string;
  @Text({ max: 253, pattern: emailDomainPattern, array: { max: 100 }, optional: true }) emailDomains?: string[];
  @OneOf(organizationTypes, { optional: true }) type?: (typeof organizationTypes)[number];
  @OneOf(organizationUseCases, { optional: true }) useCase?: (typeof organizationUseCases)[number];
}

export class UpdateOrganization {
  @Text({ min: 2, max: 255, optional: true }) title?: string;
  @Text({ max: 253, pattern: emailDomainPattern, array: { max: 100 }, optional: true }) emailDomains?: string[];
  @Text({ min: 3, max: 32, pattern: hostnamePattern, optional: true }) hostname?: string;
  @OneOf(memberRoles, { nullable: true, optional: true }) defaultRole?: MemberRole | null;
  @Nested(() => OrganizationDefaultContent, { nullable: true, optional: true })
  defaultContent?: OrganizationDefaultContent | null;
  @Url({ nullable: true, optional: true }) logo?: string | null;
  @Flag({ optional: true }) sso?: boolean;
  @Flag({ optional: true }) ai?: boolean;
  @Flag({ optional: true }) inviteLinks?: boolean;
  @Union('type', organizationMergeRules, { optional: true }) mergeRules?: OrganizationMergeRules;
}

export const organizations = contract('identity', 'Organizations', {
  listOrganizationsForAuthenticatedUser: get('/orgs', {
    summary: 'List the organizations of the caller',
    query: PageQuery,
    returns: PageOf(Organization),
  }),
  createOrganization: post('/orgs', {
    summary: 'Create an organization; the caller becomes its administrator',
    body: CreateOrganization,
    returns: Organization,
    status: 201,
  }),
  getOrganizationById: get('/orgs/:organizationId', { summary: 'Get an organization', returns: Organization }),
  updateOrganizationById: patch('/orgs/:organizationId', {
    summary: 'Update an organization',
    body: UpdateOrganization,
    returns: Organization,
    errors: [409, 412],
  }),
});
