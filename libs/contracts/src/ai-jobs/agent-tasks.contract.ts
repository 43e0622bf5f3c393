import type { Document } from '@bindery/documents';
import { Tree } from '../core/document-tree';
import { call, contract, get, internal, patch } from '../core/endpoint';
import { Const, Id, Nested, OneOf, Text, Timestamp, Url } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';

const agentTaskStatuses = ['backlog', 'started', 'completed', 'canceled'] as const;
export type AgentTaskStatus = (typeof agentTaskStatuses)[number];

class AgentTaskUrls {
  @Url() location!: string;
  @Url() app!: string;
}

/** Something that the documentation should say, as conversations show. */
export class AgentTask {
  @Const('agent-task') object!: 'agent-task';
  @Id() id!: string;
  @Text() title!: string;
  @Text() description!: string;
  @Tree() instructions!: Document;
  @OneOf(agentTaskStatuses) status!: AgentTaskStatus;
  @Timestamp() createdAt!: string;
  @Timestamp() updatedAt!: string;
  @Id({ optional: true }) cluster?: string;
  @Id() space!: string;
  @Id({ optional: true }) changeRequest?: string;
  @Nested(() => AgentTaskUrls) urls!: AgentTaskUrls;
}

export class ListAgentTasksQuery extends PageQuery {
  @Id({ optional: true }) cluster?: string;
  @Id({ optional: true }) space?: string;
  @OneOf(agentTaskStatuses, { array: true, optional: true }) status?: AgentTaskStatus[];
}

const settableTaskStatuses = ['backlog', 'started', 'canceled'] as const;

export class UpdateAgentTask {
  @OneOf(settableTaskStatuses, { description: '`started` opens a change request if the task has none.' })
  status!: (typeof settableTaskStatuses)[number];
}

export const agentTasks = contract('ai-jobs', 'Agent tasks', {
  listAgentTasks: get('/orgs/:organizationId/agent-tasks', {
    summary: 'List the agent tasks of an organization, newest first',
    query: ListAgentTasksQuery,
    returns: PageOf(AgentTask),
  }),
  getAgentTask: get('/orgs/:organizationId/agent-tasks/:agentTaskId', {
    summary: 'Get an agent task',
    returns: AgentTask,
  }),
  updateAgentTask: patch('/orgs/:organizationId/agent-tasks/:agentTaskId', {
    summary: 'Start or cancel an agent task, or move it back to the backlog',
    body: UpdateAgentTask,
    returns: AgentTask,
    errors: [409, 412],
  }),
});

export class FindAgentTask {
  @Id() organization!: string;
  @Id() space!: string;
  @Id() task!: string;
  /** The change request that is about to be opened; processes of the previous release name none. */
  @Id({ optional: true }) changeRequest?: string;
}

/** The content that a change request takes over from its agent task. */
export class AgentTaskWork {
  @Text() title!: string;
  @Tree() evidence!: Document;
  @Id({ optional: true }) cluster?: string;
}

/** The calls of change-requests about the agent tasks of change requests. */
export const agentTaskWork = internal('ai-jobs', {
  /**
   * 404 when the space has no such task; 409 when it has been started or ended, or another change request is being opened for it.
   * The task is then kept for the change request of the caller, for a minute.
   */
  getAgentTaskWork: call({ body: FindAgentTask, returns: AgentTaskWork }),
});
