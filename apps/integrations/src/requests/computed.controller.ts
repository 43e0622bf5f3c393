import { Controller } from '@nestjs/common';
import {
  ApiError,
  computedContent as contract,
  computedSources,
  invalid,
  notFound,
  sitePages,
  spaces,
  type ComputedDocument,
  type ContentDependency,
  type IntegrationContentSourceRef,
  type Principal,
  type RequestOf,
  type ResolvedDependency,
} from '@bindery/contracts';
import { Handles, RpcClient } from '@bindery/messaging';
import type { Installation } from '../installations/installation.repository';
import type { IntegrationEntity } from '../registry/integration.entity';
import { IntegrationRepository } from '../registry/integration.repository';
import { ComputeWithScript, type AskedSource } from './compute-with-script';
import { RequestedInstallation, type Place } from './requested-installation';

/** Content that integrations compute. */
@Controller()
export class ComputedController {
  constructor(
    private readonly integrations: IntegrationRepository,
    private readonly places: RequestedInstallation,
    private readonly compute: ComputeWithScript,
    private readonly rpc: RpcClient,
  ) {}

  @Handles(contract.getComputedDocument)
  async document({ params, body, principal }: RequestOf<typeof contract.getComputedDocument>) {
    const { spaceId } = params;
    const document = await this.compute.document(await this.asked(spaceId, body.source, principal), body.seed);
    // Blocks may have conditions, and the content service knows the claims of readers.
    const shown = await this.rpc.call(sitePages.showDocument, { principal, body: { space: spaceId, document } });
    return shown.document as ComputedDocument;
  }

  @Handles(contract.getComputedRevision)
  async revision({ params, body, principal }: RequestOf<typeof contract.getComputedRevision>) {
    return this.compute.revision(await this.asked(params.spaceId, body.source, principal));
  }

  @Handles(computedSources.computeSource)
  async source({ body }: RequestOf<typeof computedSources.computeSource>) {
    const { organization, space: spaceId, of, type, props, seed, known } = body;
    const source = await this.sourceOf(type, (found) => found && this.places.ofSpace(found, organization, spaceId));
    if (!source) throw notFound('Content source');
    const dependencies = await this.seenBy(source.installation, body.dependencies);
    const asked = { ...source, spaceId, props, dependencies };
    const version = this.compute.versionOf(asked);
    if (version === known) return { version };
    const content = of === 'document' ? this.compute.document(asked, seed) : this.compute.revision(asked);
    return { version, content: await content.catch(asFailure) };
  }

  private async asked(
    spaceId: string,
    { type, props, dependencies = {} }: IntegrationContentSourceRef,
    principal: Principal,
  ): Promise<AskedSource> {
    const source = await this.sourceOf(type, (integration) =>
      integration
        ? this.places.onSpace(principal, integration, spaceId)
        : this.rpc.call(spaces.getSpaceById, { principal, params: { spaceId } }).then(() => undefined),
    );
    if (!source)
      throw invalid('body.source.type', 'source.type must name a content source of an installed integration');
    return { ...source, spaceId, props, dependencies: await this.resolve(dependencies, principal) };
  }

  /** Undefined where the type names no source, or the integration is not installed there. */
  private async sourceOf(
    type: string,
    placeOf: (integration: IntegrationEntity | undefined) => Promise<Place | undefined> | undefined,
  ): Promise<Pick<AskedSource, 'integration' | 'installation' | 'contentVersion' | 'sourceId'> | undefined> {
    const [, name, sourceId = ''] = type.split(':');
    const found = await this.integrations.byName(name!);
    const integration = found?.unpublishedAt ? undefined : found;
    const place = await placeOf(integration);
    const sources = integration?.manifest.contentSources ?? [];
    if (!integration || !place || !sources.some(({ id }) => id === sourceId)) return undefined;
    return { integration, installation: place.installation, contentVersion: place.contentVersion, sourceId };
  }

  /** Resolves each dependency for the caller, so that no reader sees content computed from hidden objects. */
  private async resolve(
    dependencies: Record<string, ContentDependency>,
    principal: Principal,
  ): Promise<Record<string, ResolvedDependency>> {
    const entries = Object.entries(dependencies).map(async ([name, { ref }]) => {
      const value = await this.rpc
        .call(spaces.getSpaceById, { principal, params: { spaceId: ref.space } })
        .then(({ id, revision }) => ({ object: 'space' as const, id, revision }))
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.code === 404) return null;
          throw error;
        });
      return [name, { ref: { ...ref }, value }] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  /** Dependencies without spaces (also translated ones) that are not selected for the installation. */
  private async seenBy(
    installation: Installation,
    dependencies: Record<string, ResolvedDependency>,
  ): Promise<Record<string, ResolvedDependency>> {
    const entries = Object.entries(dependencies).map(async ([name, { ref, value }]) => {
      const space = value?.object === 'space' ? value.id : value?.space;
      const isSeen = typeof space !== 'string' || (await this.places.has(installation, space));
      return [name, { ref, value: isSeen ? value : null }] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }
}

/** For `catch` of calls without a direct caller: a rejection by the script counts as its failure. */
function asFailure(error: unknown): never {
  const { code, message } = ApiError.from(error);
  throw code < 500 ? new ApiError(502, message) : error;
}
