import { Injectable } from '@nestjs/common';
import { notFound, type Principal } from '@bindery/contracts';
import type { IntegrationEntity } from '../registry/integration.entity';
import { IntegrationRepository } from '../registry/integration.repository';
import { installationAccess, type InstallationAccess } from './installation.policy';
import { InstallationRepository, type Installation } from './installation.repository';

/** An installation that the caller sees, with its integration, and the caller's permissions on it. */
export interface FoundInstallation {
  integration: IntegrationEntity;
  installation: Installation;
  access: InstallationAccess;
}

@Injectable()
export class FindInstallation {
  constructor(
    private readonly integrations: IntegrationRepository,
    private readonly installations: InstallationRepository,
  ) {}

  async ifVisible(principal: Principal, name: string, id: string): Promise<FoundInstallation | undefined> {
    const [integration, installation] = await Promise.all([
      this.integrations.byName(name),
      this.installations.byId(id),
    ]);
    if (!integration || installation?.integrationId !== integration.id) return undefined;
    const access = installationAccess(principal, installation);
    return access.view ? { integration, installation, access } : undefined;
  }

  /** Throws 404 when there is none, or the caller may not see it. */
  async visible(principal: Principal, name: string, id: string): Promise<FoundInstallation> {
    const found = await this.ifVisible(principal, name, id);
    if (!found) throw notFound('Installation');
    return found;
  }
}
