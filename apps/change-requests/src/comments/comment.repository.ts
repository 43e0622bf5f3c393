import { Injectable } from '@nestjs/common';
import type { CommentsQuery, UpdateCommentReply } from '@bindery/contracts';
import { Database, Values, type KeysetPosition, type Statement } from '@bindery/persistence';
import { CountRepository } from '../counts/count.repository';
import type { StoredBody } from './comment-body';
import type { CommentEntity, CommentReplyEntity, CommentRow, ReplyRow } from './comment.entity';

/** The object that comments belong to: a change request, or without one the space itself. */
export interface DiscussionKey {
  space: string;
  changeRequest: string | null;
}

type CommentFilter = Pick<CommentsQuery, 'status' | 'targetPage' | 'authors'>;
type PostingTable = 'comment' | 'comment_reply';

/** The columns that the database sets, and those that a new comment does not have. */
type StoredFields = Pick<CommentEntity, 'postedAt' | 'version'>;
type LaterFields = Pick<CommentEntity, 'editedAt' | 'resolvedAt' | 'resolvedBy'>;
type NewComment = Omit<CommentEntity, keyof StoredFields | keyof LaterFields>;
type NewReply = Omit<CommentReplyEntity, keyof StoredFields | 'editedAt'>;

const postingColumns = (alias: string) => `${alias}.id, ${alias}.markdown, ${alias}.document,
  ${alias}.posted_by as "postedBy", ${alias}.posted_at as "postedAt", ${alias}.edited_at as "editedAt", ${alias}.version,
  reactions.list as reactions`;

/** Joined to the comments, so that a page of them takes one query. */
const reactionsOf = (alias: string) => `
  cross join lateral (select coalesce(json_agg(by_emoji order by by_emoji.since, by_emoji.emoji), '[]') as list from (
    select reaction.emoji, min(reaction.reacted_at) as since,
      json_agg(json_build_object('user', reaction.user_id, 'reactedAt', reaction.reacted_at) order by reaction.reacted_at, reaction.user_id) as users
    from reaction where reaction.target_id = ${alias}.id group by reaction.emoji) by_emoji) reactions`;

const repliersOf = `
  cross join lateral (select coalesce(json_agg(by_user order by by_user."updatedAt" desc, by_user."user"), '[]') as list from (
    select r.posted_by as "user", count(*)::int as count, max(r.posted_at) as "updatedAt"
    from comment_reply r where r.comment_id = c.id group by r.posted_by) by_user) repliers`;

const commentColumns = `${postingColumns('c')}, c.space_id as "spaceId", c.change_request_id as "changeRequestId",
  c.review_id as "reviewId", c.revision, c.page_id as "pageId", c.node_id as "nodeId", c.cell_record as "cellRecord",
  c.cell_definition as "cellDefinition", c.resolved_at as "resolvedAt", c.resolved_by as "resolvedBy", repliers.list as repliers`;
const commentParts = `${reactionsOf('c')} ${repliersOf}`;
const replyColumns = `${postingColumns('r')}, r.comment_id as "commentId"`;

/** Comments with their replies and the reactions to both. */
@Injectable()
export class CommentRepository {
  constructor(
    private readonly db: Database,
    private readonly counts: CountRepository,
  ) {}

  async find(discussion: DiscussionKey, id: string): Promise<CommentRow | undefined> {
    const { where, values } = inDiscussion(discussion);
    const [row] = await this.db.query<CommentRow>(
      `select ${commentColumns} from comment c ${commentParts} where ${where} and c.id = ${values.add(id)}`,
      values.all,
    );
    return row;
  }

  async findReply(comment: string, id: string): Promise<ReplyRow | undefined> {
    const [row] = await this.db.query<ReplyRow>(
      `select ${replyColumns} from comment_reply r ${reactionsOf('r')} where r.comment_id = $1 and r.id = $2`,
      [comment, id],
    );
    return row;
  }

  /** Loads a comment of the discussion, and locks it until the transaction ends. */
  async lock(discussion: DiscussionKey, id: string): Promise<CommentRow | undefined> {
    const { where, values } = inDiscussion(discussion);
    const one = `${where} and c.id = ${values.add(id)}`;
    await this.db.run(`select from comment c where ${one} for no key update`, values.all);
    return this.find(discussion, id);
  }

