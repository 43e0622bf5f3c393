import { Injectable } from '@nestjs/common';
import {
  conflict,
  invalid,
  notFound,
  requires,
  sites,
  spaces,
  type InstallationStatus,
  type Principal,
} from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { isUniqueViolation } from '@bindery/persistence';
import { RecordEvent } from '../queue/record-event';
import type { ConfigurationValues } from './configuration';
import type { ContentKind } from './content-installation.entity';
import { ContentInstallationRepository, type ContentInstallation } from './content-installation.repository';
import type { FoundInstallation } from './find-installation';
import type { Installation } from './installation.repository';

interface Settings {
  id: string;
  kind: ContentKind;
  contentId: string;
  configuration: ConfigurationValues;
  status: InstallationStatus;
}

/** The field of a request that names the space or site. */
const fields = { space: 'body.space', site: 'body.siteId' };

@Injectable()
export class InstallOnContent {
  constructor(
    private readonly contents: ContentInstallationRepository,
    private readonly events: RecordEvent,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * Throws 404 unless the caller sees the space or site in the organization of the installation, 403 unless the caller may
   * install integrations on it, 400 where the integration does not support it.
   */
  async check(principal: Principal, found: FoundInstallation, kind: ContentKind, id: string): Promise<void> {
    await this.checkAccess(principal, found, kind, id);
    const { name, target } = found.integration;
    if (target !== 'all' && target !== kind)
      throw invalid(fields[kind], `${fields[kind]}: the target of ${name} is ${target}, not ${kind}`);
  }

  private async checkAccess(
    principal: Principal,
    found: FoundInstallation,
    kind: ContentKind,
    id: string,
  ): Promise<void> {
    const { organizationId } = found.installation;
    if (kind === 'site') {
      await this.rpc.call(sites.getSiteById, { principal, params: { organizationId, siteId: id } });
      return requires(found.access.manage);
    }
    const space = await this.rpc.call(spaces.getSpaceById, { principal, params: { spaceId: id } });
    if (space.organization !== organizationId || space.deletedAt) throw notFound('Space');
    requires(principal.kind === 'user' && space.permissions.installIntegration);
  }

  /** Runs in the caller's transaction. Throws 409 when it is installed there already. */
  async run(
    { id: installationId, integrationId, organizationId }: Installation,
    settings: Settings,
  ): Promise<ContentInstallation> {
    await this.contents
      .insert({ ...settings, installationId, integrationId, organizationId })
      .catch((error: unknown) => {
        throw isUniqueViolation(error, 'content_installation_once')
          ? conflict(`The integration is already installed on the ${settings.kind}`)
          : error;
      });
    const { kind, contentId, status } = settings;
    const installation = { id: installationId, integrationId, organizationId };
    await this.events.add(installation, `${kind}_installation_setup`, { [`${kind}Id`]: contentId, status });
    return (await this.contents.find(installationId, kind, contentId))!;
  }
}
