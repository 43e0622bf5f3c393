import { setImmediate as breathe } from 'node:timers/promises';
import { Controller, Inject } from '@nestjs/common';
import { agentPermissions, organizationPermissions } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import {
  conversations as contract,
  invalid,
  notFound,
  requires,
  type ConversationInput,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { JobQueue } from '@bindery/jobs';
import { Handles, Mutations } from '@bindery/messaging';
import { newId, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { AI_JOBS_CONFIG, type AiJobsConfig } from '../ai-jobs.config';
import { analysisJob } from './analysis.job';
import { roleIn } from '../organization-access';
import { presentConversation } from './conversation.presenter';
import { ConversationRepository } from './conversation.repository';
import { redacted } from './redacted-conversation';

/** Characters of one conversation. */
const maxLength = 500_000;
const day = 24 * 60 * 60 * 1000;

@Controller()
export class ConversationsController {
  constructor(
    private readonly conversations: ConversationRepository,
    private readonly jobs: JobQueue,
    private readonly mutations: Mutations,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(AI_JOBS_CONFIG) private readonly settings: AiJobsConfig,
  ) {}

  @Handles(contract.listConversations)
  async list({ params, query, principal }: RequestOf<typeof contract.listConversations>) {
    const { organizationId } = params;
    const { source } = query;
    requires(agentPermissions(roleIn(principal, organizationId)).view);
    const page = await paginate(query, {
      scope: ['conversations', organizationId, source],
      rows: (after, limit) => this.conversations.list(organizationId, source, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.conversations.count(organizationId, source),
    });
    return { ...page, items: page.items.map((row) => presentConversation(row, this.config.PUBLIC_URL)) };
  }

  @Handles(contract.ingestConversation)
  async ingest({ params, body, principal }: RequestOf<typeof contract.ingestConversation>) {
    const { organizationId: organization } = params;
    requires(organizationPermissions(roleIn(principal, organization)).ingestConversations);
    const source = sourceOf(principal, organization);
    body.forEach((conversation, index) => check(conversation, body.length > 1 ? `body[${index}]` : 'body'));
    const stored = this.settings.CONVERSATION_REDACTION === 'on' ? await withoutSecrets(body) : body;
    // Of several with one id the last counts, as if they had come one after the other.
    const byId = new Map(stored.map((conversation) => [conversation.id, conversation]));
    await this.mutations.run({ organization, target: { type: 'conversations', id: newId() } }, async () => {
      await this.conversations.put(organization, source, byId.values());
      // Also those that a cancelled job left.
      if (await this.conversations.isWaiting(organization))
        await this.jobs.add(analysisJob, { organizationId: organization, input: {}, key: organization });
    });
  }

  @Handles(contract.getConversationById)
  async get({ params, principal }: RequestOf<typeof contract.getConversationById>) {
    const { organizationId, conversationId } = params;
    requires(agentPermissions(roleIn(principal, organizationId)).view);
    const row = await this.conversations.find(organizationId, conversationId);
    if (!row) throw notFound('Conversation');
    const { parts, metadata } = row;
    return { conversation: presentConversation(row, this.config.PUBLIC_URL), parts, metadata };
  }
}

/** Where conversations come from: the installation that brings them, or the API when a user does. */
function sourceOf({ integration }: Principal, organization: string): string {
  return integration?.installation
    ? `integration:${integration.name}:${integration.installation}`
    : `integration:api:${organization}`;
}

/** Lets other requests run between two conversations: a body may have 32 MiB. */
async function withoutSecrets(conversations: readonly ConversationInput[]): Promise<ConversationInput[]> {
  const stored: ConversationInput[] = [];
  for (const conversation of conversations) {
    stored.push(redacted(conversation));
    await breathe();
  }
  return stored;
}

function check({ subject = '', parts, metadata }: ConversationInput, field: string): void {
  const length = parts.reduce((sum, { body }) => sum + body.length, subject.length);
  if (length > maxLength)
    throw invalid(`${field}.parts`, `parts and subject must have at most ${maxLength} characters together`);
  const created = metadata?.createdAt === undefined ? 0 : Date.parse(metadata.createdAt);
  if (created < 0 || created > Date.now() + day)
    throw invalid(`${field}.metadata.createdAt`, 'createdAt must be between 1970 and now');
}
