import type { Principal } from '@bindery/contracts';
import { organizationsOf, permissionsIfIn } from '../registry/integration.policy';
import type { InstallationEntity } from './installation.entity';

type InstallationOwner = Pick<InstallationEntity, 'id' | 'integrationId' | 'organizationId'>;

/** The permissions of a caller on an installation. */
export interface InstallationAccess {
  view: boolean;
  /** Read and change its configuration. */
  configure: boolean;
  /** Remove it, and choose its spaces and sites. */
  manage: boolean;
  /** Get a token that acts for it. */
  act: boolean;
}

/**
 * Users: by their role in the organization. The integration: everything except decisions for the organization. The
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

/** The visible installations of an integration, as parameters of queries: all of them, those of organizations, or one. */
export function visibleInstallations(principal: Principal, integration: string): [all: boolean, string[], string] {
  const caller = principal.integration;
  return [
    caller?.id === integration && caller.installation === undefined,
    organizationsOf(principal),
    caller?.installation ?? '',
  ];
}
