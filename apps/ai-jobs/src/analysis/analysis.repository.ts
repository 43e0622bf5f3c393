import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import type { Cluster, ClusteringChanges } from './clustering';
import type { Features } from './features';

/** An issue to be stored, with where it is. */
export interface NewIssue {
  id: string;
  conversation: string;
  ordinal: number;
  title: string;
  summary: string;
  features: Features;
  provider: string;
}

export interface KnownIssue {
  id: string;
  conversation: string;
  ordinal: number;
  features: Features;
  cluster: string | null;
}

/** The state that clustering begins with: the organization's clusters, issues without one, and the frequencies of words. */
interface AnalysisState {
  clusters: { id: string; size: number; centroid: Features }[];
  waiting: { id: string; features: Features }[];
  terms: { term: string; issues: number }[];
  issues: number;
}

/** Older issues that nothing is like do not wait any more. */
const mostWaiting = 5_000;

@Injectable()
export class AnalysisRepository {
  constructor(private readonly db: Database) {}

  async state(organization: string): Promise<AnalysisState> {
    const [clusters, waiting, terms, [count]] = [
      await this.db.query<AnalysisState['clusters'][number]>(
        `select id, size, centroid from issues_cluster where organization_id = $1 and merged_into is null`,
        [organization],
      ),
      await this.db.query<AnalysisState['waiting'][number]>(
        `select id, features from issue where organization_id = $1 and cluster_id is null
         order by ingested_at desc, id limit ${mostWaiting}`,
        [organization],
      ),
      await this.db.query<AnalysisState['terms'][number]>(
        `select term, issues from issue_term where organization_id = $1`,
        [organization],
      ),
      await this.db.query<{ issues: number }>(`select count(*)::int as issues from issue where organization_id = $1`, [
        organization,
      ]),
    ];
    return { clusters, waiting, terms, issues: count!.issues };
  }

  /** The issues that were found in conversations before. */
  known(conversations: string[]): Promise<KnownIssue[]> {
    return this.db.query<KnownIssue>(
      `select id, conversation_id as conversation, ordinal, features, cluster_id as cluster from issue
       where conversation_id = any($1)`,
      [conversations],
    );
  }

  async putIssues(organization: string, issues: NewIssue[]): Promise<void> {
    await this.db.run(
      `insert into issue as i (id, organization_id, conversation_id, ordinal, title, summary, features, provider, created_at)
       select n.id, $1, n.conversation, n.ordinal, n.title, n.summary, n.features, n.provider, c.created_at
       from jsonb_to_recordset($2::jsonb) as n (id text, conversation text, ordinal integer, title text, summary text,
         features jsonb, provider text)
       join conversation c on c.id = n.conversation
       on conflict (conversation_id, ordinal) do update set title = excluded.title, summary = excluded.summary,
         features = excluded.features, provider = excluded.provider, created_at = excluded.created_at, ingested_at = now()`,
      [organization, JSON.stringify(issues)],
    );
  }

  async removeIssues(ids: string[]): Promise<void> {
    await this.db.run(`delete from issue where id = any($1)`, [ids]);
  }

  /** Notes that conversations were looked through, unless they have been replaced since they were read. */
  async processed(conversations: { id: string; contentHash: string }[]): Promise<void> {
    await this.db.run(
      `update conversation c set processed_at = now() from unnest($1::text[], $2::text[]) as n (id, content_hash)
       where c.id = n.id and c.content_hash = n.content_hash`,
      [conversations.map(({ id }) => id), conversations.map(({ contentHash }) => contentHash)],
    );
  }

  async apply(organization: string, changes: ClusteringChanges): Promise<void> {
    const { clusters, assigned, merged, emptied, terms } = changes;
    await this.putClusters(organization, clusters);
    await this.db.run(
      `update issue i set cluster_id = n.cluster from unnest($2::text[], $3::text[]) as n (id, cluster)
       where i.organization_id = $1 and i.id = n.id`,
      [organization, [...assigned.keys()], [...assigned.values()]],
    );
    const pairs = [[...merged.keys()], [...merged.values()]];
    for (const table of ['issue', 'agent_task']) {
      await this.db.run(
        `update ${table} o set cluster_id = n.into_id from unnest($1::text[], $2::text[]) as n (id, into_id) where o.cluster_id = n.id`,
        pairs,
      );
    }
    await this.db.run(
      `update issues_cluster k set merged_into = n.into_id, updated_at = now() from unnest($1::text[], $2::text[]) as n (id, into_id)
       where k.id = n.id or k.merged_into = n.id`,
      pairs,
    );
    await this.db.run(`delete from issues_cluster where id = any($1)`, [[...emptied]]);
    await this.db.run(
      `insert into issue_term as t (organization_id, term, issues)
       select $1, n.term, n.change from unnest($2::text[], $3::integer[]) as n (term, change) where n.change <> 0 order by n.term
       on conflict (organization_id, term) do update set issues = greatest(0, t.issues + excluded.issues)`,
      [organization, [...terms.keys()], [...terms.values()]],
    );
  }

  private async putClusters(organization: string, clusters: Cluster[]): Promise<void> {
    const rows = clusters.map(({ id, size, centroid }) => ({ id, size, centroid: Object.fromEntries(centroid) }));
    await this.db.run(
      `insert into issues_cluster as k (id, organization_id, label, summary, icon, provider, status, centroid, size)
       select n.id, $1, '', '', 'comments-question', '', 'pending', n.centroid, n.size
       from jsonb_to_recordset($2::jsonb) as n (id text, centroid jsonb, size integer)
       on conflict (id) do update set centroid = excluded.centroid, size = excluded.size, updated_at = now(),
         status = case when k.status = 'analysing' or excluded.size >= 2 * k.described_size then 'pending' else k.status end`,
      [organization, JSON.stringify(rows)],
    );
  }
}
