import { Controller } from '@nestjs/common';
import { spaceContent as contract, type Revision, type RequestOf, type RevisionPages } from '@bindery/contracts';
import { Handles, rawAnswer } from '@bindery/messaging';
import { ContentReader } from './content-reader';
import { FileReader } from './file-reader';
import { DocumentReader } from './document-reader';
import { MetaLinks } from './meta-links';
import { RevisionRepository } from './revision.repository';

/** The content of a space's current revision. */
@Controller()
export class ContentController {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly reader: ContentReader,
    private readonly fileReader: FileReader,
    private readonly documents: DocumentReader,
    private readonly links: MetaLinks,
  ) {}

  @Handles(contract.getCurrentRevision)
  async revision({ params, query, principal }: RequestOf<typeof contract.getCurrentRevision>) {
    const revision = await this.revisions.current(principal, params.spaceId);
    return rawAnswer<Revision>(await this.reader.revision(revision, query));
  }

  @Handles(contract.listPages)
  async pages({ params, query, principal }: RequestOf<typeof contract.listPages>) {
    const revision = await this.revisions.current(principal, params.spaceId);
    return rawAnswer<RevisionPages>(await this.reader.pages(revision, query));
  }

  @Handles(contract.listFiles)
  async files({ params, query, principal }: RequestOf<typeof contract.listFiles>) {
    const revision = await this.revisions.current(principal, params.spaceId);
    return this.fileReader.page(revision, query, ['files', revision.space]);
  }

  @Handles(contract.getFileById)
  async file({ params, query, principal }: RequestOf<typeof contract.getFileById>) {
    return this.fileReader.file(await this.revisions.current(principal, params.spaceId), params.fileId, query);
  }

  @Handles(contract.getPageById)
  async page({ params, query, principal }: RequestOf<typeof contract.getPageById>) {
    const revision = await this.revisions.current(principal, params.spaceId);
    return this.reader.page(revision, params.pageId, query.format, query);
  }

  @Handles(contract.listSpacePageMetaLinks)
  async metaLinks({ params, principal }: RequestOf<typeof contract.listSpacePageMetaLinks>) {
    return this.links.of(await this.revisions.current(principal, params.spaceId), params.pageId);
  }

  @Handles(contract.getPageByPath)
  async pageByPath({ params, query, principal }: RequestOf<typeof contract.getPageByPath>) {
    const revision = await this.revisions.current(principal, params.spaceId);
    return this.reader.pageAt(revision, params.pagePath, query.format, query);
  }

  @Handles(contract.getReusableContentById)
  async reusable({ params, query, principal }: RequestOf<typeof contract.getReusableContentById>) {
    const revision = await this.revisions.current(principal, params.spaceId);
    return this.reader.reusableContent(revision, params.reusableContentId, query);
  }

  @Handles(contract.getDocumentById)
  async document({ params, query, principal }: RequestOf<typeof contract.getDocumentById>) {
    return this.documents.byId(await this.revisions.current(principal, params.spaceId), params.documentId, query);
  }
}
