import type { Principal } from '@bindery/contracts';
import { organizationsOf, permissionsIfIn } from '../registry/integration.policy';
import type { InstallationEntity } from './installation.entity';

type InstallationOwner = Pick<InstallationEntity, 'id' | 'integrationId' | 'organizationId'>;

/** What a caller may do with an installation. */
export interface InstallationAccess {
  view: boolean;
  /** See and set its configuration. */
  configure: boolean;
  /** Remove it, and choose where it applies. */
  manage: boolean;
  /** Get a token that acts for it. */
  act: boolean;
}

/**
 * Users: what their role in the organization says. The integration: everything but to decide for the organization. The
 * installation itself: its own configuration.
 */
export function installationAccess(
  principal: Principal,
  { id, integrationId, organizationId }: InstallationOwner,
): InstallationAccess {
  const caller = principal.integration;
  if (caller) {
    const own = caller.installation === undefined ? caller.id === integrationId : caller.installation === id;
    return { view: own, configure: own, manage: false, act: own && caller.installation === undefined };
  }
  const permissions = permissionsIfIn(principal, organizationId);
  const manage = permissions?.installIntegration ?? false;
  return { view: permissions?.listInstallations ?? false, configure: manage, manage, act: false };
}

/** Which installations of an integration a caller sees, as parameters of queries: all of them, of organizations, or one. */
export function visibleInstallations(principal: Principal, integration: string): [all: boolean, string[], string] {
  const caller = principal.integration;
  return [
    caller?.id === integration && caller.installation === undefined,
    organizationsOf(principal),
    caller?.installation ?? '',
  ];
}
