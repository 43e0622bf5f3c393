import { createHash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { decompressFromEncodedURIComponent } from 'lz-string';
import {
  ApiError,
  invalid,
  notFound,
  parse,
  RenderIntegrationUI,
  scripts as contract,
  type ContentKitRenderOutput,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import type { IntegrationEntity } from '../registry/integration.entity';
import { IntegrationRepository } from '../registry/integration.repository';
import type { ScriptAnswer } from '../runtime/script-runtime';
import { CallScript } from './call-script';
import { RequestedInstallation } from './requested-installation';
import { readScriptJson } from './script-json';

/** The maximum of cached characters of answers, and of answers. */
const keptLength = 16 * 1024 * 1024;
const mostKept = 20_000;

/** Components of integrations, as their scripts render them. */
@Controller()
export class RenderingController {
  private readonly kept = new LRUCache<string, ContentKitRenderOutput>({
    max: mostKept,
    maxSize: keptLength,
    sizeCalculation: (value) => JSON.stringify(value).length,
  });

  constructor(
    private readonly integrations: IntegrationRepository,
    private readonly places: RequestedInstallation,
    private readonly scripts: CallScript,
  ) {}

  @Handles(contract.renderIntegrationUiWithPost)
  async render({ params, body, principal }: RequestOf<typeof contract.renderIntegrationUiWithPost>) {
    return this.show(params.integrationName, body, principal);
  }

  @Handles(contract.renderIntegrationUiWithGet)
  async renderAgain({ params, query, principal }: RequestOf<typeof contract.renderIntegrationUiWithGet>) {
    return this.show(params.integrationName, readRequest(query.request), principal);
  }

  private async show(name: string, asked: RenderIntegrationUI, principal: Principal): Promise<ContentKitRenderOutput> {
    const integration = await this.published(name);
    const { installation, contentVersion, ...content } = await this.places.at(principal, integration, asked.context);
    const rendered = [integration.id, integration.version, installation.id, installation.version, principal.user];
    const configuredBy = [contentVersion, this.scripts.tunnelOf(integration, installation)];
    const key = keyOf([rendered, configuredBy, asked]);
    const kept = this.kept.get(key);
    if (kept) return kept;
    const auth = principal.kind === 'user' ? { auth: { userId: principal.user } } : {};
    const answer = await this.scripts.ask({ integration, installation }, 'ui_render', {
      ...content,
      ...auth,
      ...asked,
    });
    const output = readScriptJson<ContentKitRenderOutput>(answer);
    if (output.type !== 'complete' && typeof output.element !== 'object')
      throw new ApiError(502, 'The integration returned no component');
    const ttl = keptFor(answer);
    if (ttl > 0) this.kept.set(key, output, { ttl });
    return output;
  }

  private async published(name: string): Promise<IntegrationEntity> {
    const integration = await this.integrations.byName(name);
    if (!integration || integration.unpublishedAt) throw notFound('Integration');
    return integration;
  }
}

/** A digest, because the properties and the state of a component may be long. */
const keyOf = (asked: unknown): string => createHash('sha256').update(JSON.stringify(asked)).digest('base64url');

/** The request in a GET. Throws 400 for an invalid one. */
function readRequest(compressed: string): RenderIntegrationUI {
  try {
    return parse(RenderIntegrationUI, JSON.parse(decompressFromEncodedURIComponent(compressed)), 'query.request');
  } catch (error) {
    throw error instanceof ApiError ? error : invalid('query.request', 'request must be JSON, compressed by LZ-string');
  }
}

/** Milliseconds for which the script permits caching its answer (RFC 9111, section 5.2.2.1); at most an hour. */
function keptFor({ headers }: ScriptAnswer): number {
  const control = [headers['cache-control'] ?? ''].flat().join(',');
  if (/no-store|no-cache|private/i.test(control)) return 0;
  const seconds = Number(/max-age=(\d{1,9})/i.exec(control)?.[1] ?? 0);
  return Math.min(seconds, 3_600) * 1_000;
}
