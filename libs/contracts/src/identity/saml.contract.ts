import { contract, del, get, patch, post } from '../core/endpoint';
import { Const, Id, Nested, OneOf, Text, Timestamp, Url } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { memberRoles, type MemberRole } from '../core/roles';
import { OrganizationTeam } from './teams.contract';

class SAMLProviderService {
  @Url({ description: 'The URL to which the identity provider posts its responses.' }) acsURL!: string;
  @Url({ description: 'The URL at which a user begins to sign in.' }) startURL!: string;
  @Text({ max: 1024, description: 'The entity id of the platform for this provider.' }) entityID!: string;
}

class SAMLProviderUrls {
  @Url() location!: string;
}

const nextCertificate = {
  max: 10_000,
  optional: true,
  description: 'A second certificate that is also accepted, while the provider changes its certificate.',
};

export class SAMLGroupTeam {
  @Text({ min: 1, max: 256, description: 'The name of the group at the provider.' }) group!: string;
  @Id({ description: 'The team of the organization.' }) team!: string;
}

/**
 * Which teams users are in by what the provider says: at each sign-in they come into the teams of their groups and leave the
 * others that are named here. Other teams are not touched.
 */
export class SAMLGroups {
  @Text({ min: 1, max: 256, description: 'The name of the attribute that holds the groups.' }) attribute!: string;
  @Nested(() => SAMLGroupTeam, { array: { min: 1, max: 200 } }) teams!: SAMLGroupTeam[];
}

const samlProviderStatuses = ['active', 'pending'] as const;

export class OrganizationSAMLProvider {
  @Const('saml-provider') object!: 'saml-provider';
  @Id() id!: string;
  @Text({ min: 1, max: 30 }) label!: string;
  @Text({
    max: 2048,
    format: 'uri',
    description: 'The URL at which the provider signs users in. `about:blank` until it is set.',
  })
  ssoURL!: string;
  @Text({ max: 1024, description: 'The entity id of the provider. Empty until it is set.' }) entityID!: string;
  @Text({ max: 10_000, description: 'The certificate of the provider. Empty until it is set.' }) certificate!: string;
  @Text(nextCertificate) nextCertificate?: string;
  @Nested(() => SAMLGroups, { optional: true }) groups?: SAMLGroups;
  @Nested(() => OrganizationTeam, { optional: true }) defaultTeam?: OrganizationTeam;
  @OneOf(memberRoles, { nullable: true }) defaultRole!: MemberRole | null;
  @Timestamp() createdAt!: string;
  @OneOf(samlProviderStatuses) status!: (typeof samlProviderStatuses)[number];
  @Nested(() => SAMLProviderService) service!: SAMLProviderService;
  @Nested(() => SAMLProviderUrls) urls!: SAMLProviderUrls;
}

export class CreateSAMLProvider {
  @Text({ min: 1, max: 30 }) label!: string;
  @Text({ min: 1, max: 1024, optional: true }) entityID?: string;
  @Text({ min: 1, max: 10_000, optional: true, description: 'The X.509 certificate, as PEM or as its base64 alone.' })
  certificate?: string;
  @Url({ max: 2048, optional: true }) ssoURL?: string;
  @Id({ optional: true }) defaultTeam?: string;
  @OneOf(memberRoles, { nullable: true, optional: true }) defaultRole?: MemberRole | null;
  @Text({ ...nextCertificate, min: 1, nullable: true }) nextCertificate?: string | null;
  @Nested(() => SAMLGroups, { nullable: true, optional: true }) groups?: SAMLGroups | null;
}

export class UpdateSAMLProvider {
  @Text({ min: 1, max: 30, optional: true }) label?: string;
  @Text({ min: 1, max: 1024, optional: true }) entityID?: string;
  @Text({ min: 1, max: 10_000, optional: true, description: 'The X.509 certificate, as PEM or as its base64 alone.' })
  certificate?: string;
  @Url({ max: 2048, optional: true }) ssoURL?: string;
  @Id({ nullable: true, optional: true }) defaultTeam?: string | null;
  @OneOf(memberRoles, { nullable: true, optional: true }) defaultRole?: MemberRole | null;
  @Text({ ...nextCertificate, min: 1, nullable: true }) nextCertificate?: string | null;
  @Nested(() => SAMLGroups, { nullable: true, optional: true }) groups?: SAMLGroups | null;
}

export class OrganizationSSOProviderLogin {
  @Id() id!: string;
  @Text({ min: 1, max: 30 }) label!: string;
  @Url() startURL!: string;
}

export class OrganizationSSOProviderLogins {
  @Nested(() => OrganizationSSOProviderLogin, { array: true }) items!: OrganizationSSOProviderLogin[];
}

export const saml = contract('identity', 'SAML', {
  listSAMLProvidersInOrganizationById: get('/orgs/:organizationId/saml', {
    summary: 'List the SAML providers of an organization',
    query: PageQuery,
    returns: PageOf(OrganizationSAMLProvider),
  }),
  createOrganizationSAMLProvider: post('/orgs/:organizationId/saml', {
    summary: 'Create a SAML provider',
    body: CreateSAMLProvider,
    returns: OrganizationSAMLProvider,
    status: 201,
  }),
  getOrganizationSAMLProviderById: get('/orgs/:organizationId/saml/:samlProviderId', {
    summary: 'Get a SAML provider',
    returns: OrganizationSAMLProvider,
  }),
  updateOrganizationSAMLProvider: patch('/orgs/:organizationId/saml/:samlProviderId', {
    summary: 'Update a SAML provider',
    body: UpdateSAMLProvider,
    returns: OrganizationSAMLProvider,
    errors: [412],
  }),
  deleteOrganizationSAMLProvider: del('/orgs/:organizationId/saml/:samlProviderId', {
    summary: 'Delete a SAML provider',
    errors: [409],
  }),
  listSSOProviderLoginsInOrganization: get('/orgs/:organizationId/sso', {
    summary: 'List the providers through which members of an organization can sign in',
    returns: OrganizationSSOProviderLogins,
  }),
});
