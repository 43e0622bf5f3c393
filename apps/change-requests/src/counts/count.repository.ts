import { Injectable } from '@nestjs/common';
import type { ChangeRequestStatus, CommentsQuery, SpaceCounts } from '@bindery/contracts';
import { anyLength, Database } from '@bindery/persistence';

/** The counts by status. */
interface Activity {
  comments: Record<CommentsQuery['status'], number>;
  changeRequests: Record<ChangeRequestStatus, number>;
}

const total = (column: string, name = column): string => `sum(${column})::int as "${name}"`;

/** Counts that triggers keep, so that reading them costs the same for any number of rows. */
@Injectable()
export class CountRepository {
  constructor(private readonly db: Database) {}

  /** Leaves out the comments on change requests, and spaces that never had a comment or a change request. */
  ofSpaces(ids: string[]): Promise<(SpaceCounts & { id: string })[]> {
    return this.db.query(
      `select space_id as id, ${total('comments_open', 'comments')},
         ${total('draft + open + archived + merged', 'changeRequests')},
         ${total('open', 'changeRequestsOpen')}, ${total('draft', 'changeRequestsDraft')}
       from space_activity where space_id = any(${anyLength('$1')}) group by space_id`,
      [ids],
    );
  }

  /** The counts by status, over all of the spaces. */
  async activity(spaces: string[]): Promise<Activity> {
    const [row] = await this.db.query<Record<'unresolved' | 'resolved' | ChangeRequestStatus, number | null>>(
      `select ${total('comments_open', 'unresolved')}, ${total('comments_resolved', 'resolved')}, ${total('draft')},
         ${total('open')}, ${total('archived')}, ${total('merged')}
       from space_activity where space_id = any($1)`,
      [spaces],
    );
    const count = (name: keyof NonNullable<typeof row>): number => row?.[name] ?? 0;
    const [open, resolved] = [count('unresolved'), count('resolved')];
    return {
      comments: { open, resolved, all: open + resolved },
      changeRequests: {
        draft: count('draft'),
        open: count('open'),
        archived: count('archived'),
        merged: count('merged'),
      },
    };
  }
}
