import { Injectable } from '@nestjs/common';
import type { IntegrationEntity } from '../registry/integration.entity';
import { IntegrationRepository } from '../registry/integration.repository';
import { ScriptFailure, type ScriptLog } from '../runtime/script-runtime';
import type { KnownEnvironments } from './environment';
import type { IntegrationEventRow } from './event.repository';
import { SendEvent } from './send-event';

/** How an attempt to deliver ended. */
export interface Outcome {
  result: 'delivered' | 'again' | 'never';
  message: string;
  /** What the script wrote to its console, once that is known. */
  logs?: Promise<ScriptLog[]>;
}

/** Makes one attempt to deliver an event. */
export type Attempt = (event: IntegrationEventRow) => Promise<Outcome>;

@Injectable()
export class DeliverEvent {
  constructor(
    private readonly integrations: IntegrationRepository,
    private readonly events: SendEvent,
  ) {}

  /** For events of one integration that follow each other within seconds. */
  async to(integrationId: string): Promise<Attempt> {
    const integration = await this.integrations.byId(integrationId);
    if (!integration || integration.unpublishedAt)
      return () => Promise.resolve({ result: 'never', message: 'The integration is not published any more' });
    const known: KnownEnvironments = new Map();
    return (event) => this.attempt(integration, event, known);
  }

  private async attempt(
    integration: IntegrationEntity,
    event: IntegrationEventRow,
    known: KnownEnvironments,
  ): Promise<Outcome> {
    try {
      const { status, logs } = await this.events.send(integration, event, { known });
      // What the script says of events for which it has no handler.
      if (status === 406)
        return { result: 'delivered', message: 'The integration does not handle such events (406)', logs };
      const isDelivered = status >= 200 && status < 300;
      return { result: isDelivered ? 'delivered' : 'again', message: `The integration answered ${status}`, logs };
    } catch (error) {
      if (!(error instanceof ScriptFailure)) throw error;
      return { result: error.isFinal ? 'never' : 'again', message: error.message, logs: error.logs };
    }
  }
}
