import { Controller } from '@nestjs/common';
import { integrations as contract, notFound, requires, type Principal, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { paginate } from '@bindery/persistence';
import { FindIntegration } from '../registry/find-integration';
import { isOfIntegration } from '../registry/integration.policy';
import { presentEvent, presentLog } from './event.presenter';
import { EventRepository, type EventScope } from '../queue/event.repository';

@Controller()
export class EventsController {
  constructor(
    private readonly find: FindIntegration,
    private readonly events: EventRepository,
  ) {}

  @Handles(contract.listIntegrationEvents)
  async list({ params, query, principal }: RequestOf<typeof contract.listIntegrationEvents>) {
    const scope = await this.scope(principal, params.integrationName);
    const page = await paginate(query, {
      scope: ['integration events', scope],
      rows: (after, limit) => this.events.list(scope, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.events.count(scope),
    });
    return { ...page, items: page.items.map((event) => presentEvent(event, principal)) };
  }

  @Handles(contract.getIntegrationEvent)
  async get({ params, principal }: RequestOf<typeof contract.getIntegrationEvent>) {
    const event = await this.events.find(await this.scope(principal, params.integrationName), params.eventId);
    if (!event) throw notFound('Event');
    const logs = await this.events.logs(event.id);
    return { event: presentEvent(event, principal), trace: { logs: logs.map(presentLog) } };
  }

  /** An installation sees its own events, the integration and its administrators see all. Throws 404 or 403. */
  private async scope(principal: Principal, name: string): Promise<EventScope> {
    const integration = await this.find.visible(principal, name);
    const installation = principal.integration?.id === integration.id && principal.integration.installation;
    if (installation) return { integration: integration.id, installation };
    requires(isOfIntegration(principal, integration));
    return { integration: integration.id };
  }
}
