import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { OutboundError, safeFetch } from '@bindery/outbound';
import { CLOCK, type Clock } from '@bindery/service';
import { Storage } from '@bindery/storage';
import { INTEGRATIONS_CONFIG, type IntegrationsConfig } from '../integrations.config';
import type { IntegrationEntity } from '../registry/integration.entity';
import {
  ScriptFailure,
  ScriptRuntime,
  type ScriptAnswer,
  type ScriptMessage,
  type ScriptStatus,
} from '../runtime/script-runtime';
import { EnvironmentOf, type KnownEnvironments } from './environment';
import { withoutConfiguration } from './event.presenter';
import { formOf } from './form';
import type { SentEvent } from './sent-event';
import { signedHeaders } from './signing';

interface Sending {
  /** The body of the request of a `fetch` event. */
  body?: Buffer;
  /** Environments that consecutive events share. */
  known?: KnownEnvironments;
}

/** Sends events to their integration: to its script, or in development mode to the tunnel. */
@Injectable()
export class IntegrationClient {
  constructor(
    private readonly environments: EnvironmentOf,
    private readonly runtime: ScriptRuntime,
    private readonly storage: Storage,
    @Inject(INTEGRATIONS_CONFIG) private readonly config: IntegrationsConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The answer, whatever its status. Throws `ScriptFailure` where there is none. */
  async send(integration: IntegrationEntity, event: SentEvent, sending: Sending = {}): Promise<ScriptAnswer> {
    const tunnel = this.tunnelOf(integration, event);
    const message = await this.message(integration, event, sending);
    return tunnel === undefined
      ? this.runtime.run({ ...this.scriptOf(integration), ...message })
      : this.tunnel(tunnel, message);
  }

  /**
   * The results of the first of several events, at least of one, each sent after the answer to the one before. The
   * others were not sent.
   */
  async sendInTurn(
    integration: IntegrationEntity,
    events: SentEvent[],
    known: KnownEnvironments,
  ): Promise<(ScriptStatus | ScriptFailure)[]> {
    const first = events[0]!;
    if (this.tunnelOf(integration, first) !== undefined) return [await this.outcome(integration, first, known)];
    const messages: ScriptMessage[] = [];
    for (const event of events) messages.push(await this.message(integration, event, { known }));
    return this.runtime.runInTurn({ ...this.scriptOf(integration), messages });
  }

  private async outcome(integration: IntegrationEntity, event: SentEvent, known: KnownEnvironments) {
    try {
      return await this.send(integration, event, { known });
    } catch (error) {
      if (error instanceof ScriptFailure) return error;
      throw error;
    }
  }

  private async message(
    integration: IntegrationEntity,
    event: SentEvent,
    { body, known }: Sending,
  ): Promise<ScriptMessage> {
    const isTrusted = isOwn(integration, event) || this.tunnelOf(integration, event) === undefined;
    const { text, signedWith } = await this.environments.event(integration, event, isTrusted, known);
    const payload = isTrusted ? event.payload : withoutConfiguration(event.payload);
    const form = formOf({ event: payload, environment: text, ...(body && { 'fetch-body': body }) });
    const headers = {
      ...signedHeaders(event.id, form.body, this.clock(), signedWith),
      'content-type': form.contentType,
    };
    return { headers, body: form.body };
  }

  /** The tunnel for events of the installation: for those of other organizations only if the developer requested them. */
  tunnelOf(integration: IntegrationEntity, event: Pick<SentEvent, 'organizationId'>): string | undefined {
    const { tunnelUrl, tunnelUntil, tunnelAll } = integration;
    const isOpen = tunnelUrl !== null && tunnelUntil !== null && tunnelUntil > this.clock();
    return isOpen && (tunnelAll || isOwn(integration, event)) ? tunnelUrl : undefined;
  }

  private scriptOf({ id, version, scriptKey, organizationId }: IntegrationEntity) {
    const script = { id: `${id}@${version}`, load: () => this.load(scriptKey) };
    return { organization: organizationId, script };
  }

  private async load(key: string): Promise<string> {
    const file = await this.storage.get(key);
    if (!file) throw new Error(`The script ${key} is gone`);
    return (await buffer(file.stream)).toString();
  }

  private async tunnel(tunnel: string, { body, headers }: ScriptMessage): Promise<ScriptAnswer> {
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

const isOwn = (integration: IntegrationEntity, event: Pick<SentEvent, 'organizationId'>): boolean =>
  integration.organizationId === event.organizationId;
