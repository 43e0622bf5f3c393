import { batch } from '../core/compose';
import { contract, del, get, patch, post } from '../core/endpoint';
import { Const, Flag, Float, Id, Int, MapOf, Nested, OneOf, Text, Timestamp, Union, Url } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { memberRoles, type MemberRole } from '../core/roles';
import { organizationMergeRules, type OrganizationMergeRules } from '../shared/merge-rules.dto';

const agents = {
  optional: true,
  description: 'Whether members may let OAuth clients act for them. While false, OAuth clients have no access.',
};

class OrganizationUrls {
  @Url() location!: string;
  @Url() app!: string;
  @Url({ optional: true }) logo?: string;
}

export const organizationPlans = [
  'free_2024',
  'plus_2024',
  'pro_2024',
  'enterprise_2024',
  'community_2024',
  'free',
  'plus',
  'pro',
  'internal',
] as const;
export const trialStatuses = ['notapplicable', 'none', 'active', 'ended', 'expired'] as const;
export const billingIntervals = ['monthly', 'yearly'] as const;
const blockSources = ['backoffice', 'external', 'internal'] as const;

export class OrganizationTrial {
  @OneOf(trialStatuses) status!: (typeof trialStatuses)[number];
  @Int() count!: number;
}

class Price {
  @Float({ min: 0 }) monthly!: number;
  @Float({ min: 0 }) yearly!: number;
}

class MemberPrices {
  @Nested(() => Price) plus_2024!: Price;
  @Nested(() => Price) pro_2024!: Price;
}

class SitePrices {
  @Nested(() => Price) premium!: Price;
  @Nested(() => Price) ultimate!: Price;
}

class OrganizationPricing {
  @Nested(() => MemberPrices) members!: MemberPrices;
  @Nested(() => SitePrices) sites!: SitePrices;
}

export class OrganizationBilling {
  @OneOf(billingIntervals) interval!: (typeof billingIntervals)[number];
  @Timestamp() endDate!: string;
  @Flag() hasPaymentFailed!: boolean;
  @Flag() isScheduledToCancel!: boolean;
  @Nested(() => OrganizationPricing) pricing!: OrganizationPricing;
  @MapOf({ type: 'object', properties: { enabled: { type: 'boolean' } } }, () => true)
  usageAddons!: Record<string, { enabled: boolean }>;
}

