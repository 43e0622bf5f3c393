import { Injectable } from '@nestjs/common';
import { Database, type KeysetPosition } from '@bindery/persistence';

export interface RequestedReviewerRow {
  user: string;
  requestedBy: string;
  revision: string;
  createdAt: Date;
}

const columns = `q.user_id as "user", q.requested_by as "requestedBy", q.revision, q.created_at as "createdAt"`;

@Injectable()
export class RequestedReviewerRepository {
  constructor(private readonly db: Database) {}

  async find(changeRequest: string, user: string): Promise<RequestedReviewerRow | undefined> {
    const [row] = await this.among(changeRequest, [user]);
    return row;
  }

  /** The requested reviewers among the users, by id. */
  among(changeRequest: string, users: string[]): Promise<RequestedReviewerRow[]> {
    return this.db.query<RequestedReviewerRow>(
      `select ${columns} from requested_reviewer q where q.change_request_id = $1 and q.user_id = any($2) order by q.user_id`,
      [changeRequest, users],
    );
  }

  list(changeRequest: string, after: KeysetPosition | undefined, limit: number): Promise<RequestedReviewerRow[]> {
    return this.db.query<RequestedReviewerRow>(
      `select ${columns} from requested_reviewer q where q.change_request_id = $1 and ($2::text is null or q.user_id > $2)
       order by q.user_id limit $3`,
      [changeRequest, after?.id ?? null, limit],
    );
  }

  async count(changeRequest: string): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from requested_reviewer where change_request_id = $1`,
      [changeRequest],
    );
    return row!.count;
  }

  /** Adds requested reviewers and returns the new ones. Others are requested again, for the new revision. */
  async add(changeRequest: string, users: string[], requestedBy: string, revision: string): Promise<string[]> {
    const rows = await this.db.query<{ user: string; added: boolean }>(
      `insert into requested_reviewer (change_request_id, user_id, requested_by, revision)
       select $1, "user", $3, $4 from unnest($2::text[]) as asked ("user")
       on conflict (change_request_id, user_id) do update set requested_by = excluded.requested_by, revision = excluded.revision
       returning user_id as "user", xmax = 0 as added`,
      [changeRequest, users, requestedBy, revision],
    );
    return rows.filter(({ added }) => added).map(({ user }) => user);
  }

  async remove(changeRequest: string, user: string): Promise<void> {
    await this.db.run(`delete from requested_reviewer where change_request_id = $1 and user_id = $2`, [
      changeRequest,
      user,
    ]);
  }

  /** The requested reviewers of all change requests of the space. */
  async ofSpace(space: string): Promise<string[]> {
    const rows = await this.db.query<{ user: string }>(
      `select distinct q.user_id as "user" from requested_reviewer q
       join change_request r on r.id = q.change_request_id where r.space_id = $1`,
      [space],
    );
    return rows.map(({ user }) => user);
  }

  /** Removes users from the requested reviewers of all change requests of the space. */
  async removeFrom(space: string, users: string[]): Promise<void> {
    await this.db.run(
      `delete from requested_reviewer q using change_request r
       where r.id = q.change_request_id and r.space_id = $1 and q.user_id = any($2)`,
      [space, users],
    );
  }
}
