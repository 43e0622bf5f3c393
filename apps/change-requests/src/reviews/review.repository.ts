import { Injectable } from '@nestjs/common';
import { Database, Values, type KeysetPosition } from '@bindery/persistence';
import { ReviewEntity } from './review.entity';

const columns = `r.id, r.change_request_id as "changeRequestId", r.reviewer, r.requested_by as "requestedBy", r.status, r.revision,
  r.created_at as "createdAt", r.updated_at as "updatedAt", r.version`;

/** Reviews of one change request. `outdated` selects those of older revisions (true), or those of the head (false). */
interface ReviewFilter {
  changeRequest: string;
  head: string;
  outdated?: boolean;
}

export type NewReview = Pick<
  ReviewEntity,
  'id' | 'changeRequestId' | 'reviewer' | 'requestedBy' | 'status' | 'revision'
>;

@Injectable()
export class ReviewRepository {
  constructor(private readonly db: Database) {}

  async find(changeRequest: string, id: string): Promise<ReviewEntity | undefined> {
    const [row] = await this.db.query<ReviewEntity>(
      `select ${columns} from review r where r.change_request_id = $1 and r.id = $2`,
      [changeRequest, id],
    );
    return row;
  }

  /** The newest first. */
  list(filter: ReviewFilter, after: KeysetPosition | undefined, limit: number): Promise<ReviewEntity[]> {
    const { where, values } = condition(filter);
    const position = after
      ? `and (r.created_at, r.id) < (${values.add(after.value)}::timestamptz, ${values.add(after.id)})`
      : '';
    return this.db.query<ReviewEntity>(
      `select ${columns} from review r where ${where} ${position}
       order by r.created_at desc, r.id desc limit ${values.add(limit)}`,
      values.all,
    );
  }

  async count(filter: ReviewFilter): Promise<number> {
    const { where, values } = condition(filter);
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from review r where ${where}`,
      values.all,
    );
    return row!.count;
  }

  /** The last review of each reviewer. */
  latest(changeRequest: string): Promise<ReviewEntity[]> {
    return this.db.query<ReviewEntity>(
      `select distinct on (r.reviewer) ${columns} from review r where r.change_request_id = $1
       order by r.reviewer, r.created_at desc, r.id desc`,
      [changeRequest],
    );
  }

  async insert(review: NewReview): Promise<void> {
    await this.db.manager.insert(ReviewEntity, review);
  }
}

function condition({ changeRequest, head, outdated }: ReviewFilter): { where: string; values: Values } {
  const values = new Values();
  const parts = [`r.change_request_id = ${values.add(changeRequest)}`];
  if (outdated !== undefined) parts.push(`r.revision ${outdated ? '<>' : '='} ${values.add(head)}`);
  return { where: parts.join(' and '), values };
}
