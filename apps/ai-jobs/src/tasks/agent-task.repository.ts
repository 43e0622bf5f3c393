import { Injectable } from '@nestjs/common';
import type { AgentTaskStatus } from '@bindery/contracts';
import type { Document } from '@bindery/documents';
import { Database, type KeysetPosition } from '@bindery/persistence';

export interface AgentTaskRow {
  id: string;
  organizationId: string;
  clusterId: string | null;
  spaceId: string;
  title: string;
  description: string;
  instructions: Document;
  status: AgentTaskStatus;
  changeRequestId: string | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

interface AgentTaskFilter {
  cluster?: string;
  space?: string;
  status?: AgentTaskStatus[];
}

/** A cluster that many conversations are about, and that no task does anything about. */
export interface UntendedCluster {
  id: string;
  label: string;
  summary: string;
  size: number;
}

const columns = `a.id, a.organization_id as "organizationId", a.cluster_id as "clusterId", a.space_id as "spaceId", a.title,
  a.description, a.instructions, a.status, a.change_request_id as "changeRequestId", a.created_at as "createdAt",
  a.updated_at as "updatedAt", a.version`;
const filtered = `a.organization_id = $1 and ($2::text is null or a.cluster_id = $2) and ($3::text is null or a.space_id = $3)
  and ($4::text[] is null or a.status = any($4))`;

@Injectable()
export class AgentTaskRepository {
  constructor(private readonly db: Database) {}

  async find(organization: string, id: string): Promise<AgentTaskRow | undefined> {
    const [row] = await this.db.query<AgentTaskRow>(
      `select ${columns} from agent_task a where a.organization_id = $1 and a.id = $2`,
      [organization, id],
    );
    return row;
  }

  /** Loads the task and locks it until the transaction ends. */
  async lock(organization: string, id: string): Promise<AgentTaskRow | undefined> {
    await this.db.run(`select from agent_task where organization_id = $1 and id = $2 for no key update`, [
      organization,
      id,
    ]);
    return this.find(organization, id);
  }

  /** The newest first. */
  list(
    organization: string,
    filter: AgentTaskFilter,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<AgentTaskRow[]> {
    return this.db.query<AgentTaskRow>(
      `select ${columns} from agent_task a where ${filtered}
         and ($5::timestamptz is null or (a.created_at, a.id) < ($5, $6))
       order by a.created_at desc, a.id desc limit $7`,
      [...valuesOf(organization, filter), after?.value ?? null, after?.id ?? null, limit],
    );
  }

  async count(organization: string, filter: AgentTaskFilter): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from agent_task a where ${filtered}`,
      valuesOf(organization, filter),
    );
    return row!.count;
  }

  async insert(
    task: Pick<
      AgentTaskRow,
      'id' | 'organizationId' | 'clusterId' | 'spaceId' | 'title' | 'description' | 'instructions'
    >,
  ): Promise<void> {
    const { id, organizationId, clusterId, spaceId, title, description, instructions } = task;
    await this.db.run(
      `insert into agent_task (id, organization_id, cluster_id, space_id, title, description, instructions, status)
       select $1, $2, $3, $4, $5, $6, $7, 'backlog' where not exists (
         select from agent_task where cluster_id = $3 and space_id = $4 and status in ('backlog', 'started'))`,
      [id, organizationId, clusterId, spaceId, title, description, JSON.stringify(instructions)],
    );
  }

  async setStatus(id: string, status: AgentTaskStatus): Promise<void> {
    await this.db.run(
      `update agent_task set status = $2, updated_at = now(), version = version + 1 where id = $1 and status <> $2`,
      [id, status],
    );
  }

  /**
   * Notes the change request that is about to be opened for a task; answers whether no other one is. The note holds for a minute,
   * which is longer than any request takes, so that a task whose change request was never opened can be started later.
   */
  async claim(organization: string, id: string, changeRequest: string): Promise<boolean> {
    const claimed = await this.db.run(
      `update agent_task set opening_id = $3, opening_until = now() + interval '1 minute'
       where organization_id = $1 and id = $2 and change_request_id is null
         and (opening_id is null or opening_id = $3 or opening_until < now())`,
      [organization, id, changeRequest],
    );
    return claimed === 1;
  }

  /** Notes the change request that does a task that waited for one; answers whether it is the one that does the task. */
  async start(organization: string, id: string, changeRequest: string): Promise<boolean> {
    const started = await this.db.run(
      `update agent_task set status = 'started', change_request_id = $3, updated_at = now(), version = version + 1
       where organization_id = $1 and id = $2 and status in ('backlog', 'canceled') and change_request_id is null`,
      [organization, id, changeRequest],
    );
    return started === 1 || (await this.find(organization, id))?.changeRequestId === changeRequest;
  }

  async complete(changeRequest: string): Promise<void> {
    await this.db.run(
      `update agent_task set status = 'completed', updated_at = now(), version = version + 1
       where change_request_id = $1 and status <> 'completed'`,
      [changeRequest],
    );
  }

  /** The clusters with so many conversations and without a task, the largest first, after one of them. */
  untended(
    organization: string,
    conversations: number,
    after: Pick<UntendedCluster, 'id' | 'size'> | undefined,
    limit: number,
  ): Promise<UntendedCluster[]> {
    return this.db.query<UntendedCluster>(
      `select k.id, k.label, k.summary, k.size from issues_cluster k
       where k.organization_id = $1 and k.merged_into is null and k.size >= $2
         and not exists (select from agent_task a where a.cluster_id = k.id)
         and (select count(distinct i.conversation_id) from issue i where i.cluster_id = k.id) >= $2
         and ($3::int is null or k.size < $3 or (k.size = $3 and k.id > $4))
       order by k.size desc, k.id limit $5`,
      [organization, conversations, after?.size ?? null, after?.id ?? null, limit],
    );
  }

  async removeSpace(space: string): Promise<void> {
    await this.db.run(`delete from agent_task where space_id = $1`, [space]);
  }
}

const valuesOf = (organization: string, { cluster, space, status }: AgentTaskFilter): unknown[] => [
  organization,
  cluster ?? null,
  space ?? null,
  status ?? null,
];
