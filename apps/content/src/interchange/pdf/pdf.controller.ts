import { createHash } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import { fileKeyOf, type ServiceConfig } from '@bindery/config';
import {
  notFound,
  pdf as contract,
  type PdfQuery,
  type PdfUrl,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { JobQueue } from '@bindery/jobs';
import { Handles } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { signedUrl, Storage } from '@bindery/storage';
import { computedPage } from '../../revisions/computed/computed-content';
import { ComputedPages } from '../../revisions/computed/computed-pages';
import { DraftAccess } from '../../drafts/branches/draft-access';
import { RevisionRepository, type RevisionAccess } from '../../revisions/revisions/revision.repository';
import { HiddenContentReader } from '../../revisions/visitor-content/hidden-content';
import { SpaceRepository } from '../../catalog/spaces/space.repository';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { failureKeyOf, pdfJob } from './pdf.job';

const hour = 60 * 60 * 1000;

/** Content as PDF: returns the address at once, and the PDF at that address when it is ready. */
@Controller()
export class PdfController {
  constructor(
    private readonly spaces: SpaceRepository,
    private readonly revisions: RevisionRepository,
    private readonly drafts: DraftAccess,
    private readonly chunks: ChunkRepository,
    private readonly storage: Storage,
    private readonly jobs: JobQueue,
    private readonly hidden: HiddenContentReader,
    private readonly computed: ComputedPages,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.getSpacePdf)
  async space({ params, query, principal }: RequestOf<typeof contract.getSpacePdf>) {
    return this.urlOf(principal, await this.revisions.current(principal, params.spaceId), query);
  }

  @Handles(contract.getChangeRequestPDF)
  async changeRequest({ params, query, principal }: RequestOf<typeof contract.getChangeRequestPDF>) {
    return this.urlOf(principal, await this.drafts.head(principal, params), query);
  }

  private async urlOf(principal: Principal, revision: RevisionAccess, query: PdfQuery): Promise<PdfUrl> {
    await this.hidden.requireWhole(revision);
    const { organizationId: organization, pages, files, reusableContents, variables } = revision;
    const { only = false } = query;
    const reading = { organizationId: organization, space: revision.space, pages };
    const computed = await this.computed.all(reading);
    const page = query.page && (computedPage(computed, query.page)?.id ?? query.page);
    if (page && !computed?.byId.has(page) && !(await this.chunks.map(organization).get(pages, [page])).has(page))
      throw notFound('Page');
    const { title } = (await this.spaces.getActive(principal, revision.space)).space;
    const integrations = await this.computed.fingerprintOf(reading);
    // PDFs of a day expire together, so that none expires just after a user requested it again. With content of scripts, a
    // new one is made each hour, because scripts that were late or failed may have results then.
    const time = new Date()
      .toISOString()
      .slice(0, integrations === undefined ? '2026-01-01'.length : '2026-01-01T00'.length);
    const name = createHash('sha256')
      .update(
        JSON.stringify([
          revision.space,
          pages,
          files,
          reusableContents,
          variables,
          title,
          page,
          only,
          time,
          computed?.fingerprint,
          integrations,
        ]),
      )
      .digest('hex');
    const key = `pdf/${organization}/${name}`;
    if (!(await this.storage.exists(key)) && !(await this.storage.exists(failureKeyOf(key)))) {
      const content = { pages, files, reusableContents, variables };
      const input = { title, organization, space: revision.space, ...content, ...(page && { page }), only, key };
      await this.jobs.add(pdfJob, { organizationId: organization, input, key: name });
    }
    const expiresAt = new Date((Math.ceil(Date.now() / hour) + 1) * hour);
    const grant = { method: 'GET' as const, key, expiresAt, contentType: 'application/pdf' };
    return { url: signedUrl(this.config.PUBLIC_URL, grant, fileKeyOf(this.config)) };
  }
}
