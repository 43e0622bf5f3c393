import { createHash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  ApiError,
  computedContent as contract,
  invalid,
  spaces,
  type ComputeContent,
  type ComputedDocument,
  type ComputedRevision,
  type ContentDependency,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, RpcClient } from '@bindery/messaging';
import { IntegrationRepository } from '../registry/integration.repository';
import { CallScript } from './call-script';
import { RequestedInstallation } from './requested-installation';
import { readScriptJson } from './script-json';

/** Characters of computed content that are kept. */
const keptLength = 32 * 1024 * 1024;
const minute = 60_000;

/** A dependency with what it is at the moment; null for what the caller does not see. */
interface Resolved extends ContentDependency {
  value: { object: 'space'; id: string; revision: string } | null;
}

/** Content that integrations compute. It is kept until a newer version is published or what it depends on changes. */
@Controller()
export class ComputedController {
  private readonly kept = new LRUCache<string, object>({
    maxSize: keptLength,
    ttl: 60 * minute,
    sizeCalculation: (value) => JSON.stringify(value).length,
  });

  constructor(
    private readonly integrations: IntegrationRepository,
    private readonly places: RequestedInstallation,
    private readonly scripts: CallScript,
    private readonly rpc: RpcClient,
  ) {}

  @Handles(contract.getComputedDocument)
  async document({ params, body, principal }: RequestOf<typeof contract.getComputedDocument>) {
    type Answer = Partial<ComputedDocument> & { document?: ComputedDocument };
    const answer = await this.compute<Answer>('content_compute_document', params.spaceId, body, principal);
    const document = answer.document ?? answer;
    if (document.object !== 'document' || !Array.isArray(document.nodes))
      throw new ApiError(502, 'The integration answered no document');
    const keys = keysFrom(body.seed);
    return { object: 'document', data: document.data ?? {}, nodes: document.nodes.map((node) => withKey(node, keys)) };
  }

  @Handles(contract.getComputedRevision)
  async revision({ params, body, principal }: RequestOf<typeof contract.getComputedRevision>) {
    type Answer = Partial<ComputedRevision>;
    const answer = await this.compute<Answer>('content_compute_revision', params.spaceId, body, principal);
    const { pages, files = [], reusableContents = [] } = answer;
    if (![pages, files, reusableContents].every(Array.isArray))
      throw new ApiError(502, 'The integration answered no pages');
    return { pages: pages!, files, reusableContents };
  }

  private async compute<T extends object>(
    type: string,
    spaceId: string,
    { source }: ComputeContent,
    principal: Principal,
  ): Promise<T> {
    const [, name, sourceId] = source.type.split(':');
    const integration = await this.integrations.byName(name!);
    const place = await (integration && !integration.unpublishedAt
      ? this.places.onSpace(principal, integration, spaceId)
      : this.rpc.call(spaces.getSpaceById, { principal, params: { spaceId } }).then(() => undefined));
    const sources = integration?.manifest.contentSources ?? [];
    if (!integration || !place || !sources.some(({ id }) => id === sourceId))
      throw invalid('body.source.type', 'source.type must name a content source of an installed integration');
    const dependencies = await this.resolve(source.dependencies ?? {}, principal);
    const { installation } = place;
    const asked = { spaceId, sourceId, props: source.props, dependencies };
    const key = JSON.stringify([
      integration.id,
      integration.version,
      installation.id,
      installation.version,
      type,
      asked,
    ]);
    const kept = this.kept.get(key);
    if (kept) return kept as T;
    const content = readScriptJson<T>(await this.scripts.ask({ integration, installation }, type, asked));
    this.kept.set(key, content);
    return content;
  }

  /** What each dependency is for the caller, so that nobody is shown what was computed from what they do not see. */
  private async resolve(
    dependencies: Record<string, ContentDependency>,
    principal: Principal,
  ): Promise<Record<string, Resolved>> {
    const entries = Object.entries(dependencies).map(async ([name, { ref }]) => {
      const value = await this.rpc
        .call(spaces.getSpaceById, { principal, params: { spaceId: ref.space } })
        .then(({ id, revision }) => ({ object: 'space' as const, id, revision }))
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.code === 404) return null;
          throw error;
        });
      return [name, { ref, value }] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }
}

/** Keys for blocks, the same for the same seed. */
function* keysFrom(seed: string): Generator<string, never> {
  for (let at = 0; ; at++) yield createHash('sha256').update(`${seed} ${at}`).digest('hex').slice(0, 20);
}

const withKey = (node: Record<string, unknown>, keys: Generator<string, never>): Record<string, unknown> => ({
  key: keys.next().value,
  ...node,
});
