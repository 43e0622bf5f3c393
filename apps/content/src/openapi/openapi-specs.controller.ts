import { createHash } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import { openApiSpecPermissions } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import {
  conflict,
  invalid,
  isOpenAPISlug,
  notFound,
  openApiSpecs as contract,
  requires,
  type OpenAPISpec,
  type OpenAPISpecSource,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { JobQueue } from '@bindery/jobs';
import { Handles, Mutations, Outbox } from '@bindery/messaging';
import { Database, newId, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { FileStore } from '../storage/files/file-store';
import { roleIn } from '../catalog/spaces/space.policy';
import { SweepRepository } from '../storage/sweep/sweep.repository';
import { OpenApiAccess } from './openapi-access';
import type { OpenApiSpecEntity } from '../specifications/openapi-spec.entity';
import { OpenApiSpecRepository, type OpenApiSource } from '../specifications/openapi-spec.repository';
import { openApiJob } from '../specifications/openapi.job';
import { openApiSpecCreated, openApiSpecDeleted } from './openapi-spec.events';
import { presentSpec } from './openapi.presenter';

@Controller()
export class OpenApiSpecsController {
  constructor(
    private readonly specs: OpenApiSpecRepository,
    private readonly access: OpenApiAccess,
    private readonly files: FileStore,
    private readonly sweeps: SweepRepository,
    private readonly jobs: JobQueue,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly db: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.listOpenAPISpecs)
  async list({ params, query, principal }: RequestOf<typeof contract.listOpenAPISpecs>) {
    const { organizationId } = params;
    const role = roleIn(principal, organizationId);
    requires(openApiSpecPermissions(role).view);
    const page = await paginate(query, {
      scope: ['openapi', organizationId],
      rows: (after, limit) => this.specs.list(organizationId, after, limit),
      position: ({ slug, id }) => ({ value: slug, id }),
      count: () => this.specs.count(organizationId),
    });
    return { ...page, items: page.items.map((spec) => presentSpec(spec, role, this.config.PUBLIC_URL)) };
  }

  @Handles(contract.getOpenAPISpecBySlug)
  async get({ params, principal }: RequestOf<typeof contract.getOpenAPISpecBySlug>) {
    return this.present(await this.access.get(principal, params), principal);
  }

  @Handles(contract.createOpenAPISpec)
  async create({ params, body, principal }: RequestOf<typeof contract.createOpenAPISpec>) {
    const { organizationId } = params;
    requires(openApiSpecPermissions(roleIn(principal, organizationId)).edit);
    const source = await this.take(organizationId, body.source);
    return this.db.transaction(async () => {
      if (await this.specs.lock(organizationId, body.slug))
        throw conflict(`The slug ${body.slug} belongs to another specification; choose another one`);
      return this.add(principal, organizationId, body.slug, source);
    });
  }

  @Handles(contract.createOrUpdateOpenAPISpecBySlug)
  async put({ params, body, principal }: RequestOf<typeof contract.createOrUpdateOpenAPISpecBySlug>) {
    const { organizationId, specSlug } = params;
    requires(openApiSpecPermissions(roleIn(principal, organizationId)).edit);
    if (!isOpenAPISlug(specSlug))
      throw invalid('specSlug', 'specSlug must be lower-case words with hyphens between them');
    const source = await this.take(organizationId, body.source);
    return this.db.transaction(async () => {
      const spec = await this.specs.lock(organizationId, specSlug);
      if (!spec) return this.add(principal, organizationId, specSlug, source);
      return this.mutations.run(targetOf(spec), async () => {
        await this.specs.replaceSource(spec.id, source);
        return this.processed(principal, spec);
      });
    });
  }

  @Handles(contract.updateOpenAPISpecBySlug)
  async update({ params, body, principal }: RequestOf<typeof contract.updateOpenAPISpecBySlug>) {
    const spec = await this.access.get(principal, params);
    requires(openApiSpecPermissions(roleIn(principal, spec.organizationId)).edit);
    return this.mutations.run(targetOf(spec), async () => {
      await this.specs.setVisibility(spec.id, body.visibility);
      return this.reloaded(principal, spec);
    });
  }

  @Handles(contract.deleteOpenAPISpecBySlug)
  async delete({ params, principal }: RequestOf<typeof contract.deleteOpenAPISpecBySlug>) {
    const spec = await this.access.find(principal, params);
    if (!spec) return;
    requires(openApiSpecPermissions(roleIn(principal, spec.organizationId)).edit);
    await this.mutations.run(targetOf(spec), async () => {
      await this.specs.delete(spec.id);
      await this.outbox.add(openApiSpecDeleted(spec));
      await this.sweeps.request(spec.organizationId);
    });
  }

  private add(principal: Principal, organizationId: string, slug: string, source: OpenApiSource): Promise<OpenAPISpec> {
    const spec = { id: newId(), organizationId, slug };
    return this.mutations.run(targetOf({ ...spec, version: 0 }), async () => {
      await this.specs.insert({ ...spec, ...source });
      await this.outbox.add(openApiSpecCreated({ ...spec, version: 1 }));
      return this.processed(principal, spec);
    });
  }

  /** Queues processing of the source; one waiting job is enough, as it takes the newest source. */
  private async processed(principal: Principal, spec: Pick<OpenApiSpecEntity, 'id' | 'organizationId' | 'slug'>) {
    const { id, organizationId } = spec;
    await this.jobs.add(openApiJob, { organizationId, input: { spec: id }, key: id });
    return this.reloaded(principal, spec);
  }

  private async reloaded(
    principal: Principal,
    { organizationId, slug }: Pick<OpenApiSpecEntity, 'organizationId' | 'slug'>,
  ) {
    const spec = await this.specs.find(organizationId, slug);
    if (!spec) throw notFound('OpenAPI specification');
    return this.present(spec, principal);
  }

  private present(spec: OpenApiSpecEntity, principal: Principal): OpenAPISpec {
    return presentSpec(spec, roleIn(principal, spec.organizationId), this.config.PUBLIC_URL);
  }

  /** Stores the text of a source if there is one. Throws 400 unless there is either a text or an address. */
  private async take(organization: string, { url, text }: OpenAPISpecSource): Promise<OpenApiSource> {
    if ((url === undefined) === (text === undefined))
      throw invalid('body.source', 'source must have either url or text');
    if (text === undefined) return { sourceUrl: plainUrl(url!), sourceText: null };
    const bytes = Buffer.from(text);
    const sourceText = createHash('sha256').update(bytes).digest('hex');
    await this.files.put(organization, sourceText, bytes, 'text/plain');
    return { sourceUrl: null, sourceText };
  }
}

/** Throws 400 for an address with credentials, which every user who sees the specification would see. */
function plainUrl(text: string): string {
  const { href, username, password } = new URL(text);
  if (username || password) throw invalid('body.source.url', 'url must not contain a user name or a password');
  return href;
}

const targetOf = ({ id, organizationId, version }: Pick<OpenApiSpecEntity, 'id' | 'organizationId' | 'version'>) => ({
  organization: organizationId,
  target: { type: 'openapi-spec', id },
  version,
  row: { table: 'openapi_spec', key: { id } },
});
