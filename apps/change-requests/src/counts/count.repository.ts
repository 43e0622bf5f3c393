import { Injectable } from '@nestjs/common';
import type { SpaceCounts } from '@bindery/contracts';
import { Database } from '@bindery/persistence';

@Injectable()
export class CountRepository {
  constructor(private readonly db: Database) {}

  /** Comments of change requests are counted there, not in the space. Spaces about which nothing goes on are left out. */
  ofSpaces(ids: string[]): Promise<(SpaceCounts & { id: string })[]> {
    return this.db.query(
      `select space_id as id, sum(comments)::int as comments, sum(requests)::int as "changeRequests",
         sum(open)::int as "changeRequestsOpen", sum(drafts)::int as "changeRequestsDraft"
       from (
         select space_id, count(*) as comments, 0 as requests, 0 as open, 0 as drafts from comment
         where space_id = any($1) and change_request_id is null and resolved_at is null group by space_id
         union all
         select space_id, 0, count(*), count(*) filter (where status = 'open'), count(*) filter (where status = 'draft')
         from change_request where space_id = any($1) group by space_id
       ) counted group by space_id`,
      [ids],
    );
  }
}
