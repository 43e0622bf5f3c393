import { Injectable } from '@nestjs/common';
import type { CommentsQuery } from '@bindery/contracts';
import { Database, type After } from '@bindery/persistence';
import { CountRepository } from '../counts/count.repository';
import { Values } from '../values';
import type { CommentEntity } from './comment.entity';
import { commentColumns, commentParts, type CommentRow } from './comment.rows';

/** Where comments hang: a change request, or without one the space itself. */
export interface Thread {
  space: string;
  changeRequest: string | null;
}

type CommentFilter = Pick<CommentsQuery, 'status' | 'targetPage' | 'authors'>;

/** The columns of a new comment; what is left out is null. */
export type NewComment = Pick<CommentEntity, 'id' | 'spaceId' | 'revision' | 'markdown' | 'document' | 'postedBy'> &
  Partial<Pick<CommentEntity, 'changeRequestId' | 'reviewId' | 'pageId' | 'nodeId' | 'cellRecord' | 'cellDefinition'>>;

/** The columns that the database sets on a new comment. */
type StoredFields = Pick<CommentEntity, 'postedAt' | 'version'>;

@Injectable()
export class CommentRepository {
  constructor(
    private readonly db: Database,
    private readonly counts: CountRepository,
  ) {}

  async find(thread: Thread, id: string): Promise<CommentRow | undefined> {
    const { where, values } = inThread(thread);
    const [row] = await this.db.query<CommentRow>(
      `select ${commentColumns} from comment c ${commentParts} where ${where} and c.id = ${values.add(id)}`,
      values.all,
    );
    return row;
  }

  /** Loads the comment and locks it until the transaction ends. */
  async lock(thread: Thread, id: string): Promise<CommentRow | undefined> {
    await this.db.run(`select from comment where id = $1 for no key update`, [id]);
    return this.find(thread, id);
  }

  list(
    thread: Thread,
    filter: CommentFilter,
    order: 'asc' | 'desc',
    after: After | undefined,
    limit: number,
  ): Promise<CommentRow[]> {
    const { where, values } = inThread(thread, filter);
    const [direction, comes] = order === 'asc' ? ['asc', '>'] : ['desc', '<'];
    const position = after
      ? `and (c.posted_at, c.id) ${comes} (${values.add(after.value)}::timestamptz, ${values.add(after.id)})`
      : '';
    return this.db.query<CommentRow>(
      `select ${commentColumns} from (
         select * from comment c where ${where} ${position}
         order by c.posted_at ${direction}, c.id ${direction} limit ${values.add(limit)}) c ${commentParts}
       order by c.posted_at ${direction}, c.id ${direction}`,
      values.all,
    );
  }

