import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import type { Features } from './features';

/** A cluster that is to be described, with issues that stand for it. */
export interface UndescribedCluster {
  id: string;
  size: number;
  centroid: Features;
  issues: ClusterEvidence[];
}

export interface ClusterEvidence {
  id: string;
  title: string;
  summary: string;
  features: Features;
}

const mostEvidence = 50;

/** Labels and summaries of clusters: made anew whenever one has come to be twice as large. */
@Injectable()
export class ClusterDescriptionRepository {
  constructor(private readonly db: Database) {}

  /** Takes one that waits to be described; undefined when none does. */
  async next(organization: string): Promise<UndescribedCluster | undefined> {
    const [cluster] = await this.db.query<Omit<UndescribedCluster, 'issues'>>(
      `update issues_cluster set status = 'analysing' where id = (
         select id from issues_cluster where organization_id = $1 and status <> 'analysed' and merged_into is null
         order by status, id limit 1)
       returning id, size, centroid`,
      [organization],
    );
    return cluster && { ...cluster, issues: await this.evidence(cluster.id) };
  }

  /** The newest issues of a cluster. */
  evidence(cluster: string): Promise<ClusterEvidence[]> {
    return this.db.query<ClusterEvidence>(
      `select id, title, summary, features from issue where cluster_id = $1 order by created_at desc, id desc limit ${mostEvidence}`,
      [cluster],
    );
  }

  async describe(
    { id, size }: UndescribedCluster,
    { label, summary, provider }: { label: string; summary: string; provider: string },
  ): Promise<void> {
    await this.db.run(
      `update issues_cluster set label = $2, summary = $3, provider = $4, described_size = $5, status = 'analysed',
         updated_at = now() where id = $1`,
      [id, label, summary, provider, size],
    );
  }
}
