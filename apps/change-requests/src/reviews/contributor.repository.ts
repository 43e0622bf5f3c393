import { Injectable } from '@nestjs/common';
import type { contributions } from '@bindery/contracts';
import { Database } from '@bindery/persistence';

export interface ContributorRow {
  user: string;
  actionType: (typeof contributions)[number];
  count: number;
  updatedAt: Date;
}

@Injectable()
export class ContributorRepository {
  constructor(private readonly db: Database) {}

  /** The users who edited the change request, then those who commented; in each group the latest first. */
  list(changeRequest: string): Promise<ContributorRow[]> {
    return this.db.query<ContributorRow>(
      `select * from (
         select user_id as "user", 'edit' as "actionType", edits as count, updated_at as "updatedAt"
         from edit_contribution where change_request_id = $1
         union all
         select posted_by, 'comment', count(*)::int, max(posted_at) from (
           select posted_by, posted_at from comment where change_request_id = $1
           union all
           select a.posted_by, a.posted_at from comment c join comment_reply a on a.comment_id = c.id
           where c.change_request_id = $1) written
         group by posted_by) contributions
       order by "actionType" desc, "updatedAt" desc, "user"`,
      [changeRequest],
    );
  }
}
