import {
  asUri,
  isUri,
  type Conversation,
  type ConversationIssue,
  type ConversationsIssuesCluster,
} from '@bindery/contracts';
import type { ClusterRow, ConversationRow, IssueRow } from './conversation.rows';

/** As many characters as an address in an answer has at most. */
const maxUrl = 2048;

export function presentConversation(row: ConversationRow, publicUrl: string): Conversation {
  const { id, organizationId, subject, createdAt, processedAt, source, metadata } = row;
  // It was taken as any text, and may hold what redaction put there.
  const url = asUri(metadata.url ?? '');
  const isAddress = isUri(url) && url.length <= maxUrl;
  return {
    object: 'conversation',
    id,
    ...(subject !== null && { subject }),
    createdAt: createdAt.toISOString(),
    ...(processedAt && { processedAt: processedAt.toISOString() }),
    source,
    urls: { location: `${publicUrl}/v1/orgs/${organizationId}/conversations/${id}`, ...(isAddress && { source: url }) },
  };
}

export function presentIssue(row: IssueRow, publicUrl: string): ConversationIssue {
  const { id, organizationId, title, summary, createdAt, ingestedAt, conversationId, clusterId, provider } = row;
  return {
    object: 'conversation-issue',
    id,
    title,
    summary,
    createdAt: createdAt.toISOString(),
    ingestedAt: ingestedAt.toISOString(),
    conversation: conversationId,
    ...(clusterId && { cluster: clusterId }),
    provider,
    urls: { location: `${publicUrl}/v1/orgs/${organizationId}/conversations-issues/${id}` },
  };
}

export function presentCluster(row: ClusterRow, publicUrl: string): ConversationsIssuesCluster {
  const { id, organizationId, createdAt, updatedAt, label, summary, icon, weeklyPulse, sources, provider } = row;
  const { issues, conversations, tasksTotal, tasksBacklog, tasksStarted, tasksCompleted, tasksCancelled } = row;
  return {
    object: 'issues-cluster',
    id,
    label,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    icon,
    summary,
    weeklyPulse,
    sources,
    stats: { issues, conversations, tasksTotal, tasksBacklog, tasksStarted, tasksCompleted, tasksCancelled },
    provider,
    urls: {
      location: `${publicUrl}/v1/orgs/${organizationId}/conversations-clusters/${id}`,
      app: `${publicUrl}/app/o/${organizationId}/conversations/clusters/${id}`,
    },
  };
}
