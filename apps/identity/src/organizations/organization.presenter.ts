import { organizationPermissions } from '@bindery/authorization';
import { noOrganizationPermissions, type Organization, type PrincipalMembership } from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import type { IdentityConfig } from '../identity.config';
import { contractFields } from './contract-fields';
import type { OrganizationEntity } from './organization.entity';

/** An organization as one of its members sees it. */
export function presentOrganization(
  organization: OrganizationEntity,
  { role, teams }: PrincipalMembership,
  { publicUrl, identity }: { publicUrl: string; identity: IdentityConfig },
): Organization {
  const permissions = organizationPermissions(role, teams);
  const { id, useCase, hostname, defaultContent, logo, version } = organization;
  const presented: Organization = {
    object: 'organization',
    id,
    title: organization.title,
    createdAt: organization.createdAt.toISOString(),
    emailDomains: organization.emailDomains,
    ...(hostname && { hostname }),
    type: organization.type,
    ...(useCase && { useCase: useCase as Organization['useCase'] }),
    defaultRole: organization.defaultRole,
    ...(defaultContent && { defaultContent }),
    sso: organization.sso,
    ai: organization.ai,
    agents: organization.agents,
    inviteLinks: organization.inviteLinks,
    tokenLifetimeDays: organization.tokenLifetimeDays,
    mergeRules: organization.mergeRules,
    urls: {
      location: `${publicUrl}/v1/orgs/${id}`,
      app: `${publicUrl}/app/o/${id}`,
      ...(logo && { logo }),
    },
    ...contractFields(identity, permissions.viewBilling),
    permissions,
  };
  return withVersion(presented, version);
}

/** An organization as other users see it: the owner of content that they use, and nothing else. */
export function presentStrangersOrganization(
  { id, title, createdAt, type }: OrganizationEntity,
  { publicUrl, identity }: { publicUrl: string; identity: IdentityConfig },
): Organization {
  return {
    object: 'organization',
    id,
    title,
    createdAt: createdAt.toISOString(),
    emailDomains: [],
    type,
    inviteLinks: false,
    mergeRules: { type: 'none' },
    urls: { location: `${publicUrl}/v1/orgs/${id}`, app: `${publicUrl}/app/o/${id}` },
    ...contractFields(identity, false),
    permissions: noOrganizationPermissions,
  };
}