export class OrganizationBlock {
  @OneOf(blockSources, { optional: true }) source?: (typeof blockSources)[number];
  @Text({ min: 1, max: 255 }) reason!: string;
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

export const noOrganizationPermissions: OrganizationPermissions = {
  view: false,
  admin: false,
  ownTeam: false,
  createContent: false,
  createOpenAPISpec: false,
  ingestConversations: false,
  viewBilling: false,
  listMembers: false,
  listTeams: false,
  listIntegrations: false,
  listInstallations: false,
  installIntegration: false,
};

export class OrganizationDefaultContent {
  @Const('site') type!: 'site';
  @Id() site!: string;
}

const organizationTypes = ['business', 'community'] as const;
const organizationUseCases = [
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
  @Flag(agents) agents?: boolean;
  @Flag() inviteLinks!: boolean;
  @Int({
    min: 1,
    max: 3650,
    optional: true,
    description: 'The maximum lifetime of tokens with access to the organization, in days.',
  })
  tokenLifetimeDays?: number;
  @OneOf(organizationPlans) plan!: (typeof organizationPlans)[number];
  @Nested(() => OrganizationBilling, { optional: true }) billing?: OrganizationBilling;
  @Nested(() => OrganizationBlock, { optional: true }) blocked?: OrganizationBlock;
  @Union('type', organizationMergeRules) mergeRules!: OrganizationMergeRules;
  @Nested(() => OrganizationUrls) urls!: OrganizationUrls;
  @Nested(() => OrganizationTrial) trial!: OrganizationTrial;
  @Nested(() => OrganizationPermissions) permissions!: OrganizationPermissions;
}

/**
 * Organizations as other services' answers show them: callers outside an organization get its name alone, with all permissions
 * false.
 */
export const organizationCards = batch('identity', 'organizationCards', Organization, {
  perCaller: true,
  missing: (id): Organization => ({
    object: 'organization',
    id,
    title: 'Deleted organization',
    createdAt: new Date(0).toISOString(),
    emailDomains: [],
    type: 'business',
    inviteLinks: false,
    plan: 'enterprise_2024',
    mergeRules: { type: 'none' },
    urls: { location: 'about:blank', app: 'about:blank' },
    trial: { status: 'notapplicable', count: 0 },
    permissions: noOrganizationPermissions,
  }),
});

/** The longest life of tokens where no organization says another one. */
export const defaultTokenLifetimeDays = 365;

const hostnamePattern = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
/** Domains in any script and case; they are kept in lower-case ASCII (RFC 5891). */
const emailDomains = { min: 3, max: 253, array: { max: 100 }, optional: true };

export class CreateOrganization {
  @Text({ min: 2, max: 255 }) title!: string;
  @Text(emailDomains) emailDomains?: string[];
  @OneOf(organizationTypes, { optional: true }) type?: (typeof organizationTypes)[number];
  @OneOf(organizationUseCases, { optional: true }) useCase?: (typeof organizationUseCases)[number];
}

export class UpdateOrganization {
  @Text({ min: 2, max: 255, optional: true }) title?: string;
  @Text(emailDomains) emailDomains?: string[];
  @Text({ min: 3, max: 32, pattern: hostnamePattern, optional: true }) hostname?: string;
  @OneOf(memberRoles, { nullable: true, optional: true }) defaultRole?: MemberRole | null;
  @Nested(() => OrganizationDefaultContent, { nullable: true, optional: true })
  defaultContent?: OrganizationDefaultContent | null;
  @Url({ nullable: true, optional: true }) logo?: string | null;
  @Flag({ optional: true }) sso?: boolean;
  @Flag({ optional: true }) ai?: boolean;
  @Flag(agents) agents?: boolean;
  @Flag({ optional: true }) inviteLinks?: boolean;
  @Union('type', organizationMergeRules, { optional: true }) mergeRules?: OrganizationMergeRules;
  @Int({
    min: 1,
    max: 3650,
    optional: true,
    description: 'The maximum lifetime of tokens with access to the organization, in days.',
  })
  tokenLifetimeDays?: number;
}

export class OrganizationsOfDomain {
  @Nested(() => Organization, { array: true }) organizations!: Organization[];
}

class SubdomainTarget {
  @Const('organization') type!: 'organization';
  @Id() organization!: string;
}

export class Subdomain {
  @Const('subdomain') object!: 'subdomain';
  @Text({ min: 3, max: 32, pattern: hostnamePattern }) subdomain!: string;
  @Nested(() => SubdomainTarget) target!: SubdomainTarget;
  @Flag() isActive!: boolean;
}

export const organizations = contract('identity', 'Organizations', {
  listOrganizationsForAuthenticatedUser: get('/orgs', {
    summary: 'List the organizations of the caller',
    query: PageQuery,
    returns: PageOf(Organization),
  }),
  createOrganization: post('/orgs', {
    summary: 'Create an organization',
    description: 'The caller becomes its administrator.',
    body: CreateOrganization,
    returns: Organization,
    status: 201,
    errors: [409],
  }),
  getOrganizationById: get('/orgs/:organizationId', { summary: 'Get an organization', returns: Organization }),
  updateOrganizationById: patch('/orgs/:organizationId', {
    summary: 'Update an organization',
    body: UpdateOrganization,
    returns: Organization,
    errors: [409, 412],
  }),
  deleteOrganizationById: del('/orgs/:organizationId', {
    summary: 'Delete an organization with everything in it',
    description: 'The organization is deleted permanently after 7 days.',
  }),
  joinOrganization: post('/orgs/:organizationId/join', {
    summary: 'Join an organization that admits the domain of your verified e-mail address',
    errors: [409],
  }),
  getOrganizationsForEmailDomain: get('/email-domains/:emailDomain/orgs', {
    summary: 'List the organizations that admit an e-mail domain in which you have a verified address',
    returns: OrganizationsOfDomain,
  }),
  getSubdomain: get('/subdomains/:subdomain', { summary: 'Get the state of a subdomain', returns: Subdomain }),
});
