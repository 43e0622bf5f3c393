import { Injectable } from '@nestjs/common';
import {
  anonymous,
  changeRequestCreated,
  changeRequestMerged,
  changeRequestRefs,
  ifNotFound,
  spacePurged,
  type ChangeRequestChanged,
  type EventEnvelope,
  type SpaceLifecycle,
} from '@bindery/contracts';
import { JobQueue } from '@bindery/jobs';
import { Consumes, RpcClient } from '@bindery/messaging';
import { BudgetedModels } from '../models/budgeted-models';
import { AgentTaskRepository } from './agent-task.repository';
import { ChangeRequestConversationRepository } from './change-request-conversation.repository';
import { draftJob } from './draft.job';

/** Tasks begin and end with the change requests that do them. */
@Injectable()
export class AgentTasksConsumer {
  constructor(
    private readonly tasks: AgentTaskRepository,
    private readonly conversations: ChangeRequestConversationRepository,
    private readonly models: BudgetedModels,
    private readonly jobs: JobQueue,
    private readonly rpc: RpcClient,
  ) {}

  /** Asks before its transaction begins, which is at its first write. */
  @Consumes(changeRequestCreated, 'agent-tasks-started', { writesRarely: true })
  async created({
    organization,
    actor,
    payload,
  }: EventEnvelope<ChangeRequestChanged & { agentTask?: string }>): Promise<void> {
    const { agentTask: task, changeRequest, space } = payload;
    if (!task || !organization) return;
    const isMerged = await this.isMerged(space, changeRequest);
    // Another change request does the task already.
    if (!(await this.tasks.start(organization, task, changeRequest))) return;
    await this.conversations.begin(task, changeRequest);
    if (isMerged) return this.tasks.complete(changeRequest);
    if (!this.models.model) return;
    const input = { task, changeRequest, space, user: actor };
    await this.jobs.add(draftJob, { organizationId: organization, input, key: task });
  }

  @Consumes(changeRequestMerged, 'agent-tasks-completed')
  async merged({ payload }: EventEnvelope<ChangeRequestChanged>): Promise<void> {
    await this.tasks.complete(payload.changeRequest);
  }

  /** The event of the merge may come before that of the creation, and then it finds no task. */
  private async isMerged(space: string, changeRequest: string): Promise<boolean> {
    const body = { space, changeRequest };
    const found = await this.rpc
      .call(changeRequestRefs.resolveChangeRequest, { principal: anonymous, body })
      .catch(ifNotFound);
    return found?.status === 'merged';
  }

  @Consumes(spacePurged, 'agent-tasks-of-purged-spaces')
  async purged({ payload }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    await this.tasks.removeSpace(payload.space);
    await this.conversations.removeSpace(payload.space);
  }
}
