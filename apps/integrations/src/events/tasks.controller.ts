import { Controller, Inject } from '@nestjs/common';
import { conflict, notFound, requires, scripts as contract, type RequestOf } from '@bindery/contracts';
import { Handles, Mutations } from '@bindery/messaging';
import { CLOCK, type Clock } from '@bindery/service';
import { InstallationRepository } from '../installations/installation.repository';
import { FindIntegration } from '../registry/find-integration';
import { isOfIntegration } from '../registry/integration.policy';
import { EventQueueRepository } from '../queue/event-queue.repository';
import { EventRepository } from '../queue/event.repository';
import { RecordEvent } from '../queue/record-event';

/** Queues tasks, and repeats deliveries. */
@Controller()
export class TasksController {
  constructor(
    private readonly find: FindIntegration,
    private readonly installations: InstallationRepository,
    private readonly events: EventRepository,
    private readonly queue: EventQueueRepository,
    private readonly record: RecordEvent,
    private readonly mutations: Mutations,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A task of an installation runs for the installation; a task of an integration runs without one. */
  @Handles(contract.queueIntegrationTask)
  async queueTask({ params, body, principal }: RequestOf<typeof contract.queueIntegrationTask>) {
    const integration = await this.find.visible(principal, params.integrationName);
    const own = principal.integration?.id === integration.id;
    requires(own || isOfIntegration(principal, integration));
    const id = principal.integration?.installation;
    const installation = id === undefined ? undefined : await this.installations.byId(id);
    if (id !== undefined && !installation) throw notFound('Installation');
    const { organizationId } = installation ?? integration;
    const target = { type: 'integration', id: integration.id };
    await this.mutations.run({ organization: organizationId, target }, () =>
      this.record.addTask(
        { installationId: installation?.id ?? null, integrationId: integration.id, organizationId },
        body.task,
        new Date(this.clock().getTime() + body.schedule * 1_000),
      ),
    );
  }

  @Handles(contract.resendIntegrationEvent)
  async resend({ params, principal }: RequestOf<typeof contract.resendIntegrationEvent>) {
    const integration = await this.find.visible(principal, params.integrationName);
    requires(isOfIntegration(principal, integration));
    const event = await this.events.find({ integration: integration.id }, params.eventId);
    if (!event) throw notFound('Event');
    if (event.sequence === null && event.type !== 'task')
      throw conflict('No caller is waiting for the answer of this event');
    const target = { type: 'integration-event', id: event.id };
    await this.mutations.run({ organization: event.organizationId, target }, async () => {
      await this.queue.again(event.id);
      this.record.wake();
    });
  }
}
