import { Injectable } from '@nestjs/common';
import { IntegrationRepository } from '../registry/integration.repository';
import { ScriptFailure, type ScriptLog, type ScriptStatus } from '../runtime/script-runtime';
import type { KnownEnvironments } from './environment';
import type { IntegrationEventRow } from '../queue/event.repository';
import { IntegrationClient } from './integration-client';

/** The result of a delivery attempt. */
export interface Outcome {
  result: 'delivered' | 'again' | 'never';
  message: string;
  /** The console output of the script, once it is known. */
  logs?: Promise<ScriptLog[]>;
}

/** Attempts to deliver some of the first events, at least one, in their order. */
type Attempt = (events: IntegrationEventRow[]) => Promise<Outcome[]>;

@Injectable()
export class DeliverEvent {
  constructor(
    private readonly integrations: IntegrationRepository,
    private readonly sending: IntegrationClient,
  ) {}

  /** For consecutive events of one installation within seconds. */
  async to(integrationId: string): Promise<Attempt> {
    const integration = await this.integrations.byId(integrationId);
    if (!integration || integration.unpublishedAt) return (events) => Promise.resolve(events.map(() => unpublished));
    const known: KnownEnvironments = new Map();
    return async (events) => (await this.sending.sendInTurn(integration, events, known)).map(outcomeOf);
  }
}

const unpublished: Outcome = { result: 'never', message: 'The integration is no longer published' };

function outcomeOf(answer: ScriptStatus | ScriptFailure): Outcome {
  if (answer instanceof ScriptFailure)
    return { result: answer.isFinal ? 'never' : 'again', message: answer.message, logs: answer.logs };
  const { status, logs } = answer;
  // The public client's status for events without a handler in the script.
  if (status === 406)
    return { result: 'delivered', message: 'The integration does not handle such events (406)', logs };
  const isDelivered = status >= 200 && status < 300;
  return { result: isDelivered ? 'delivered' : 'again', message: `The integration answered ${status}`, logs };
}
