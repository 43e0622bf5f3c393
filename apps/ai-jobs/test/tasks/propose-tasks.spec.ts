import { Database, newId } from '@bindery/persistence';
import { startServiceUnderTest, type ServiceUnderTest } from '@bindery/testing';
import { ClusterDescriptionRepository } from '../../src/analysis/cluster-description.repository';
import { ProposeTasks } from '../../src/analysis/propose-tasks';
import { AgentTaskRepository } from '../../src/tasks/agent-task.repository';

let service: ServiceUnderTest;
beforeAll(async () => (service = await startServiceUnderTest('ai-jobs')));
afterAll(() => service.close());

/** A cluster with three conversations. */
async function addCluster(organization: string, label: string, size: number): Promise<void> {
  const db = service.app.get(Database);
  const cluster = newId();
  await db.run(
    `insert into issues_cluster (id, organization_id, label, summary, icon, provider, status, centroid, size)
     values ($1, $2, $3, '', '', 'test', 'analysed', '{}', $4)`,
    [cluster, organization, label, size],
  );
  for (let made = 0; made < 3; made++) {
    const conversation = newId();
    await db.run(
      `insert into conversation (id, organization_id, source, external_id, subject, parts, metadata, content_hash, created_at)
       values ($1, $2, 'test', $1, '', '[]', '{}', 'hash', now())`,
      [conversation, organization],
    );
    await db.run(
      `insert into issue (id, organization_id, conversation_id, ordinal, title, summary, features, cluster_id, provider, created_at)
       values ($1, $2, $3, 0, $4, '', '{}', $5, 'test', now())`,
      [newId(), organization, conversation, label, cluster],
    );
  }
}

it('a small cluster that has a page becomes a task, also behind many large ones without a page', async () => {
  const organization = newId();
  for (let made = 0; made < 20; made++) await addCluster(organization, 'Undocumented', 50);
  await addCluster(organization, 'Documented', 3);
  const tasks = service.app.get(AgentTaskRepository);
  const pages = {
    best: (_principal: unknown, _organization: string, label: string) =>
      Promise.resolve(label === 'Documented' ? { space: 'space', page: 'page', title: 'Page' } : undefined),
  };
  const propose = new ProposeTasks(tasks, service.app.get(ClusterDescriptionRepository), pages as never);
  await propose.run(organization, new AbortController().signal);
  const made = await tasks.list(organization, {}, undefined, 10);
  expect(made.map(({ title, spaceId }) => [title, spaceId])).toEqual([['Documented', 'space']]);
});
