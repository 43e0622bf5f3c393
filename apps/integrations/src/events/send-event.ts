import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import type { IntegrationEventPayload } from '@bindery/contracts';
import { OutboundError, safeFetch } from '@bindery/outbound';
import { Storage } from '@bindery/storage';
import { CLOCK, type Clock } from '../clock';
import { INTEGRATIONS_CONFIG, type IntegrationsConfig } from '../integrations.config';
import type { IntegrationEntity } from '../registry/integration.entity';
import { ScriptFailure, ScriptRuntime, type ScriptAnswer } from '../runtime/script-runtime';
import { EnvironmentOf, type KnownEnvironments } from './environment';
import { withoutConfiguration } from './event.presenter';
import { formOf, type Form } from './form';
import { signedHeaders } from './signing';

/** An event on its way to its integration. */
export interface SentEvent {
  id: string;
  /** Null for what concerns no installation. */
  installationId: string | null;
  /** The organization on which it is installed, or that of the integration. */
  organizationId: string;
  payload: IntegrationEventPayload;
}

interface Sending {
  /** That of the request of a `fetch` event. */
  body?: Buffer;
  /** Environments that events which follow each other share. */
  known?: KnownEnvironments;
}

/** Sends events to where their integration takes them: to its script, or in development mode to the tunnel. */
@Injectable()
export class SendEvent {
  constructor(
    private readonly environments: EnvironmentOf,
    private readonly runtime: ScriptRuntime,
    private readonly storage: Storage,
    @Inject(INTEGRATIONS_CONFIG) private readonly config: IntegrationsConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The answer, whatever its status. Throws `ScriptFailure` where there is none. */
  async send(integration: IntegrationEntity, event: SentEvent, { body, known }: Sending = {}): Promise<ScriptAnswer> {
    const isOwn = integration.organizationId === event.organizationId;
    const tunnel = this.tunnelOf(integration, isOwn);
    const isTrusted = tunnel === undefined || isOwn;
    const environment = await this.environments.event(integration, event, isTrusted, known);
    const payload = isTrusted ? event.payload : withoutConfiguration(event.payload);
    const form = formOf({ event: payload, environment, ...(body && { 'fetch-body': body }) });
    const headers = {
      ...signedHeaders(event.id, form.body, this.clock(), environment.signingSecrets.integration),
      'content-type': form.contentType,
    };
    return tunnel === undefined ? this.run(integration, form, headers) : this.tunnel(tunnel, form, headers);
  }

  /** The tunnel that gets events of the installation: of other organizations' only where that was asked for. */
  private tunnelOf({ tunnelUrl, tunnelUntil, tunnelAll }: IntegrationEntity, isOwn: boolean): string | undefined {
    const isOpen = tunnelUrl !== null && tunnelUntil !== null && tunnelUntil > this.clock();
    return isOpen && (isOwn || tunnelAll) ? tunnelUrl : undefined;
  }

  private run(
    { id, version, scriptKey, organizationId }: IntegrationEntity,
    { body }: Form,
    headers: Record<string, string>,
  ): Promise<ScriptAnswer> {
    const script = { id: `${id}@${version}`, load: () => this.load(scriptKey) };
    return this.runtime.run({ organization: organizationId, script, headers, body });
  }

  private async load(key: string): Promise<string> {
    const file = await this.storage.get(key);
    if (!file) throw new Error(`The script ${key} is gone`);
    return (await buffer(file.stream)).toString();
  }

  private async tunnel(tunnel: string, { body }: Form, headers: Record<string, string>): Promise<ScriptAnswer> {
    try {
      const answer = await safeFetch(new URL('/v1', tunnel).href, {
        ...{ method: 'POST', body, headers, allow: this.config.OUTBOUND_ALLOW, maxRedirects: 0 },
        ...{ maxBytes: this.config.RUNTIME_ANSWER, totalTimeout: this.config.RUNTIME_TIME },
      });
      return { status: answer.status, headers: answer.headers, body: answer.body, logs: Promise.resolve([]) };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw new ScriptFailure(error.message);
    }
  }
}