  /** Loads a reply to the comment, and locks it until the transaction ends. */
  async lockReply(comment: string, id: string): Promise<ReplyRow | undefined> {
    await this.db.run(`select from comment_reply where comment_id = $1 and id = $2 for no key update`, [comment, id]);
    return this.findReply(comment, id);
  }

  list(
    discussion: DiscussionKey,
    filter: CommentFilter,
    order: 'asc' | 'desc',
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<CommentRow[]> {
    const { where, values } = inDiscussion(discussion, filter);
    const comes = order === 'asc' ? '>' : '<';
    const position = after
      ? `and (c.posted_at, c.id) ${comes} (${values.add(after.value)}::timestamptz, ${values.add(after.id)})`
      : '';
    return this.db.query<CommentRow>(
      `select ${commentColumns} from (
         select * from comment c where ${where} ${position}
         order by c.posted_at ${order}, c.id ${order} limit ${values.add(limit)}) c ${commentParts}
       order by c.posted_at ${order}, c.id ${order}`,
      values.all,
    );
  }

  /** The replies to a comment, the oldest first. */
  listReplies(comment: string, after: KeysetPosition | undefined, limit: number): Promise<ReplyRow[]> {
    return this.db.query<ReplyRow>(
      `select ${replyColumns} from (
         select * from comment_reply r where r.comment_id = $1
           and ($2::timestamptz is null or (r.posted_at, r.id) > ($2, $3))
         order by r.posted_at, r.id limit $4) r ${reactionsOf('r')}
       order by r.posted_at, r.id`,
      [comment, after?.value ?? null, after?.id ?? null, limit],
    );
  }

  async count(discussion: DiscussionKey, filter: CommentFilter): Promise<number> {
    const { status, targetPage, authors } = filter;
    if (!discussion.changeRequest && targetPage === undefined && !authors?.length)
      return (await this.counts.activity([discussion.space])).comments[status];
    const { where, values } = inDiscussion(discussion, filter);
    return this.countIn(`comment c where ${where}`, values.all);
  }

  countReplies(comment: string): Promise<number> {
    return this.countIn(`comment_reply where comment_id = $1`, [comment]);
  }

  /** The comments of reviews, by review. */
  async ofReviews(reviews: string[]): Promise<Map<string, CommentRow>> {
    const rows = await this.db.query<CommentRow>(
      `select ${commentColumns} from comment c ${commentParts} where c.review_id = any($1)`,
      [reviews],
    );
    return new Map(rows.map((comment) => [comment.reviewId!, comment]));
  }

  /** Adds a comment, which is stored when the transaction commits. Returns it as it is shown, without replies or reactions. */
  add(comment: NewComment): CommentRow {
    // The time is that of this process, because the answer is made before the comment is stored.
    const later = { postedAt: new Date(), version: 1, editedAt: null, resolvedAt: null, resolvedBy: null };
    const row: CommentRow = { ...comment, ...later, reactions: [], repliers: [] };
    this.db.insertAtCommit(insertComments, row);
    return row;
  }

  /** Stores a reply and returns it as it is shown, without reactions. */
  async insertReply(reply: NewReply): Promise<ReplyRow> {
    const { id, commentId, markdown, document, postedBy } = reply;
    const [stored] = await this.db.query<StoredFields>(
      `insert into comment_reply (id, comment_id, markdown, document, posted_by) values ($1, $2, $3, $4, $5)
       returning posted_at as "postedAt", version`,
      [id, commentId, markdown, document && JSON.stringify(document), postedBy],
    );
    return { ...reply, ...stored!, editedAt: null, reactions: [] };
  }

  async edit(table: PostingTable, id: string, { markdown, document }: StoredBody): Promise<void> {
    const values = [id, markdown, document && JSON.stringify(document)];
    await this.db.run(`update ${table} set markdown = $2, document = $3, edited_at = now() where id = $1`, values);
  }

  /** Resolves the comment, or opens it again where `by` is null. A comment that is already so stays as it is. */
  async resolve(id: string, by: string | null): Promise<void> {
    await this.db.run(
      `update comment set resolved_by = $2, resolved_at = case when $2::text is null then null else now() end
       where id = $1 and (resolved_by is null) <> ($2::text is null)`,
      [id, by],
    );
  }

  /** Adds and removes a user's own reactions. An emoji in both lists is removed. */
  async react(table: PostingTable, id: string, user: string, changes: UpdateCommentReply): Promise<void> {
    const { addedReactions: added = [], removedReactions: removed = [] } = changes;
    const target = table === 'comment' ? 'comment_id' : 'reply_id';
    const insert = `insert into reaction (target_id, ${target}, user_id, emoji)
      select $1, $1, $2, emoji from unnest($3::text[]) as given (emoji) on conflict do nothing`;
    const remove = `delete from reaction where target_id = $1 and user_id = $2 and emoji = any($3)`;
    if (added.length > 0) await this.db.run(insert, [id, user, added]);
    if (removed.length > 0) await this.db.run(remove, [id, user, removed]);
  }

  async touch(table: PostingTable, id: string): Promise<void> {
    await this.db.run(`update ${table} set version = version + 1 where id = $1`, [id]);
  }

  /** Deletes it with its reactions, and a comment with its replies. */
  async delete(table: PostingTable, id: string): Promise<void> {
    await this.db.run(`delete from ${table} where id = $1`, [id]);
  }

  /** The users who wrote comments or replies in the discussion, by id. */
  commenters(discussion: DiscussionKey, after: KeysetPosition | undefined, limit: number): Promise<{ id: string }[]> {
    const { authors, values } = authorsOf(discussion);
    const position = after ? `where id > ${values.add(after.id)}` : '';
    return this.db.query<{ id: string }>(
      `select id from (${authors}) authors ${position} order by id limit ${values.add(limit)}`,
      values.all,
    );
  }

  countCommenters(discussion: DiscussionKey): Promise<number> {
    const { authors, values } = authorsOf(discussion);
    return this.countIn(`(${authors}) authors`, values.all);
  }

  private async countIn(rows: string, values: unknown[]): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(`select count(*)::int as count from ${rows}`, values);
    return row!.count;
  }
}

