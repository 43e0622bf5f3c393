import { organizationPermissions } from '@bindery/authorization';
import type { Organization, PrincipalMembership } from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import type { OrganizationEntity } from './organization.entity';

/** An organization as the caller, who is that in it, sees it. */
export function presentOrganization(
  organization: OrganizationEntity,
  { role, teams }: PrincipalMembership,
  publicUrl: string,
): Organization {
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
    inviteLinks: organization.inviteLinks,
    // Every feature is on: a self-hosted platform has nothing to sell.
    plan: 'enterprise_2024',
    mergeRules: organization.mergeRules,
    urls: {
      location: `${publicUrl}/v1/orgs/${id}`,
      app: `${publicUrl}/app/o/${id}`,
      ...(logo && { logo }),
    },
    trial: { status: 'notapplicable', count: 0 },
    permissions: organizationPermissions(role, teams),
  };
  return withVersion(presented, version);
}
