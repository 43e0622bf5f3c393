import { Controller, Inject } from '@nestjs/common';
import { spacePermissions } from '@bindery/authorization';
import { fileKeyOf, type ServiceConfig } from '@bindery/config';
import { conflict, imports as contract, notFound, requires, type Principal, type RequestOf } from '@bindery/contracts';
import { JobQueue } from '@bindery/jobs';
import { Handles, Mutations } from '@bindery/messaging';
import { newId } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { signedUrl, Storage } from '@bindery/storage';
import { HiddenContentReader } from '../../revisions/visitor-content/hidden-content';
import { RevisionRepository, type RevisionAccess } from '../../revisions/revisions/revision.repository';
import { ExportSpace } from './export-space';
import { exportJob, type ExportInput, type ExportJob } from './export.job';
import { presentExport } from './export.presenter';

const hour = 60 * 60 * 1000;

/** At least an hour from now, and the same for all requests within an hour, so that the answer stays the same. */
const expiry = () => new Date((Math.ceil(Date.now() / hour) + 1) * hour);

/** A space as a zip file: directly for a small one, and as a job for any size. */
@Controller()
export class ExportsController {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly exportSpace: ExportSpace,
    private readonly hidden: HiddenContentReader,
    private readonly jobs: JobQueue,
    private readonly mutations: Mutations,
    private readonly storage: Storage,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.exportSpace)
  async export({ params, principal }: RequestOf<typeof contract.exportSpace>) {
    const revision = await this.current(principal, params.spaceId);
    return { url: this.urlOf(await this.exportSpace.run(revision)) };
  }

  @Handles(contract.startSpaceExport)
  async start({ params, principal }: RequestOf<typeof contract.startSpaceExport>) {
    const { spaceId: space } = params;
    const revision = await this.current(principal, space);
    const { organizationId, pages, files, reusableContents, settings } = revision;
    const exported = { id: revision.id, organizationId, pages, files, reusableContents, settings };
    const input: ExportInput = { space, revision: exported, user: principal.user };
    const id = newId();
    return this.mutations.run({ organization: organizationId, target: { type: 'export', id } }, async () => {
      await this.jobs.add(exportJob, { id, organizationId, input });
      return presentExport((await this.jobs.find(exportJob, organizationId, id))!, undefined);
    });
  }

  @Handles(contract.getSpaceExport)
  async get({ params, principal }: RequestOf<typeof contract.getSpaceExport>) {
    const { job } = await this.load(principal, params);
    return presentExport(job, await this.fileOf(job));
  }

  @Handles(contract.cancelSpaceExport)
  async cancel({ params, principal }: RequestOf<typeof contract.cancelSpaceExport>) {
    const { job, revision } = await this.load(principal, params);
    const { id, organizationId, input } = job;
    requires(input.user === principal.user || spacePermissions(revision.level).admin);
    return this.mutations.run({ organization: organizationId, target: { type: 'export', id } }, async () => {
      if (!(await this.jobs.cancel(id))) throw conflict('The export has already ended');
      return presentExport((await this.jobs.find(exportJob, organizationId, id))!, undefined);
    });
  }

  /** Throws 404 when the caller may not see the space, 403 when some of its content is hidden from the caller. */
  private async current(principal: Principal, space: string): Promise<RevisionAccess> {
    const revision = await this.revisions.current(principal, space);
    await this.hidden.requireWhole(revision);
    return revision;
  }

  /** An export is only visible to callers who may export the same content. */
  private async load(
    principal: Principal,
    { spaceId, exportRunId }: { spaceId: string; exportRunId: string },
  ): Promise<{ job: ExportJob; revision: RevisionAccess }> {
    const { organizationId } = await this.revisions.current(principal, spaceId);
    const job = await this.jobs.find(exportJob, organizationId, exportRunId);
    if (job?.input.space !== spaceId) throw notFound('Export');
    const revision = await this.revisions.get(principal, spaceId, job.input.revision.id);
    await this.hidden.requireWhole(revision);
    return { job, revision };
  }

  private async fileOf({ state, result }: ExportJob): Promise<string | undefined> {
    if (state !== 'completed' || !result || !(await this.storage.exists(result.key))) return undefined;
    return this.urlOf(result.key);
  }

  private urlOf(key: string): string {
    const grant = { method: 'GET' as const, key, expiresAt: expiry(), contentType: 'application/zip' };
    return signedUrl(this.config.PUBLIC_URL, grant, fileKeyOf(this.config));
  }
}
