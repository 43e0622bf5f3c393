import type { ServiceName } from './services';

/** A durable consumer of the events of a service. */
export interface EventConsumer {
  producer: ServiceName;
  durable: string;
  /** The subject of the events that it receives. */
  subject: string;
}

/** Written by tools/nats-files.mjs from the consumers of all services; a test compares them. */
export const eventConsumers: readonly EventConsumer[] = [
  { producer: 'ai-jobs', durable: 'identity_audit_ai-jobs', subject: 'event.ai-jobs.audit.recorded' },
  {
    producer: 'change-requests',
    durable: 'identity_audit_change-requests',
    subject: 'event.change-requests.audit.recorded',
  },
  { producer: 'content', durable: 'identity_audit_content', subject: 'event.content.audit.recorded' },
  { producer: 'identity', durable: 'identity_audit_identity', subject: 'event.identity.audit.recorded' },
  { producer: 'integrations', durable: 'identity_audit_integrations', subject: 'event.integrations.audit.recorded' },
  { producer: 'sites', durable: 'identity_audit_sites', subject: 'event.sites.audit.recorded' },
  {
    producer: 'sites',
    durable: 'identity_default-content-of-deleted-sites_sites',
    subject: 'event.sites.site.deleted',
  },
  { producer: 'identity', durable: 'identity_invitation-mails_identity', subject: 'event.identity.invitation.created' },
  {
    producer: 'content',
    durable: 'identity_links-to-deleted-collections_content',
    subject: 'event.content.collection.deleted',
  },
  { producer: 'content', durable: 'identity_links-to-deleted-spaces_content', subject: 'event.content.space.deleted' },
  {
    producer: 'content',
    durable: 'identity_links-to-transferred-collections_content',
    subject: 'event.content.collection.transferred',
  },
  {
    producer: 'content',
    durable: 'identity_links-to-transferred-spaces_content',
    subject: 'event.content.space.transferred',
  },
  { producer: 'identity', durable: 'content_access-by-links_identity', subject: 'event.identity.invite.accepted' },
  { producer: 'identity', durable: 'content_access-of-members_identity', subject: 'event.identity.member.removed' },
  { producer: 'identity', durable: 'content_access-of-teams_identity', subject: 'event.identity.team.deleted' },
  {
    producer: 'identity',
    durable: 'content_ended-organizations_identity',
    subject: 'event.identity.organization.deleted',
  },
  { producer: 'content', durable: 'content_links_purge_content', subject: 'event.content.space.purged' },
  { producer: 'content', durable: 'content_links_transfer_content', subject: 'event.content.space.transferred' },
  { producer: 'content', durable: 'content_search_content', subject: 'event.content.revision.created' },
  { producer: 'content', durable: 'content_search_openapi_content', subject: 'event.content.openapi_spec.updated' },
  {
    producer: 'content',
    durable: 'content_search_openapi_deleted_content',
    subject: 'event.content.openapi_spec.deleted',
  },
  {
    producer: 'change-requests',
    durable: 'change-requests_comment-created-mails_change-requests',
    subject: 'event.change-requests.comment.created',
  },
  {
    producer: 'change-requests',
    durable: 'change-requests_comment-updated-mails_change-requests',
    subject: 'event.change-requests.comment.updated',
  },
  { producer: 'content', durable: 'change-requests_edits_content', subject: 'event.content.branch.edited' },
  {
    producer: 'content',
    durable: 'change-requests_git-conflicts_content',
    subject: 'event.content.space.git_conflicted',
  },
  { producer: 'content', durable: 'change-requests_git-voided_content', subject: 'event.content.space.git_synced' },
  { producer: 'content', durable: 'change-requests_merges_content', subject: 'event.content.branch.merged' },
  { producer: 'content', durable: 'change-requests_purge_content', subject: 'event.content.space.purged' },
  {
    producer: 'change-requests',
    durable: 'change-requests_reply-created-mails_change-requests',
    subject: 'event.change-requests.comment_reply.created',
  },
  {
    producer: 'change-requests',
    durable: 'change-requests_reply-updated-mails_change-requests',
    subject: 'event.change-requests.comment_reply.updated',
  },
  {
    producer: 'change-requests',
    durable: 'change-requests_review-mails_change-requests',
    subject: 'event.change-requests.reviewers.requested',
  },
  {
    producer: 'content',
    durable: 'change-requests_reviewers-of-transferred-spaces_content',
    subject: 'event.content.space.transferred',
  },
  {
    producer: 'content',
    durable: 'sites_customizations-of-deleted-fonts_content',
    subject: 'event.content.font.deleted',
  },
  { producer: 'content', durable: 'sites_customizations-of-fonts_content', subject: 'event.content.font.updated' },
  {
    producer: 'content',
    durable: 'sites_renderers-of-deleted-specifications_content',
    subject: 'event.content.openapi_spec.deleted',
  },
  { producer: 'sites', durable: 'sites_renderers-of-published-sites_sites', subject: 'event.sites.site.published' },
  { producer: 'content', durable: 'sites_renderers-of-revisions_content', subject: 'event.content.revision.created' },
  { producer: 'sites', durable: 'sites_renderers-of-sites_sites', subject: 'event.sites.site.updated' },
  {
    producer: 'content',
    durable: 'sites_renderers-of-specifications_content',
    subject: 'event.content.openapi_spec.updated',
  },
  { producer: 'sites', durable: 'sites_renderers-of-unpublished-sites_sites', subject: 'event.sites.site.unpublished' },
  {
    producer: 'content',
    durable: 'sites_renderers-of-visibilities_content',
    subject: 'event.content.space.visibility_updated',
  },
  { producer: 'identity', durable: 'sites_site-access-of-members_identity', subject: 'event.identity.member.removed' },
  { producer: 'identity', durable: 'sites_site-access-of-teams_identity', subject: 'event.identity.team.deleted' },
  {
    producer: 'content',
    durable: 'sites_site-spaces-of-deleted-spaces_content',
    subject: 'event.content.space.deleted',
  },
  { producer: 'content', durable: 'sites_site-spaces-of-purged-spaces_content', subject: 'event.content.space.purged' },
  {
    producer: 'content',
    durable: 'sites_site-spaces-of-restored-spaces_content',
    subject: 'event.content.space.restored',
  },
  {
    producer: 'content',
    durable: 'sites_site-spaces-of-transferred-spaces_content',
    subject: 'event.content.space.transferred',
  },
  {
    producer: 'identity',
    durable: 'sites_sites-of-deleted-organizations_identity',
    subject: 'event.identity.organization.deleted',
  },
  { producer: 'content', durable: 'integrations_content_updated_content', subject: 'event.content.revision.created' },
  {
    producer: 'content',
    durable: 'integrations_git_conflicted_content',
    subject: 'event.content.space.git_conflicted',
  },
  {
    producer: 'content',
    durable: 'integrations_git_sync_failed_content',
    subject: 'event.content.space.git_sync_failed',
  },
  {
    producer: 'content',
    durable: 'integrations_git_sync_started_content',
    subject: 'event.content.space.git_sync_started',
  },
  { producer: 'content', durable: 'integrations_git_synced_content', subject: 'event.content.space.git_synced' },
  {
    producer: 'identity',
    durable: 'integrations_organization_deleted_identity',
    subject: 'event.identity.organization.deleted',
  },
  { producer: 'sites', durable: 'integrations_readers_acted_sites', subject: 'event.sites.site.readers_acted' },
  { producer: 'sites', durable: 'integrations_site_deleted_sites', subject: 'event.sites.site.deleted' },
  { producer: 'content', durable: 'integrations_space_deleted_content', subject: 'event.content.space.deleted' },
  { producer: 'content', durable: 'integrations_space_purged_content', subject: 'event.content.space.purged' },
  { producer: 'content', durable: 'integrations_space_restored_content', subject: 'event.content.space.restored' },
  {
    producer: 'content',
    durable: 'integrations_space_transferred_content',
    subject: 'event.content.space.transferred',
  },
  {
    producer: 'content',
    durable: 'integrations_visibility_updated_content',
    subject: 'event.content.space.visibility_updated',
  },
  {
    producer: 'change-requests',
    durable: 'ai-jobs_agent-tasks-completed_change-requests',
    subject: 'event.change-requests.change_request.merged',
  },
  {
    producer: 'content',
    durable: 'ai-jobs_agent-tasks-of-purged-spaces_content',
    subject: 'event.content.space.purged',
  },
  {
    producer: 'change-requests',
    durable: 'ai-jobs_agent-tasks-started_change-requests',
    subject: 'event.change-requests.change_request.created',
  },
  {
    producer: 'identity',
    durable: 'ai-jobs_ai-jobs-of-deleted-organizations_identity',
    subject: 'event.identity.organization.deleted',
  },
  {
    producer: 'content',
    durable: 'ai-jobs_translations-of-purged-spaces_content',
    subject: 'event.content.space.purged',
  },
  { producer: 'content', durable: 'ai-jobs_translations_content', subject: 'event.content.revision.created' },
];