  async count(thread: Thread, filter: CommentFilter): Promise<number> {
    const { status, targetPage, authors } = filter;
    if (!thread.changeRequest && targetPage === undefined && !authors?.length)
      return (await this.counts.activity([thread.space])).comments[status];
    const { where, values } = inThread(thread, filter);
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from comment c where ${where}`,
      values.all,
    );
    return row!.count;
  }

  /** The comments of reviews, by review. */
  async ofReviews(reviews: string[]): Promise<Map<string, CommentRow>> {
    const rows = await this.db.query<CommentRow>(
      `select ${commentColumns} from comment c ${commentParts} where c.review_id = any($1)`,
      [reviews],
    );
    return new Map(rows.map((comment) => [comment.reviewId!, comment]));
  }

  /**
   * Stores a comment and returns it as it is shown, without replies or reactions. In a shared transaction all do so
   * with one statement.
   */
  async insert(comment: NewComment): Promise<CommentRow> {
    const about = { changeRequestId: null, reviewId: null, pageId: null, nodeId: null };
    const whole = { ...about, cellRecord: null, cellDefinition: null, ...comment };
    const stored = await this.db.loadBatched(this.insertAll, whole);
    return { ...whole, editedAt: null, resolvedAt: null, resolvedBy: null, reactions: [], repliers: [], ...stored };
  }

  private readonly insertAll = async (comments: Required<NewComment>[]): Promise<StoredFields[]> => {
    const rows = await this.db.query<StoredFields & { id: string }>(
      `insert into comment (id, space_id, revision, markdown, document, posted_by,
         change_request_id, review_id, page_id, node_id, cell_record, cell_definition)
       select id, space_id, revision, markdown, document::jsonb, posted_by,
         change_request_id, review_id, page_id, node_id, cell_record, cell_definition
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
         $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
         as new (id, space_id, revision, markdown, document, posted_by,
           change_request_id, review_id, page_id, node_id, cell_record, cell_definition)
       returning id, posted_at as "postedAt", version`,
      [
        comments.map(({ id }) => id),
        comments.map(({ spaceId }) => spaceId),
        comments.map(({ revision }) => revision),
        comments.map(({ markdown }) => markdown),
        comments.map(({ document }) => document && JSON.stringify(document)),
        comments.map(({ postedBy }) => postedBy),
        comments.map(({ changeRequestId }) => changeRequestId),
        comments.map(({ reviewId }) => reviewId),
        comments.map(({ pageId }) => pageId),
        comments.map(({ nodeId }) => nodeId),
        comments.map(({ cellRecord }) => cellRecord),
        comments.map(({ cellDefinition }) => cellDefinition),
      ],
    );
    const stored = new Map(rows.map(({ id, ...row }) => [id, row]));
    return comments.map(({ id }) => stored.get(id)!);
  };

  async edit(id: string, { markdown, document }: Pick<CommentEntity, 'markdown' | 'document'>): Promise<void> {
    await this.db.run(`update comment set markdown = $2, document = $3, edited_at = now() where id = $1`, [
      id,
      markdown,
      document && JSON.stringify(document),
    ]);
  }

  /** Resolves the comment as of now, or opens it again; what is so already stays as it is. */
  async resolve(id: string, by: string | null): Promise<void> {
    await this.db.run(
      `update comment set resolved_by = $2, resolved_at = case when $2::text is null then null else now() end
       where id = $1 and (resolved_by is null) <> ($2::text is null)`,
      [id, by],
    );
  }

  async touch(id: string): Promise<void> {
    await this.db.run(`update comment set version = version + 1 where id = $1`, [id]);
  }

  /** With its replies and all reactions. */
  async delete(id: string): Promise<void> {
    await this.db.run(`delete from comment where id = $1`, [id]);
  }

  /** The users who wrote comments or replies in the thread, by id. */
  async commenters(thread: Thread, after: After | undefined, limit: number): Promise<{ id: string }[]> {
    const { authors, values } = authorsOf(thread);
    const position = after ? `where id > ${values.add(after.id)}` : '';
    return this.db.query<{ id: string }>(
      `select id from (${authors}) authors ${position} order by id limit ${values.add(limit)}`,
      values.all,
    );
  }

  async countCommenters(thread: Thread): Promise<number> {
    const { authors, values } = authorsOf(thread);
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from (${authors}) authors`,
      values.all,
    );
    return row!.count;
  }
}

function inThread({ space, changeRequest }: Thread, { status, targetPage, authors }: Partial<CommentFilter> = {}) {
  const values = new Values();
  const parts = [`c.space_id = ${values.add(space)}`];
  parts.push(changeRequest ? `c.change_request_id = ${values.add(changeRequest)}` : `c.change_request_id is null`);
  if (status === 'open') parts.push(`c.resolved_at is null`);
  if (status === 'resolved') parts.push(`c.resolved_at is not null`);
  if (targetPage !== undefined) parts.push(`c.page_id = ${values.add(targetPage)}`);
  if (authors?.length) parts.push(`c.posted_by = any(${values.add(authors)})`);
  return { where: parts.join(' and '), values };
}

function authorsOf(thread: Thread) {
  const { where, values } = inThread(thread);
  const authors = `select c.posted_by collate "C" as id from comment c where ${where}
    union select a.posted_by from comment c join comment_reply a on a.comment_id = c.id where ${where}`;
  return { authors, values };
}
