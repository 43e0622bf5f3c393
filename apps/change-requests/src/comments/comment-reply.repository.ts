import { Injectable } from '@nestjs/common';
import { Database, type After } from '@bindery/persistence';
import type { CommentReplyEntity } from './comment.entity';
import { replyColumns, replyParts, type ReplyRow } from './comment.rows';

@Injectable()
export class CommentReplyRepository {
  constructor(private readonly db: Database) {}

  async find(comment: string, id: string): Promise<ReplyRow | undefined> {
    const [row] = await this.db.query<ReplyRow>(
      `select ${replyColumns} from comment_reply a ${replyParts} where a.comment_id = $1 and a.id = $2`,
      [comment, id],
    );
    return row;
  }

  /** Loads the reply and locks it until the transaction ends. */
  async lock(comment: string, id: string): Promise<ReplyRow | undefined> {
    await this.db.run(`select from comment_reply where id = $1 for no key update`, [id]);
    return this.find(comment, id);
  }

  /** The replies to a comment, the oldest first. */
  list(comment: string, after: After | undefined, limit: number): Promise<ReplyRow[]> {
    return this.db.query<ReplyRow>(
      `select ${replyColumns} from (
         select * from comment_reply a where a.comment_id = $1
           and ($2::timestamptz is null or (a.posted_at, a.id) > ($2, $3))
         order by a.posted_at, a.id limit $4) a ${replyParts}
       order by a.posted_at, a.id`,
      [comment, after?.value ?? null, after?.id ?? null, limit],
    );
  }

  async count(comment: string): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from comment_reply where comment_id = $1`,
      [comment],
    );
    return row!.count;
  }

  /** Stores a reply and returns it as it is shown, without reactions. */
  async insert(
    reply: Pick<CommentReplyEntity, 'id' | 'commentId' | 'markdown' | 'document' | 'postedBy'>,
  ): Promise<ReplyRow> {
    const { id, commentId, markdown, document, postedBy } = reply;
    const [stored] = await this.db.query<Pick<CommentReplyEntity, 'postedAt' | 'version'>>(
      `insert into comment_reply (id, comment_id, markdown, document, posted_by) values ($1, $2, $3, $4, $5)
       returning posted_at as "postedAt", version`,
      [id, commentId, markdown, document && JSON.stringify(document), postedBy],
    );
    return { ...reply, ...stored!, editedAt: null, reactions: [] };
  }

  async edit(id: string, { markdown, document }: Pick<CommentReplyEntity, 'markdown' | 'document'>): Promise<void> {
    await this.db.run(`update comment_reply set markdown = $2, document = $3, edited_at = now() where id = $1`, [
      id,
      markdown,
      document && JSON.stringify(document),
    ]);
  }

  async touch(id: string): Promise<void> {
    await this.db.run(`update comment_reply set version = version + 1 where id = $1`, [id]);
  }

  async delete(id: string): Promise<void> {
    await this.db.run(`delete from comment_reply where id = $1`, [id]);
  }
}
