import { Controller } from '@nestjs/common';
import { spaceContent as contract, type Revision, type RequestOf, type RevisionPages } from '@bindery/contracts';
import { Handles, rawAnswer } from '@bindery/messaging';
import { ContentReader } from './content-reader';
import { FileReader } from './file-reader';
import { DocumentReader } from './document-reader';
import { RevisionRepository } from './revision.repository';

/** The content of a named revision. */
@Controller()
export class RevisionsController {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly reader: ContentReader,
    private readonly fileReader: FileReader,
    private readonly documents: DocumentReader,
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
    return this.reader.page(revision, params.pageId, query.format, query);
  }

  @Handles(contract.getPageInRevisionByPath)
  async pageByPath({ params, query, principal }: RequestOf<typeof contract.getPageInRevisionByPath>) {
    const revision = await this.revisions.get(principal, params.spaceId, params.revisionId);
    return this.reader.pageAt(revision, params.pagePath, query.format, query);
  }

  @Handles(contract.listFilesInRevisionById)
  async files({ params, query, principal }: RequestOf<typeof contract.listFilesInRevisionById>) {
    const revision = await this.revisions.get(principal, params.spaceId, params.revisionId);
    return this.fileReader.page(revision, query, ['revision files', revision.space, revision.id]);
  }

  @Handles(contract.getFileInRevisionById)
  async file({ params, query, principal }: RequestOf<typeof contract.getFileInRevisionById>) {
    const revision = await this.revisions.get(principal, params.spaceId, params.revisionId);
    return this.fileReader.file(revision, params.fileId, query);
  }

  @Handles(contract.getPageDocumentInRevisionById)
  async pageDocument({ params, query, principal }: RequestOf<typeof contract.getPageDocumentInRevisionById>) {
    const revision = await this.revisions.get(principal, params.spaceId, params.revisionId);
    return this.documents.ofPage(revision, params.pageId, query);
  }

  @Handles(contract.getReusableContentInRevisionById)
  async reusable({ params, query, principal }: RequestOf<typeof contract.getReusableContentInRevisionById>) {
    const revision = await this.revisions.get(principal, params.spaceId, params.revisionId);
    return this.reader.reusableContent(revision, params.reusableContentId, query);
  }

  @Handles(contract.getReusableContentDocumentInRevisionById)
  async reusableDocument({
    params,
    query,
    principal,
  }: RequestOf<typeof contract.getReusableContentDocumentInRevisionById>) {
    const revision = await this.revisions.get(principal, params.spaceId, params.revisionId);
    return this.documents.ofReusableContent(revision, params.reusableContentId, query);
  }
}
