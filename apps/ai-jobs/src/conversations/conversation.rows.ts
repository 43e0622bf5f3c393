import type { ConversationMetadata, ConversationPart } from '@bindery/contracts';

export interface ConversationRow {
  id: string;
  organizationId: string;
  source: string;
  subject: string | null;
  metadata: ConversationMetadata;
  createdAt: Date;
  processedAt: Date | null;
}

export interface ConversationContent extends ConversationRow {
  parts: ConversationPart[];
}

export interface IssueRow {
  id: string;
  organizationId: string;
  title: string;
  summary: string;
  conversationId: string;
  clusterId: string | null;
  provider: string;
  createdAt: Date;
  ingestedAt: Date;
}

export interface ClusterRow {
  id: string;
  organizationId: string;
  label: string;
  summary: string;
  icon: string;
  provider: string;
  createdAt: Date;
  updatedAt: Date;
  weeklyPulse: number[];
  sources: Record<string, number>;
  issues: number;
  conversations: number;
  tasksTotal: number;
  tasksBacklog: number;
  tasksStarted: number;
  tasksCompleted: number;
  tasksCancelled: number;
}
