import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ConversationInput } from '@bindery/contracts';
import { Database, newId, type KeysetPosition } from '@bindery/persistence';
import type { ConversationContent, ConversationRow } from './conversation.rows';

/** A conversation with what its content is known by. */
export type WaitingConversation = ConversationContent & { contentHash: string };

/** The columns of a conversation as it is listed. */
export const conversationColumns = (c: string) =>
  `${c}.id, ${c}.organization_id as "organizationId", ${c}.source, ${c}.subject, ${c}.metadata, ${c}.created_at as "createdAt",
   ${c}.processed_at as "processedAt"`;

@Injectable()
export class ConversationRepository {
  constructor(private readonly db: Database) {}

  /**
   * Stores conversations of a source, each under its id there. One that is there already is replaced, and waits to be
   * looked through again, unless it is as it was.
   */
  async put(organization: string, source: string, conversations: Iterable<ConversationInput>): Promise<void> {
    const rows = [...conversations].map(({ id, subject, parts, metadata = {} }) => ({
      id: newId(),
      external_id: id,
      subject: subject ?? null,
      parts,
      metadata,
      content_hash: hash('sha256', JSON.stringify([subject ?? null, parts, metadata])),
      created_at: metadata.createdAt ?? new Date().toISOString(),
    }));
    await this.db.run(
      `insert into conversation as c (id, organization_id, source, external_id, subject, parts, metadata, content_hash, created_at)
       select n.id, $1, $2, n.external_id, n.subject, n.parts, n.metadata, n.content_hash, n.created_at
       from jsonb_to_recordset($3::jsonb) as n (id text, external_id text, subject text, parts jsonb, metadata jsonb,
         content_hash text, created_at timestamptz)
       order by n.external_id
       on conflict (organization_id, source, external_id) do update set subject = excluded.subject, parts = excluded.parts,
         metadata = excluded.metadata, content_hash = excluded.content_hash, processed_at = null, ingested_at = now(),
         created_at = case when excluded.metadata ? 'createdAt' then excluded.created_at else c.created_at end
       where c.content_hash <> excluded.content_hash`,
      [organization, source, JSON.stringify(rows)],
    );
  }

  async find(organization: string, id: string): Promise<ConversationContent | undefined> {
    const [row] = await this.db.query<ConversationContent>(
      `select ${conversationColumns('c')}, c.parts from conversation c where c.organization_id = $1 and c.id = $2`,
      [organization, id],
    );
    return row;
  }

  /** The newest first. */
  list(
    organization: string,
    source: string | undefined,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<ConversationRow[]> {
    return this.db.query<ConversationRow>(
      `select ${conversationColumns('c')} from conversation c where c.organization_id = $1 and ($2::text is null or c.source = $2)
         and ($3::timestamptz is null or (c.created_at, c.id) < ($3, $4))
       order by c.created_at desc, c.id desc limit $5`,
      [organization, source ?? null, after?.value ?? null, after?.id ?? null, limit],
    );
  }

  /** Undefined above 10,000, where the count is not worth its cost. */
  async count(organization: string, source: string | undefined): Promise<number | undefined> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from (
         select from conversation where organization_id = $1 and ($2::text is null or source = $2) limit 10001) as counted`,
      [organization, source ?? null],
    );
    return row!.count > 10_000 ? undefined : row!.count;
  }

  /** Some of those that wait to be looked through, the longest waiting first; of those that came together, the oldest. */
  waiting(organization: string, limit: number): Promise<WaitingConversation[]> {
    return this.db.query<WaitingConversation>(
      `select ${conversationColumns('c')}, c.parts, c.content_hash as "contentHash" from conversation c
       where c.organization_id = $1 and c.processed_at is null order by c.ingested_at, c.created_at, c.id limit $2`,
      [organization, limit],
    );
  }

  /** Whether any wait to be looked through. */
  async isWaiting(organization: string): Promise<boolean> {
    return (await this.waiting(organization, 1)).length > 0;
  }

  async countWaiting(organization: string): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from conversation where organization_id = $1 and processed_at is null`,
      [organization],
    );
    return row!.count;
  }
}
