import { Injectable } from '@nestjs/common';
import { Database, type KeysetPosition } from '@bindery/persistence';
import { conversationColumns } from './conversation.repository';
import type { ConversationRow, IssueRow } from './conversation.rows';

/** An issue with the conversation that it was found in. */
export interface IssueWithConversation {
  issue: IssueRow;
  conversation: ConversationRow;
}

interface IssueFilter {
  cluster?: string;
  conversation?: string;
}

const columns = `i.id as issue_id, i.title, i.summary, i.conversation_id as "conversationId", i.cluster_id as "clusterId", i.provider,
  i.created_at as "issuedAt", i.ingested_at as "ingestedAt", ${conversationColumns('c')}`;
const from = `from issue i join conversation c on c.id = i.conversation_id`;
/** The issues of a cluster are also those of the clusters that became part of it. */
const filtered = `i.organization_id = $1 and ($2::text is null or i.conversation_id = $2)
  and ($3::text is null or i.cluster_id in (select coalesce(k.merged_into, k.id) from issues_cluster k where k.id = $3))`;

type Row = ConversationRow & Omit<IssueRow, 'id'> & { issue_id: string; issuedAt: Date };

@Injectable()
export class IssueRepository {
  constructor(private readonly db: Database) {}

  async find(organization: string, id: string): Promise<IssueWithConversation | undefined> {
    const [row] = await this.db.query<Row>(`select ${columns} ${from} where i.organization_id = $1 and i.id = $2`, [
      organization,
      id,
    ]);
    return row && split(row);
  }

  /** The newest first. */
  async list(
    organization: string,
    { conversation, cluster }: IssueFilter,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<IssueWithConversation[]> {
    const rows = await this.db.query<Row>(
      `select ${columns} ${from} where ${filtered} and ($4::timestamptz is null or (i.created_at, i.id) < ($4, $5))
       order by i.created_at desc, i.id desc limit $6`,
      [organization, conversation ?? null, cluster ?? null, after?.value ?? null, after?.id ?? null, limit],
    );
    return rows.map(split);
  }

  /** Left out above 10,000. */
  async count(organization: string, { conversation, cluster }: IssueFilter): Promise<number | undefined> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from (select from issue i where ${filtered} limit 10001) as counted`,
      [organization, conversation ?? null, cluster ?? null],
    );
    return row!.count > 10_000 ? undefined : row!.count;
  }
}

function split(row: Row): IssueWithConversation {
  const { issue_id, title, summary, conversationId, clusterId, provider, issuedAt, ingestedAt, ...conversation } = row;
  const { organizationId } = conversation;
  return {
    issue: {
      id: issue_id,
      organizationId,
      title,
      summary,
      conversationId,
      clusterId,
      provider,
      createdAt: issuedAt,
      ingestedAt,
    },
    conversation,
  };
}
