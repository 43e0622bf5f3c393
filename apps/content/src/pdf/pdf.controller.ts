import { createHash } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
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
import { DraftAccess } from '../branches/draft-access';
import { RevisionRepository, type RevisionAccess } from '../revisions/revision.repository';
import { PageConditions } from '../readers/page-conditions';
import { SpaceRepository } from '../spaces/space.repository';
import { ChunkRepository } from '../store/chunk.repository';
import { failureKeyOf, pdfJob } from './pdf.job';

const hour = 60 * 60 * 1000;

/** Content as PDF: the address comes at once, what it leads to when it is made. */
@Controller()
export class PdfController {
  constructor(
    private readonly spaces: SpaceRepository,
    private readonly revisions: RevisionRepository,
    private readonly drafts: DraftAccess,
    private readonly chunks: ChunkRepository,
    private readonly storage: Storage,
    private readonly jobs: JobQueue,
    private readonly conditions: PageConditions,
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
    await this.conditions.requireWhole(revision);
    const { organizationId: organization, pages, files } = revision;
    const { page, only = false } = query;
    if (page && !(await this.chunks.map(organization).get(pages, [page])).has(page)) throw notFound('Page');
    const { title } = (await this.spaces.getActive(principal, revision.space)).space;
    // A day's PDFs go together when they are old, so that none goes just after it was asked for again.
    const day = new Date().toISOString().slice(0, 10);
    const name = createHash('sha256')
      .update(JSON.stringify([revision.space, pages, files, title, page, only, day]))
      .digest('hex');
    const key = `pdf/${organization}/${name}`;
    if (!(await this.storage.exists(key)) && !(await this.storage.exists(failureKeyOf(key)))) {
      const input = { title, organization, pages, files, ...(page && { page }), only, key };
      await this.jobs.add(pdfJob, { organizationId: organization, input, key: name });
    }
    const expiresAt = new Date((Math.ceil(Date.now() / hour) + 1) * hour);
    const grant = { method: 'GET' as const, key, expiresAt, contentType: 'application/pdf' };
    return { url: signedUrl(this.config.PUBLIC_URL, grant, this.config.SECRET_KEY) };
  }
}