const insertComments = (comments: CommentRow[]): Statement => {
  const columns = `id, space_id, revision, markdown, posted_by, change_request_id, review_id, page_id, node_id, cell_record,
    cell_definition, posted_at`;
  const all = (field: keyof CommentEntity) => comments.map((comment) => comment[field]);
  return {
    text: `insert into comment (${columns}, document)
      select ${columns}, document::jsonb
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
        $10::text[], $11::text[], $12::timestamptz[], $13::text[]) as new (${columns}, document)`,
    values: [
      ...[all('id'), all('spaceId'), all('revision'), all('markdown'), all('postedBy')],
      ...[all('changeRequestId'), all('reviewId'), all('pageId'), all('nodeId')],
      ...[all('cellRecord'), all('cellDefinition'), all('postedAt')],
      comments.map(({ document }) => document && JSON.stringify(document)),
    ],
  };
};

function inDiscussion({ space, changeRequest }: DiscussionKey, filter: Partial<CommentFilter> = {}) {
  const { status, targetPage, authors } = filter;
  const values = new Values();
  const parts = [`c.space_id = ${values.add(space)}`];
  parts.push(changeRequest ? `c.change_request_id = ${values.add(changeRequest)}` : `c.change_request_id is null`);
  if (status === 'open') parts.push(`c.resolved_at is null`);
  if (status === 'resolved') parts.push(`c.resolved_at is not null`);
  if (targetPage !== undefined) parts.push(`c.page_id = ${values.add(targetPage)}`);
  if (authors?.length) parts.push(`c.posted_by = any(${values.add(authors)})`);
  return { where: parts.join(' and '), values };
}

function authorsOf(discussion: DiscussionKey) {
  const { where, values } = inDiscussion(discussion);
  const authors = `select c.posted_by collate "C" as id from comment c where ${where}
    union select r.posted_by from comment c join comment_reply r on r.comment_id = c.id where ${where}`;
  return { authors, values };
}
