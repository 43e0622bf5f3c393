import { Inject, Injectable } from '@nestjs/common';
import { OutboundError, safeFetch } from '@bindery/outbound';
import { CLOCK, type Clock } from '../clock';
import { INTEGRATIONS_CONFIG, type IntegrationsConfig } from '../integrations.config';
import type { IntegrationEntity } from '../registry/integration.entity';
import { IntegrationRepository } from '../registry/integration.repository';
import { EnvironmentOf } from './environment';
import { withoutConfiguration } from './event.presenter';
import type { IntegrationEventRow } from './event.repository';
import { signedHeaders } from './signing';

/** How an attempt to deliver ended. */
export interface Outcome {
  result: 'delivered' | 'again' | 'never';
  message: string;
}

/** Attempts that wait for an answer longer than this, in milliseconds, have failed. */
const patience = 10_000;

/** Sends events to where their integration takes them: in development mode, the tunnel. */
@Injectable()
export class DeliverEvent {
  constructor(
    private readonly integrations: IntegrationRepository,
    private readonly environments: EnvironmentOf,
    @Inject(INTEGRATIONS_CONFIG) private readonly config: IntegrationsConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async attempt(event: IntegrationEventRow): Promise<Outcome> {
    const integration = await this.integrations.byId(event.integrationId);
    const isOwn = integration?.organizationId === event.organizationId;
    const tunnel = integration && this.tunnelOf(integration, isOwn);
    if (!tunnel)
      return { result: 'never', message: 'The integration is not in development mode, so nothing takes its events' };
    const environment = await this.environments.event(integration, event, isOwn);
    const payload = isOwn ? event.payload : withoutConfiguration(event.payload);
    const form = new Response(formOf({ event: payload, environment }));
    const body = Buffer.from(await form.arrayBuffer());
    const signed = signedHeaders(event.id, body, this.clock(), environment.signingSecrets.integration);
    return this.send(tunnel, body, { ...signed, 'content-type': form.headers.get('content-type')! });
  }

  /** The tunnel that gets events of the installation: of other organizations' only where that was asked for. */
  private tunnelOf({ tunnelUrl, tunnelUntil, tunnelAll }: IntegrationEntity, isOwn: boolean): string | undefined {
    const isOpen = tunnelUrl !== null && tunnelUntil !== null && tunnelUntil > this.clock();
    return isOpen && (isOwn || tunnelAll) ? tunnelUrl : undefined;
  }

  private async send(tunnel: string, body: Buffer, headers: Record<string, string>): Promise<Outcome> {
    try {
      const { status, ok } = await safeFetch(new URL('/v1', tunnel).href, {
        ...{ method: 'POST', body, headers, allow: this.config.OUTBOUND_ALLOW },
        ...{ maxRedirects: 0, maxBytes: 1024 * 1024, totalTimeout: patience },
      });
      // What the script says of events for which it has no handler.
      if (status === 406) return { result: 'delivered', message: 'The integration does not handle such events (406)' };
      return { result: ok ? 'delivered' : 'again', message: `The integration answered ${status}` };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { result: 'again', message: error.message };
    }
  }
}

/** A form with each part as JSON, as scripts read it. */
function formOf(parts: Record<string, object>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.set(name, JSON.stringify(value));
  return form;
}
