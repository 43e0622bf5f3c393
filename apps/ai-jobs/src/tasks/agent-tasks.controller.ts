import { Controller, Inject } from '@nestjs/common';
import { agentPermissions, spacePermissions } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import {
  agentTasks as contract,
  agentTaskWork,
  branches,
  conflict,
  notFound,
  requires,
  type AgentTaskStatus,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Mutations, RpcClient } from '@bindery/messaging';
import { Database, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { roleIn } from '../organization-access';
import { presentAgentTask } from './agent-task.presenter';
import { AgentTaskRepository, type AgentTaskRow } from './agent-task.repository';
import { OpenChangeRequest } from './open-change-request';

/** The states that a user may set, by the current state. A merged task stays completed. */
const transitions: Record<AgentTaskStatus, readonly AgentTaskStatus[]> = {
  backlog: ['backlog', 'started', 'canceled'],
  started: ['started', 'backlog', 'canceled'],
  canceled: ['canceled', 'backlog', 'started'],
  completed: [],
};

@Controller()
export class AgentTasksController {
  constructor(
    private readonly tasks: AgentTaskRepository,
    private readonly open: OpenChangeRequest,
    private readonly rpc: RpcClient,
    private readonly mutations: Mutations,
    private readonly db: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.listAgentTasks)
  async list({ params, query, principal }: RequestOf<typeof contract.listAgentTasks>) {
    const { organizationId } = params;
    const { cluster, space, status } = query;
    requires(agentPermissions(roleIn(principal, organizationId)).view);
    const filter = { cluster, space, status };
    const page = await paginate(query, {
      scope: ['agent tasks', organizationId, filter],
      rows: (after, limit) => this.tasks.list(organizationId, filter, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.tasks.count(organizationId, filter),
    });
    return { ...page, items: page.items.map((task) => this.present(task)) };
  }

  @Handles(contract.getAgentTask)
  async get({ params, principal }: RequestOf<typeof contract.getAgentTask>) {
    return this.present(await this.load(principal, params));
  }

  @Handles(contract.updateAgentTask)
  async update({ params, body, principal }: RequestOf<typeof contract.updateAgentTask>) {
    const { organizationId, agentTaskId } = params;
    const { status } = body;
    const task = await this.load(principal, params);
    await this.requireEdit(principal, task);
    this.mutations.requireVersion(task.version);
    refuse(task, status);
    // Opened first, under an idempotency key of its own: a repeated request after a failure returns the same one.
    const opened = status === 'started' && !task.changeRequestId ? await this.open.run(principal, task) : undefined;
    return this.db.transaction(async () => {
      const locked = await this.tasks.lock(organizationId, agentTaskId);
      if (!locked) throw notFound('Agent task');
      return this.mutations.run(targetOf(locked, opened ? undefined : locked.version), async () => {
        if (opened) {
          if (!(await this.tasks.start(organizationId, agentTaskId, opened))) throw alreadyStarted();
        } else {
          refuse(locked, status);
          await this.tasks.setStatus(agentTaskId, status);
        }
        return this.present((await this.tasks.find(organizationId, agentTaskId))!);
      });
    });
  }

  @Handles(agentTaskWork.getAgentTaskWork)
  async work({ body }: RequestOf<typeof agentTaskWork.getAgentTaskWork>) {
    const task = await this.tasks.find(body.organization, body.task);
    if (task?.spaceId !== body.space) throw notFound('Agent task');
    const { title, instructions: evidence, clusterId, changeRequestId, status } = task;
    if (changeRequestId || (status !== 'backlog' && status !== 'canceled')) throw alreadyStarted();
    if (body.changeRequest && !(await this.tasks.claim(body.organization, body.task, body.changeRequest)))
      throw conflict('The task is being started. Try again in a minute');
    return { title, evidence, ...(clusterId && { cluster: clusterId }) };
  }

  /** Work on a task needs edit access to its space. */
  private async requireEdit(principal: Principal, { spaceId }: AgentTaskRow): Promise<void> {
    const { level } = await this.rpc.call(branches.getSpaceAccess, { principal, body: { space: spaceId } });
    requires(spacePermissions(level).edit);
  }

  private async load(
    principal: Principal,
    { organizationId, agentTaskId }: { organizationId: string; agentTaskId: string },
  ): Promise<AgentTaskRow> {
    requires(agentPermissions(roleIn(principal, organizationId)).view);
    const task = await this.tasks.find(organizationId, agentTaskId);
    if (!task) throw notFound('Agent task');
    return task;
  }

  private present(task: AgentTaskRow) {
    return presentAgentTask(task, this.config.PUBLIC_URL);
  }
}

const alreadyStarted = () => conflict('The task was already started');

function refuse({ status }: AgentTaskRow, wanted: AgentTaskStatus): void {
  if (!transitions[status].includes(wanted)) throw conflict(`A task that is ${status} cannot become ${wanted}`);
}

const targetOf = ({ id, organizationId: organization }: AgentTaskRow, version: number | undefined) => ({
  organization,
  target: { type: 'agent-task', id },
  version,
});
