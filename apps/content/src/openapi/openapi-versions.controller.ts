import { buffer } from 'node:stream/consumers';
import { Controller, Inject } from '@nestjs/common';
import { fileKeyOf, type ServiceConfig } from '@bindery/config';
import {
  notFound,
  openApiFiles as files,
  openApiSpecs as contract,
  type OpenAPIFile,
  type OpenAPISpecContent,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, rawAnswer } from '@bindery/messaging';
import { paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { Storage } from '@bindery/storage';
import { storageKeyOf } from '../storage/files/file-entry';
import { OpenApiAccess } from './openapi-access';
import type { OpenApiSpecEntity } from '../specifications/openapi-spec.entity';
import { OpenApiSpecRepository } from '../specifications/openapi-spec.repository';
import type { OpenApiVersionEntity } from '../specifications/openapi-version.entity';
import { OpenApiVersionRepository } from '../specifications/openapi-version.repository';
import { fileNameOf, presentVersion, publishedUrlOf, sourceUrlOf, type PresentingContext } from './openapi.presenter';

@Controller()
export class OpenApiVersionsController {
  constructor(
    private readonly specs: OpenApiSpecRepository,
    private readonly versions: OpenApiVersionRepository,
    private readonly access: OpenApiAccess,
    private readonly storage: Storage,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.listOpenAPISpecVersions)
  async list({ params, query, principal }: RequestOf<typeof contract.listOpenAPISpecVersions>) {
    const spec = await this.access.get(principal, params);
    const page = await paginate(query, {
      scope: ['openapi versions', spec.id],
      rows: (after, limit) => this.versions.list(spec.id, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.versions.count(spec.id),
    });
    return { ...page, items: page.items.map((version) => presentVersion(spec, version, this.context)) };
  }

  @Handles(contract.getLatestOpenAPISpecVersion)
  async latest({ params, principal }: RequestOf<typeof contract.getLatestOpenAPISpecVersion>) {
    const spec = await this.access.get(principal, params);
    return presentVersion(spec, await this.latestOf(spec), this.context);
  }

  @Handles(contract.getOpenAPISpecVersionById)
  async get({ params, principal }: RequestOf<typeof contract.getOpenAPISpecVersionById>) {
    const spec = await this.access.get(principal, params);
    return presentVersion(spec, await this.find(spec, params.versionId), this.context);
  }

  @Handles(contract.getLatestOpenAPISpecVersionContent)
  async latestContent({ params, principal }: RequestOf<typeof contract.getLatestOpenAPISpecVersionContent>) {
    const spec = await this.access.getReadable(principal, params);
    return this.content(spec, await this.latestOf(spec));
  }

  @Handles(contract.getOpenAPISpecVersionContentById)
  async contentById({ params, principal }: RequestOf<typeof contract.getOpenAPISpecVersionContentById>) {
    const spec = await this.access.get(principal, params);
    return this.content(spec, await this.find(spec, params.versionId));
  }

  @Handles(contract.getLatestOpenAPISpecVersionContentRaw)
  async raw({ params, principal }: RequestOf<typeof contract.getLatestOpenAPISpecVersionContentRaw>) {
    const spec = await this.access.get(principal, params);
    const { key, name } = fileOf(spec, await this.latestOf(spec));
    const stored = await this.storage.get(key);
    if (!stored) throw new Error(`The text ${key} is missing`);
    const text = (await buffer(stored.stream)).toString();
    return { text, format: name.endsWith('.json') ? ('json' as const) : ('yaml' as const) };
  }

  @Handles(files.findPublishedOpenAPI)
  async published({ body }: RequestOf<typeof files.findPublishedOpenAPI>) {
    const spec = await this.specs.findPublished(body.spec);
    if (!spec) throw notFound('OpenAPI specification');
    return fileOf(spec, await this.latestOf(spec));
  }

  private get context(): PresentingContext {
    return { publicUrl: this.config.PUBLIC_URL, secret: fileKeyOf(this.config) };
  }

  private async find({ id }: OpenApiSpecEntity, version: string): Promise<OpenApiVersionEntity> {
    const found = await this.versions.find(id, version);
    if (!found) throw notFound('Version');
    return found;
  }

  private async latestOf(spec: OpenApiSpecEntity): Promise<OpenApiVersionEntity> {
    if (spec.lastVersion === null) throw notFound('Version');
    return this.find(spec, spec.lastVersion);
  }

  /** The files are returned as they are stored, without parsing. */
  private async content(spec: OpenApiSpecEntity, version: OpenApiVersionEntity): Promise<OpenAPISpecContent> {
    const stored = await this.storage.get(storageKeyOf(spec.organizationId, { sha256: version.content }));
    if (!stored) throw new Error(`The content of the version ${version.id} is missing`);
    const url = sourceUrlOf(spec, version, this.context);
    const published = publishedUrlOf(spec, this.config.PUBLIC_URL);
    const urls = { source: spec.sourceUrl ?? url, ...(published && { public: published }) };
    const rest = JSON.stringify({ url, urls }).slice(1);
    return rawAnswer(
      Buffer.concat([Buffer.from('{"filesystem":'), await buffer(stored.stream), Buffer.from(`,${rest}`)]),
    );
  }
}

const fileOf = (spec: OpenApiSpecEntity, version: OpenApiVersionEntity): OpenAPIFile => ({
  key: storageKeyOf(spec.organizationId, { sha256: version.source }),
  name: fileNameOf(spec, version),
});
