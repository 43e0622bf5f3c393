import { Injectable } from '@nestjs/common';
import { conflict, notFound, requires, spaces, type InstallationStatus, type Principal } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { isUniqueViolation } from '@bindery/persistence';
import { RecordEvent } from '../events/record-event';
import type { ConfigurationValues } from './configuration';
import { ContentInstallationRepository, type ContentInstallation } from './content-installation.repository';
import type { Installation } from './installation.repository';

interface Settings {
  id: string;
  contentId: string;
  configuration: ConfigurationValues;
  status: InstallationStatus;
}

@Injectable()
export class InstallOnSpace {
  constructor(
    private readonly contents: ContentInstallationRepository,
    private readonly events: RecordEvent,
    private readonly rpc: RpcClient,
  ) {}

  /** Throws 404 unless the caller sees the space in the organization, 403 unless integrations may be installed on it. */
  async check(principal: Principal, organization: string, spaceId: string): Promise<void> {
    const space = await this.rpc.call(spaces.getSpaceById, { principal, params: { spaceId } });
    if (space.organization !== organization) throw notFound('Space');
    requires(principal.kind === 'user' && space.permissions.installIntegration);
  }

  /** Runs in the caller's transaction. Throws 409 when it is installed there already. */
  async run(
    { id: installationId, integrationId, organizationId }: Installation,
    settings: Settings,
  ): Promise<ContentInstallation> {
    const row = { ...settings, installationId, integrationId, organizationId, kind: 'space' as const };
    await this.contents.insert(row).catch((error: unknown) => {
      throw isUniqueViolation(error, 'content_installation_once')
        ? conflict('The integration is installed on the space already')
        : error;
    });
    const { contentId: spaceId, status } = settings;
    const installation = { id: installationId, integrationId, organizationId };
    await this.events.add(installation, 'space_installation_setup', { spaceId, status });
    return (await this.contents.find(installationId, 'space', spaceId))!;
  }
}
