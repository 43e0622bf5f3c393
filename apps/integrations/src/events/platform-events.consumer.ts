import { Injectable } from '@nestjs/common';
import {
  organizationDeleted,
  revisionCreated,
  siteDeleted,
  spacePurged,
  spaceVisibilityUpdated,
  type EventEnvelope,
  type OrganizationDeleted,
  type RevisionCreated,
  type SiteChanged,
  type SpaceLifecycle,
  type SpaceVisibilityUpdated,
} from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import type { ContentKind } from '../installations/content-installation.entity';
import { ContentInstallationRepository } from '../installations/content-installation.repository';
import { InstallationRepository } from '../installations/installation.repository';
import { IntegrationRepository } from '../registry/integration.repository';
import { RecordEvent } from './record-event';
import { SpaceListenersRepository } from './space-listeners.repository';

/** The branch of a space that readers see. */
const mainBranch = 'main';

/** Turns what happens elsewhere on the platform into events of the integrations that may know of it. */
@Injectable()
export class PlatformEventsConsumer {
  constructor(
    private readonly listeners: SpaceListenersRepository,
    private readonly events: RecordEvent,
    private readonly integrations: IntegrationRepository,
    private readonly installations: InstallationRepository,
    private readonly contents: ContentInstallationRepository,
  ) {}

  @Consumes(revisionCreated, 'content_updated')
  async contentUpdated({ organization, payload }: EventEnvelope<RevisionCreated>): Promise<void> {
    // The first revision is that of a space that has just been made.
    if (payload.branch !== mainBranch || payload.previous === null) return;
    const fields = { spaceId: payload.space, revisionId: payload.revision };
    await this.tell(organization, 'space:content:read', 'space_content_updated', fields);
  }

  @Consumes(spaceVisibilityUpdated, 'visibility_updated')
  async visibilityUpdated({ organization, payload }: EventEnvelope<SpaceVisibilityUpdated>): Promise<void> {
    const { space: spaceId, previousVisibility, visibility } = payload;
    const fields = { spaceId, previousVisibility, visibility };
    await this.tell(organization, 'space:metadata:read', 'space_visibility_updated', fields);
  }

  @Consumes(spacePurged, 'space_purged')
  spacePurged({ payload }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    return this.contentGone('space', payload.space);
  }

  @Consumes(siteDeleted, 'site_deleted')
  siteDeleted({ payload }: EventEnvelope<SiteChanged>): Promise<void> {
    return this.contentGone('site', payload.site);
  }

  /** What a deleted organization published is gone, and what it installed acts no more. */
  @Consumes(organizationDeleted, 'organization_deleted')
  async organizationDeleted({ organization }: EventEnvelope<OrganizationDeleted>): Promise<void> {
    if (!organization) return;
    await this.installations.pauseOfOrganization(organization);
    for (const { id } of await this.integrations.ofOrganization(organization)) {
      await this.integrations.unpublish(id);
      await this.installations.deleteOfIntegration(id);
    }
  }

  private async contentGone(kind: ContentKind, content: string): Promise<void> {
    for (const row of await this.contents.ofContent(kind, content)) {
      const fields = { [`${kind}Id`]: content, previous: { configuration: row.configuration } };
      await this.events.add({ ...row, id: row.installationId }, `${kind}_installation_deleted`, fields);
      await this.contents.delete(row.id);
    }
  }

  private async tell(
    organization: string | null,
    scope: 'space:content:read' | 'space:metadata:read',
    type: string,
    fields: { spaceId: string } & Record<string, string>,
  ): Promise<void> {
    if (!organization) return;
    for (const installation of await this.listeners.of(organization, fields.spaceId, scope))
      await this.events.add(installation, type, fields);
  }
}
