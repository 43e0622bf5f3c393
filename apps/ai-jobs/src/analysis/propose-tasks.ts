import { Injectable } from '@nestjs/common';
import type { Principal } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { ClusterDescriptionRepository } from './cluster-description.repository';
import { shortened } from '../text/sentences';
import { AgentTaskRepository, type UntendedCluster } from '../tasks/agent-task.repository';
import { evidenceDocument } from '../tasks/evidence';
import { RelatedPages } from '../tasks/related-pages';

/** So many conversations make a cluster worth a task. */
const enough = 3;
/** The most tasks that one run proposes. */
const most = 20;
/** The most clusters that one run looks at: each takes several searches. */
const mostClusters = 100;
const batch = 20;
const shownIssues = 20;

/** Makes tasks of what many conversations are about, for the space that says most about it. */
@Injectable()
export class ProposeTasks {
  constructor(
    private readonly tasks: AgentTaskRepository,
    private readonly clusters: ClusterDescriptionRepository,
    private readonly pages: RelatedPages,
  ) {}

  async run(organization: string, signal: AbortSignal): Promise<void> {
    let [made, seen] = [0, 0];
    let found: UntendedCluster[] = [];
    do {
      found = await this.tasks.untended(organization, enough, found.at(-1), batch);
      for (const cluster of found) {
        signal.throwIfAborted();
        if (made < most && (await this.propose(organization, cluster))) made++;
      }
      seen += found.length;
    } while (found.length === batch && made < most && seen < mostClusters);
  }

  /** Answers whether there is a task now: without documentation there is nothing to work on, and the next run looks again. */
  private async propose(organization: string, cluster: UntendedCluster): Promise<boolean> {
    const { id: clusterId, label, summary } = cluster;
    const page = await this.pages.best(searching(organization), organization, label);
    if (!page) return false;
    const issues = await this.clusters.evidence(clusterId);
    await this.tasks.insert({
      id: newId(),
      organizationId: organization,
      clusterId,
      spaceId: page.space,
      title: shortened(label, 100),
      description: shortened(`${summary}\n\nThe page that says most about it: ${page.title}`, 2_000),
      instructions: evidenceDocument(summary, issues.slice(0, shownIssues), issues.length),
    });
    return true;
  }
}

/** All spaces of the organization are searched: the user who starts the task needs access to the one that is found. */
const searching = (organization: string): Principal => ({
  kind: 'user',
  user: '',
  token: '',
  organizations: { [organization]: { role: 'admin', teams: {} } },
});
