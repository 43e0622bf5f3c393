import { organizationPermissions } from '@bindery/authorization';
import type { IntegrationPermissions, OrganizationPermissions, Principal } from '@bindery/contracts';
import type { IntegrationEntity } from './integration.entity';

/** What of an integration decides who may do what with it. */
type IntegrationOwner = Pick<IntegrationEntity, 'id' | 'organizationId' | 'visibility' | 'unpublishedAt'>;

/** What the caller may do in an organization; undefined when the caller is not in it. */
export function permissionsIfIn(principal: Principal, organization: string): OrganizationPermissions | undefined {
  const membership = principal.organizations[organization];
  return membership && organizationPermissions(membership.role, membership.teams);
}

/** Organizations in which the caller gets to know what was published and installed. */
export const organizationsOf = (principal: Principal): string[] =>
  principal.kind === 'user'
    ? Object.keys(principal.organizations).filter((id) => permissionsIfIn(principal, id)!.listIntegrations)
    : [];

/** Only people manage integrations: those who administrate the organization that owns it. */
export const integrationPermissions = (
  principal: Principal,
  { organizationId }: IntegrationOwner,
): IntegrationPermissions => ({
  admin: principal.kind === 'user' && (permissionsIfIn(principal, organizationId)?.admin ?? false),
});

/** Whether the caller gets to know the integration. Who knows its name sees an unlisted one. */
export function sees(
  principal: Principal,
  { id, organizationId, visibility, unpublishedAt }: IntegrationOwner,
): boolean {
  if (unpublishedAt) return false;
  return (
    visibility !== 'private' || principal.integration?.id === id || organizationsOf(principal).includes(organizationId)
  );
}

/** Whether the caller is the integration itself, or one of its administrators. */
export const isOfIntegration = (principal: Principal, integration: IntegrationOwner): boolean =>
  integrationPermissions(principal, integration).admin ||
  (principal.kind === 'integration' && principal.integration?.id === integration.id);
