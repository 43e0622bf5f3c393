import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Conversation,
  ConversationIssue,
  ConversationsIssuesCluster,
  IssueInConversation,
  Page,
} from '@bindery/contracts';
import type { TestOrganization } from '../organization/test-organization';

interface SaidMessage {
  id: string;
  subject?: string;
  /** The messages of the user and the answers, by turns. */
  messages: string[];
  createdAt?: string;
}

export const conversationOf = ({ id, subject, messages, createdAt }: SaidMessage) => ({
  id,
  ...(subject !== undefined && { subject }),
  parts: messages.map((body, index) => ({ type: 'message', role: index % 2 === 0 ? 'user' : 'team-member', body })),
  ...(createdAt && { metadata: { createdAt } }),
});

/** The operations on conversations in tests, as the administrator of the first organization. */
export class Conversations {
  constructor(private readonly world: TestOrganization) {}

  /** Ingests and waits until all have been looked through and no cluster waits for its label. */
  async ingest(body: object): Promise<void> {
    await this.world.api.expect('ingestConversation', { ...this.as(), body });
    await this.settled();
  }

  async settled(): Promise<void> {
    for (;;) {
      const [{ open }] = (await this.world.records.query<{ open: number }>(
        `select count(*)::int as open from ai_jobs.job
         where kind = 'conversations' and organization_id = $1 and state in ('pending', 'running')`,
        [this.world.organization],
      )) as [{ open: number }];
      if (open === 0) return;
      await sleep(50);
    }
  }

  async list(query: object = {}): Promise<Conversation[]> {
    return (await this.page<Conversation>('listConversations', query)).items;
  }

  async issues(query: object = {}): Promise<ConversationIssue[]> {
    return (await this.page<IssueInConversation>('listConversationsIssues', query)).items.map(({ issue }) => issue);
  }

  async clusters(query: object = {}): Promise<ConversationsIssuesCluster[]> {
    return (await this.page<ConversationsIssuesCluster>('listConversationsIssuesClusters', query)).items;
  }

  page<T>(operation: string, query: object = {}): Promise<Page<T>> {
    return this.world.api.expect(operation, { ...this.as(), query: { limit: 1000, ...query } });
  }

  as(params: Record<string, string> = {}) {
    return { token: this.world.admin.token, params: { organizationId: this.world.organization, ...params } };
  }
}
