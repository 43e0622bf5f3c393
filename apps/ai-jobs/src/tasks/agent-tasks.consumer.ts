import { Injectable } from '@nestjs/common';
import {
  changeRequestCreated,
  changeRequestMerged,
  spacePurged,
  type ChangeRequestChanged,
  type EventEnvelope,
  type SpaceLifecycle,
} from '@bindery/contracts';
import { JobQueue } from '@bindery/jobs';
import { Consumes } from '@bindery/messaging';
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
  ) {}

  @Consumes(changeRequestCreated, 'agent-tasks-started')
  async created({
    organization,
    actor,
    payload,
  }: EventEnvelope<ChangeRequestChanged & { agentTask?: string }>): Promise<void> {
    const { agentTask: task, changeRequest, space } = payload;
    if (!task || !organization) return;
    await this.tasks.start(organization, task, changeRequest);
    await this.conversations.begin(task, changeRequest);
    if (!this.models.model) return;
    const input = { task, changeRequest, space, user: actor };
    await this.jobs.add(draftJob, { organizationId: organization, input, key: task });
  }

  @Consumes(changeRequestMerged, 'agent-tasks-completed')
  async merged({ payload }: EventEnvelope<ChangeRequestChanged>): Promise<void> {
    await this.tasks.complete(payload.changeRequest);
  }

  @Consumes(spacePurged, 'agent-tasks-of-purged-spaces')
  async purged({ payload }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    await this.tasks.removeSpace(payload.space);
    await this.conversations.removeSpace(payload.space);
  }
}
