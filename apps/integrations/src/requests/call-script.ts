import { Inject, Injectable } from '@nestjs/common';
import { ApiError, type IntegrationEventPayload } from '@bindery/contracts';
import type { Logger } from '@bindery/observability';
import { newId } from '@bindery/persistence';
import { LOGGER } from '@bindery/service';
import { EventRepository } from '../queue/event.repository';
import { IntegrationClient } from '../events/integration-client';
import type { SentEvent } from '../events/sent-event';
import type { Installation } from '../installations/installation.repository';
import type { IntegrationEntity } from '../registry/integration.entity';
import { ScriptFailure, type ScriptAnswer, type ScriptLog } from '../runtime/script-runtime';

/** The integration of a script call, and the installation. */
interface ScriptTarget {
  integration: IntegrationEntity;
  installation?: Pick<Installation, 'id' | 'organizationId'>;
}

/** Sends a request to a script for a waiting caller. It is recorded as an event, and never retried. */
@Injectable()
export class CallScript {
  constructor(
    private readonly events: EventRepository,
    private readonly sending: IntegrationClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The script's answer, whatever its status. Throws 502 where it gave none. */
  async ask(
    { integration, installation }: ScriptTarget,
    type: string,
    fields: Record<string, unknown>,
    body?: Buffer,
  ): Promise<ScriptAnswer> {
    const id = newId();
    const payload = { eventId: id, type, ...(installation && { installationId: installation.id }), ...fields };
    const { organizationId } = installation ?? integration;
    const event = { id, installationId: installation?.id ?? null, organizationId, payload };
    try {
      const answer = await this.sending.send(integration, event, { body });
      const { status, logs } = answer;
      this.record(integration, event, status < 500, `The integration answered ${status}`, logs);
      return answer;
    } catch (error) {
      if (!(error instanceof ScriptFailure)) throw error;
      this.record(integration, event, false, error.message, error.logs);
      throw new ApiError(502, 'The integration did not answer');
    }
  }

  /** The tunnel that requests for the installation go to, while it is open: its answers are not those of the script. */
  tunnelOf(integration: IntegrationEntity, installation: Pick<Installation, 'organizationId'>): string | undefined {
    return this.sending.tunnelOf(integration, installation);
  }

  /** Runs in the background. */
  private record(
    integration: IntegrationEntity,
    event: SentEvent,
    isSuccess: boolean,
    message: string,
    logs: Promise<ScriptLog[]>,
  ): void {
    const record = async () => {
      const state = isSuccess ? ('success' as const) : ('failed' as const);
      const payload = withoutCredentials(event.payload);
      await this.events.insertEnded({ ...event, integrationId: integration.id, payload, state });
      await this.events.log([{ event, level: isSuccess ? 'info' : 'error', message }]);
      const lines = await logs;
      if (lines.length > 0) await this.events.addLogs(event.id, lines);
    };
    record().catch((error: unknown) =>
      this.logger.warn({ err: error, event: event.id }, 'A request to a script could not be recorded'),
    );
  }
}

const credentials = ['authorization', 'cookie'];

/** The payload without the credentials of callers, which the script may see but which are not stored. */
function withoutCredentials(payload: IntegrationEventPayload): IntegrationEventPayload {
  const request = payload.request as { headers?: Record<string, string> } | undefined;
  if (!request?.headers) return payload;
  const headers = Object.entries(request.headers).filter(([name]) => !credentials.includes(name));
  return { ...payload, request: { ...request, headers: Object.fromEntries(headers) } };
}
