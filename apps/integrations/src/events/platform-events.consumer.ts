import { Injectable } from '@nestjs/common';
import {
  organizationDeleted,
  revisionCreated,
  siteDeleted,
  spaceDeleted,
  spaceGitConflicted,
  spaceGitSynced,
  spaceGitSyncFailed,
  spaceGitSyncStarted,
  spacePurged,
  spaceRestored,
  spaceTransferred,
  spaceVisibilityUpdated,
  type ContentTransferred,
  type EventEnvelope,
  type OrganizationDeleted,
  type RevisionCreated,
  type SiteChanged,
  type SpaceGitConflicted,
  type SpaceGitSynced,
  type SpaceGitSyncing,
  type SpaceLifecycle,
  type SpaceVisibilityUpdated,
} from '@bindery/contracts';
import { Consumes, ConsumesTogether, recordReceipts } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import type { ContentKind } from '../installations/content-installation.entity';
import { ContentInstallationRepository } from '../installations/content-installation.repository';
import { EndedOrganizationRepository } from '../installations/ended-organization.repository';
import { InstallationRepository } from '../installations/installation.repository';
import { IntegrationRepository } from '../registry/integration.repository';
import { ListenersRepository } from './listeners.repository';
import { RecordEvent } from '../queue/record-event';

/** Milliseconds in which revisions are recorded together. */
const linger = 100;
/** The branch of a space that readers see. */
const mainBranch = 'main';

/** Turns events of the platform into events of the integrations that may receive them. */
@Injectable()
export class PlatformEventsConsumer {
  constructor(
    private readonly listeners: ListenersRepository,
    private readonly events: RecordEvent,
    private readonly integrations: IntegrationRepository,
    private readonly installations: InstallationRepository,
    private readonly contents: ContentInstallationRepository,
    private readonly ended: EndedOrganizationRepository,
    private readonly db: Database,
  ) {}

  @ConsumesTogether(revisionCreated, 'content_updated', { linger, writesRarely: true })
  async contentUpdated(events: EventEnvelope<RevisionCreated>[], consumer: string): Promise<void> {
    // The first revision belongs to the creation of the space.
    const updates = events.filter(({ payload: { branch, previous } }) => branch === mainBranch && previous !== null);
    const organizations = updates.flatMap(({ organization }) => organization ?? []);
    if (organizations.length === 0 || !(await this.listeners.exist(organizations, 'space:content:read'))) return;
    await this.db.transaction(async () => {
      const ids = updates.map(({ id }) => id);
      const fresh = await recordReceipts(this.db, consumer, ids);
      for (const event of updates) {
        const fields = { spaceId: event.payload.space, revisionId: event.payload.revision };
        if (fresh.has(event.id)) await this.emit(event, 'space:content:read', 'space_content_updated', fields);
      }
    });
  }

  @Consumes(spaceVisibilityUpdated, 'visibility_updated')
  async visibilityUpdated(event: EventEnvelope<SpaceVisibilityUpdated>): Promise<void> {
    const { space: spaceId, previousVisibility, visibility } = event.payload;
    const fields = { spaceId, previousVisibility, visibility };
    await this.emit(event, 'space:metadata:read', 'space_visibility_updated', fields);
  }

  @Consumes(spaceGitSyncStarted, 'git_sync_started')
  gitSyncStarted(event: EventEnvelope<SpaceGitSyncing>): Promise<void> {
    const fields = {
      spaceId: event.payload.space,
      revisionId: event.payload.revision,
      commitId: event.payload.commit ?? '',
    };
    return this.emit(event, 'space:git:sync', 'space_gitsync_started', fields);
  }

  @Consumes(spaceGitSynced, 'git_synced')
  gitSynced(event: EventEnvelope<SpaceGitSynced>): Promise<void> {
    const { space: spaceId, revision: revisionId, commit: commitId } = event.payload;
    const fields = { spaceId, revisionId, commitId, state: 'success' };
    return this.emit(event, 'space:git:sync', 'space_gitsync_completed', fields);
  }

  /** The import is in the draft of a change request. */
  @Consumes(spaceGitConflicted, 'git_conflicted')
  gitConflicted(event: EventEnvelope<SpaceGitConflicted>): Promise<void> {
    return this.gitSynced(event);
  }

  @Consumes(spaceGitSyncFailed, 'git_sync_failed')
  gitSyncFailed(event: EventEnvelope<SpaceGitSyncing>): Promise<void> {
    const { space: spaceId, revision: revisionId, commit: commitId = '' } = event.payload;
    const fields = { spaceId, revisionId, commitId, state: 'failure' };
    return this.emit(event, 'space:git:sync', 'space_gitsync_completed', fields);
  }

  /** A deleted space is not shown; a restored one is installed as before. */
  @Consumes(spaceDeleted, 'space_deleted')
  spaceDeleted({ payload, version }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    return this.contents.hide(payload.space, true, version);
  }

  @Consumes(spaceRestored, 'space_restored')
  spaceRestored({ payload, version }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    return this.contents.hide(payload.space, false, version);
  }

  /** An installation belongs to one organization, and so do its spaces. */
  @Consumes(spaceTransferred, 'space_transferred')
  spaceTransferred({ payload: { id, to } }: EventEnvelope<ContentTransferred>): Promise<void> {
    return this.contentGone('space', id, to);
  }

  @Consumes(spacePurged, 'space_purged')
  spacePurged({ payload }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    return this.contentGone('space', payload.space);
  }

  @Consumes(siteDeleted, 'site_deleted')
  siteDeleted({ payload }: EventEnvelope<SiteChanged>): Promise<void> {
    return this.contentGone('site', payload.site);
  }

  /** Unpublishes the integrations of a deleted organization, and pauses its installations. The purge removes what they hold. */
  @Consumes(organizationDeleted, 'organization_deleted')
  async organizationDeleted({ organization, payload }: EventEnvelope<OrganizationDeleted>): Promise<void> {
    if (!organization) return;
    await this.ended.end(organization, new Date(payload.purgeAfter));
    await this.installations.pauseOfOrganization(organization);
    for (const { id } of await this.integrations.ofOrganization(organization)) {
      await this.integrations.unpublish(id);
      await this.installations.deleteOfIntegration(id);
    }
  }

  /** Ends all installations on a space or site, or those of other organizations than its present owner. */
  private async contentGone(kind: ContentKind, content: string, owner?: string): Promise<void> {
    for (const row of await this.contents.ofContent(kind, content)) {
      if (row.organizationId === owner) continue;
      const fields = { [`${kind}Id`]: content, previous: { configuration: row.configuration } };
      await this.events.add({ ...row, id: row.installationId }, `${kind}_installation_deleted`, fields);
      await this.contents.delete(row.id);
    }
  }

  private async emit(
    { organization, occurredAt }: EventEnvelope,
    scope: 'space:content:read' | 'space:metadata:read' | 'space:git:sync',
    type: string,
    fields: { spaceId: string } & Record<string, string>,
  ): Promise<void> {
    if (!organization) return;
    const occurrence = { organization, occurredAt, kind: 'space', content: fields.spaceId, scope } as const;
    await this.events.addAll(await this.listeners.of(occurrence), type, [fields]);
  }
}
