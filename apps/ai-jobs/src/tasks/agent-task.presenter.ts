import type { AgentTask } from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import type { AgentTaskRow } from './agent-task.repository';

export function presentAgentTask(row: AgentTaskRow, publicUrl: string): AgentTask {
  const { id, organizationId, clusterId, changeRequestId } = row;
  const presented: AgentTask = {
    object: 'agent-task',
    id,
    title: row.title,
    description: row.description,
    instructions: row.instructions,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(clusterId && { cluster: clusterId }),
    space: row.spaceId,
    ...(changeRequestId && { changeRequest: changeRequestId }),
    urls: {
      location: `${publicUrl}/v1/orgs/${organizationId}/agent-tasks/${id}`,
      app: `${publicUrl}/app/o/${organizationId}/agent-tasks/${id}`,
    },
  };
  return withVersion(presented, row.version);
}
