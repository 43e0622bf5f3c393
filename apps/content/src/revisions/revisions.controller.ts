import { Controller } from '@nestjs/common';
import { spaceContent as contract, type Revision, type RequestOf, type RevisionPages } from '@bindery/contracts';
import { Handles, rawAnswer } from '@bindery/messaging';
import { evaluatedFor } from '../evaluation/evaluated-for';
import { ContentReader } from './content-reader';
import { RevisionRepository } from './revision.repository';

/** The content of a named revision. */
@Controller()
export class RevisionsController {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly reader: ContentReader,
  ) {}

  @Handles(contract.getRevisionById)
  async revision({ params, query, principal }: RequestOf<typeof contract.getRevisionById>) {
    const revision = await this.revisions.get(principal, params.spaceId, params.revisionId);
    return rawAnswer<Revision>(await this.reader.revision(revision, query));
  }

  @Handles(contract.listPagesInRevisionById)
  async pages({ params, query, principal }: RequestOf<typeof contract.listPagesInRevisionById>) {
    const revision = await this.revisions.get(principal, params.spaceId, params.revisionId);
    return rawAnswer<RevisionPages>(await this.reader.pages(revision, query));
  }

  @Handles(contract.getPageInRevisionById)
  async page({ params, query, principal }: RequestOf<typeof contract.getPageInRevisionById>) {
    const revision = await this.revisions.get(principal, params.spaceId, params.revisionId);
    return this.reader.page(revision, params.pageId, query.format, evaluatedFor(principal, query));
  }

  @Handles(contract.getPageInRevisionByPath)
  async pageByPath({ params, query, principal }: RequestOf<typeof contract.getPageInRevisionByPath>) {
    const revision = await this.revisions.get(principal, params.spaceId, params.revisionId);
    return this.reader.pageAt(revision, params.pagePath, query.format, evaluatedFor(principal, query));
  }
}
