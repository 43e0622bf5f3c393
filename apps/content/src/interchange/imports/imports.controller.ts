import { Controller, Inject } from '@nestjs/common';
import { organizationPermissions, spacePermissions } from '@bindery/authorization';
import { fileKeyOf, type ServiceConfig } from '@bindery/config';
import {
  changeRequestRefs,
  conflict,
  imports as contract,
  invalid,
  notFound,
  requires,
  type ImportTarget,
  type Principal,
  type RequestOf,
  type StartImport,
} from '@bindery/contracts';
import { JobQueue } from '@bindery/jobs';
import { Handles, Mutations, RpcClient } from '@bindery/messaging';
import { newId, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { signedUrl, Storage } from '@bindery/storage';
import { BranchRepository } from '../../drafts/branches/branch.repository';
import { assertOpen, DraftAccess } from '../../drafts/branches/draft-access';
import { LiveEditRules } from '../../drafts/edits/live-edit-rules';
import { uploadedSize, uploadKey } from '../../storage/files/uploads';
import { roleIn } from '../../catalog/spaces/space.policy';
import { importJob, type ImportInput } from './import.job';
import { presentImport } from './import.presenter';

const uploadValidFor = 60 * 60 * 1000;
/** Bytes of uploads from which an import counts as large: two thousand pages of text, compressed. */
const largeFrom = 4 * 1024 * 1024;

@Controller()
export class ImportsController {
  constructor(
    private readonly jobs: JobQueue,
    private readonly branches: BranchRepository,
    private readonly drafts: DraftAccess,
    private readonly rules: LiveEditRules,
    private readonly rpc: RpcClient,
    private readonly storage: Storage,
    private readonly mutations: Mutations,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.createStorageUpload)
  async createUpload({ params, body, principal }: RequestOf<typeof contract.createStorageUpload>) {
    const { organizationId } = params;
    requires(organizationPermissions(roleIn(principal, organizationId)).createContent);
    const id = newId();
    return this.mutations.run({ organization: organizationId, target: { type: 'upload', id } }, async () => {
      const key = uploadKey(organizationId, id);
      const grant = {
        method: 'PUT' as const,
        key,
        expiresAt: new Date(Date.now() + uploadValidFor),
        maxBytes: body.file.size,
      };
      return {
        object: 'storage-signed-url' as const,
        url: signedUrl(this.config.PUBLIC_URL, grant, fileKeyOf(this.config)),
        key,
      };
    });
  }

  @Handles(contract.startImport)
  async start({ params, body, principal }: RequestOf<typeof contract.startImport>) {
    const { organizationId } = params;
    const { space, title } = body.target ?? {};
    const replaced = space
      ? await this.replaced(principal, organizationId, { ...body.target, space })
      : this.nothingReplaced(principal, organizationId, body.target);
    const bytes = await this.checkUploads(organizationId, body.source);
    const id = newId();
    const input: ImportInput = {
      source: body.source,
      ...replaced,
      ...(title && { title }),
      user: principal.user,
      ...(bytes > largeFrom && { large: true }),
    };
    return this.mutations.run({ organization: organizationId, target: { type: 'import', id } }, async () => {
      // Imports into one space run one after the other; one waiting job is enough.
      const added = await this.jobs.add(importJob, { id, organizationId, input, ...(space && { key: space }) });
      if (!added) throw conflict('Another import into this space is waiting to begin');
      return presentImport((await this.jobs.find(importJob, organizationId, id))!);
    });
  }

  @Handles(contract.listImports)
  async list({ params, query, principal }: RequestOf<typeof contract.listImports>) {
    const { organizationId } = params;
    requires(organizationPermissions(roleIn(principal, organizationId)).createContent);
    const page = await paginate(query, {
      scope: ['imports', organizationId],
      rows: (after, limit) => this.jobs.list(importJob, organizationId, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.jobs.count(importJob, organizationId),
    });
    return { ...page, items: page.items.map(presentImport) };
  }

  @Handles(contract.getImport)
  async get({ params, principal }: RequestOf<typeof contract.getImport>) {
    requires(organizationPermissions(roleIn(principal, params.organizationId)).createContent);
    return presentImport(await this.load(params));
  }

  @Handles(contract.cancelImport)
  async cancel({ params, principal }: RequestOf<typeof contract.cancelImport>) {
    requires(organizationPermissions(roleIn(principal, params.organizationId)).createContent);
    const { id, organizationId } = await this.load(params);
    return this.mutations.run({ organization: organizationId, target: { type: 'import', id } }, async () => {
      if (!(await this.jobs.cancel(id))) throw conflict('The import has already ended');
      return presentImport((await this.jobs.find(importJob, organizationId, id))!);
    });
  }

  private nothingReplaced(principal: Principal, organization: string, target: ImportTarget = {}): object {
    for (const name of ['changeRequest', 'page'] as const)
      if (target[name] !== undefined) throw invalid(`body.target.${name}`, `space is required with ${name}`);
    requires(organizationPermissions(roleIn(principal, organization)).createContent);
    return {};
  }

  /** The space, or its change request, whose content the caller may replace. Throws 400, 403, 404, 409. */
  private async replaced(
    principal: Principal,
    organization: string,
    { space: id, changeRequest, page }: ImportTarget & { space: string },
  ): Promise<Pick<ImportInput, 'space' | 'changeRequest'>> {
    if (page !== undefined)
      throw invalid('body.target.page', 'page is not supported: an import replaces the content of a space or a draft');
    const space = await this.branches.space(principal, id);
    if (space.organizationId !== organization) throw notFound('Space');
    requires(spacePermissions(space.level).edit);
    if (changeRequest !== undefined) {
      const { branch } = await this.drafts.get(principal, { spaceId: id, changeRequestId: changeRequest });
      const named = { space: id, changeRequest: branch.id };
      assertOpen(
        branch,
        (await this.rpc.call(changeRequestRefs.resolveChangeRequest, { principal, body: named })).status,
      );
      return named;
    }
    if (space.editMode === 'locked')
      throw conflict('The space is locked; its content can only change through change requests');
    await this.rules.check(space, principal);
    return { space: id };
  }

  private async load({ organizationId, importRunId }: { organizationId: string; importRunId: string }) {
    const job = await this.jobs.find(importJob, organizationId, importRunId);
    if (!job) throw notFound('Import');
    return job;
  }

  /** The bytes of the source; infinite for a repository, whose size is not known yet. */
  private async checkUploads(organization: string, source: StartImport['source']): Promise<number> {
    if (source.type !== 'file') return Infinity;
    let bytes = 0;
    for (const [index, key] of source.files.entries()) {
      const size = await uploadedSize(this.storage, organization, key);
      if (size === undefined)
        throw invalid(`body.source.files[${index}]`, `files[${index}] must be the key of an uploaded file`);
      if (source.files.indexOf(key) < index)
        throw invalid(`body.source.files[${index}]`, `files[${index}] is given twice`);
      bytes += size;
    }
    return bytes;
  }
}
