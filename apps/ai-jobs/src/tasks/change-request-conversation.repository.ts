import { Injectable } from '@nestjs/common';
import { Database, type KeysetPosition } from '@bindery/persistence';

/** The instruction to an agent, and its work, in a change request. */
export interface ChangeRequestConversationRow {
  changeRequestId: string;
  /** Within the change request. */
  id: string;
  organizationId: string;
  title: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

const columns = `c.change_request_id as "changeRequestId", c.id, c.organization_id as "organizationId", c.title,
  c.created_at as "createdAt", c.updated_at as "updatedAt", c.version`;

@Injectable()
export class ChangeRequestConversationRepository {
  constructor(private readonly db: Database) {}

  async find(changeRequest: string, id: string): Promise<ChangeRequestConversationRow | undefined> {
    const [row] = await this.db.query<ChangeRequestConversationRow>(
      `select ${columns} from change_request_conversation c where c.change_request_id = $1 and c.id = $2`,
      [changeRequest, id],
    );
    return row;
  }

  /** The newest first. */
  list(
    changeRequest: string,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<ChangeRequestConversationRow[]> {
    return this.db.query<ChangeRequestConversationRow>(
      `select ${columns} from change_request_conversation c where c.change_request_id = $1
         and ($2::timestamptz is null or (c.created_at, c.id) < ($2, $3))
       order by c.created_at desc, c.id desc limit $4`,
      [changeRequest, after?.value ?? null, after?.id ?? null, limit],
    );
  }

  async count(changeRequest: string): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from change_request_conversation where change_request_id = $1`,
      [changeRequest],
    );
    return row!.count;
  }

  /** Begins the conversation of the agent that does a task, under the title of the task. */
  async begin(task: string, changeRequest: string): Promise<void> {
    await this.db.run(
      `insert into change_request_conversation (change_request_id, id, organization_id, space_id, title)
       select $2, 'default', organization_id, space_id, title from agent_task where id = $1 on conflict do nothing`,
      [task, changeRequest],
    );
  }

  async rename({ changeRequestId, id }: ChangeRequestConversationRow, title: string): Promise<void> {
    await this.db.run(
      `update change_request_conversation set title = $3, updated_at = now(), version = version + 1
       where change_request_id = $1 and id = $2`,
      [changeRequestId, id, title],
    );
  }

  async remove({ changeRequestId, id }: ChangeRequestConversationRow): Promise<void> {
    await this.db.run(`delete from change_request_conversation where change_request_id = $1 and id = $2`, [
      changeRequestId,
      id,
    ]);
  }

  async removeSpace(space: string): Promise<void> {
    await this.db.run(`delete from change_request_conversation where space_id = $1`, [space]);
  }
}
