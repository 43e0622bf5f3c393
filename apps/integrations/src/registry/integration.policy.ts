import { organizationPermissions } from '@bindery/authorization';
import type { IntegrationPermissions, OrganizationPermissions, Principal } from '@bindery/contracts';
import type { IntegrationEntity } from './integration.entity';

/** The fields of an integration that determine permissions on it. */
type IntegrationOwner = Pick<IntegrationEntity, 'id' | 'organizationId' | 'visibility' | 'unpublishedAt'>;

/** The caller's permissions in an organization; undefined when the caller is not in it. */
export function permissionsIfIn(principal: Principal, organization: string): OrganizationPermissions | undefined {
  const membership = principal.organizations[organization];
  return membership && organizationPermissions(membership.role, membership.teams);
}

/** Organizations whose published and installed integrations the caller may see. */
export const organizationsOf = (principal: Principal): string[] =>
  principal.kind === 'user'
    ? Object.keys(principal.organizations).filter((id) => permissionsIfIn(principal, id)!.listIntegrations)
    : [];

/** Only users manage integrations: administrators of the owning organization. */
export const integrationPermissions = (
  principal: Principal,
  { organizationId }: IntegrationOwner,
): IntegrationPermissions => ({
  admin: principal.kind === 'user' && (permissionsIfIn(principal, organizationId)?.admin ?? false),
});

/** Whether the caller may see the integration. An unlisted one is visible to callers who know its name. */
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
