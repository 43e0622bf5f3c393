import { Injectable } from '@nestjs/common';
import type { Principal } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { ClusterDescriptionRepository } from './cluster-description.repository';
import { shortened } from '../text/sentences';
import { AgentTaskRepository } from '../tasks/agent-task.repository';
import { evidenceDocument } from '../tasks/evidence';
import { RelatedPages } from '../tasks/related-pages';

/** So many conversations make a cluster worth a task. */
const enough = 3;
/** The most tasks that one run proposes. */
const most = 20;
const shownIssues = 20;

/** Makes tasks of what many conversations are about, for the space that says most about it. */
@Injectable()
export class ProposeTasks {
  constructor(
    private readonly tasks: AgentTaskRepository,
    private readonly clusters: ClusterDescriptionRepository,
    private readonly pages: RelatedPages,
  ) {}

  async run(organization: string): Promise<void> {
    for (const { id: clusterId, label, summary } of await this.tasks.untended(organization, enough, most)) {
      const page = await this.pages.best(searching(organization), organization, label);
      // Without documentation there is nothing to work on; the next run looks again.
      if (!page) continue;
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
    }
  }
}

/** All spaces of the organization are searched: the user who starts the task needs access to the one that is found. */
const searching = (organization: string): Principal => ({
  kind: 'user',
  user: '',
  token: '',
  organizations: { [organization]: { role: 'admin', teams: {} } },
});
