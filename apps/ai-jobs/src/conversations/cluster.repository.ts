import { Injectable } from '@nestjs/common';
import { pulseWeeks, type ClusterOrder, type ListClustersQuery } from '@bindery/contracts';
import { Database, type KeysetPosition } from '@bindery/persistence';
import type { ClusterRow } from './conversation.rows';

type ClusterFilter = Pick<ListClustersQuery, 'order' | 'orderBy' | 'status'>;

/** A cluster with what is counted of it. */
const counted = `
  select k.*, n.issues, n.conversations, t.* from issues_cluster k
  cross join lateral (
    select count(*)::int as issues, count(distinct i.conversation_id)::int as conversations from issue i where i.cluster_id = k.id) n
  cross join lateral (
    select count(*)::int as tasks_total, count(*) filter (where a.status = 'backlog')::int as tasks_backlog,
      count(*) filter (where a.status = 'started')::int as tasks_started,
      count(*) filter (where a.status = 'completed')::int as tasks_completed,
      count(*) filter (where a.status = 'canceled')::int as tasks_cancelled
    from agent_task a where a.cluster_id = k.id) t
  where k.organization_id = $1 and k.merged_into is null`;

/** The columns of shown clusters alone. */
const shown = `p.id, p.organization_id as "organizationId", p.label, p.summary, p.icon, p.provider, p.created_at as "createdAt",
  p.updated_at as "updatedAt", p.issues, p.conversations, p.tasks_total as "tasksTotal", p.tasks_backlog as "tasksBacklog",
  p.tasks_started as "tasksStarted", p.tasks_completed as "tasksCompleted", p.tasks_cancelled as "tasksCancelled",
  (select array_agg((select count(*)::int from issue i where i.cluster_id = p.id
     and i.created_at > now() - (w.week + 1) * interval '7 days' and i.created_at <= now() - w.week * interval '7 days')
     order by w.week desc) from generate_series(0, ${pulseWeeks - 1}) as w (week)) as "weeklyPulse",
  (select coalesce(jsonb_object_agg(s.source, s.issues), '{}') from (
     select c.source, count(*)::int as issues from issue i join conversation c on c.id = i.conversation_id
     where i.cluster_id = p.id group by c.source) s) as sources`;

const sorts: Record<ClusterOrder, { column: string; type: string }> = {
  updatedAt: { column: 'updated_at', type: 'timestamptz' },
  issues: { column: 'issues', type: 'integer' },
  conversations: { column: 'conversations', type: 'integer' },
  tasksTotal: { column: 'tasks_total', type: 'integer' },
  tasksBacklog: { column: 'tasks_backlog', type: 'integer' },
  tasksStarted: { column: 'tasks_started', type: 'integer' },
};

@Injectable()
export class ClusterRepository {
  constructor(private readonly db: Database) {}

  /** A cluster that became part of another is that one from then on. */
  async find(organization: string, id: string): Promise<ClusterRow | undefined> {
    const [row] = await this.db.query<ClusterRow>(
      `select ${shown} from (${counted} and k.id = (
         select coalesce(o.merged_into, o.id) from issues_cluster o where o.organization_id = $1 and o.id = $2)) p`,
      [organization, id],
    );
    return row;
  }

  list(
    organization: string,
    { order, orderBy, status }: ClusterFilter,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<ClusterRow[]> {
    const { column, type } = sorts[orderBy];
    const [compare, direction] = order === 'asc' ? ['>', 'asc'] : ['<', 'desc'];
    return this.db.query<ClusterRow>(
      `with page as materialized (
         select * from (${counted} and ($2::text is null or k.status = $2)) c
         where $3::${type} is null or (c.${column}, c.id) ${compare} ($3, $4)
         order by c.${column} ${direction}, c.id ${direction} limit $5)
       select ${shown} from page p order by p.${column} ${direction}, p.id ${direction}`,
      [organization, status ?? null, after?.value ?? null, after?.id ?? null, limit],
    );
  }

  async count(organization: string, { status }: Pick<ClusterFilter, 'status'>): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from issues_cluster
       where organization_id = $1 and merged_into is null and ($2::text is null or status = $2)`,
      [organization, status ?? null],
    );
    return row!.count;
  }
}
