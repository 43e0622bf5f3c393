import { Controller } from '@nestjs/common';
import {
  changeRequestContent as contract,
  type RequestOf,
  type Revision,
  type RevisionPages,
} from '@bindery/contracts';
import { Handles, rawAnswer } from '@bindery/messaging';
import { ContentReader } from '../../revisions/revisions/content-reader';
import { FileReader } from '../../revisions/revisions/file-reader';
import { MetaLinks } from '../../revisions/revisions/meta-links';
import { DraftAccess } from './draft-access';

/** The content of change requests. */
@Controller()
export class ChangeRequestContentController {
  constructor(
    private readonly drafts: DraftAccess,
    private readonly reader: ContentReader,
    private readonly fileReader: FileReader,
    private readonly links: MetaLinks,
  ) {}

  @Handles(contract.getRevisionOfChangeRequestById)
  async revision({ params, query, principal }: RequestOf<typeof contract.getRevisionOfChangeRequestById>) {
    const revision = await this.drafts.head(principal, params);
    return rawAnswer<Revision>(await this.reader.revision(revision, query));
  }

  @Handles(contract.listPagesInChangeRequest)
  async pages({ params, query, principal }: RequestOf<typeof contract.listPagesInChangeRequest>) {
    const revision = await this.drafts.head(principal, params);
    return rawAnswer<RevisionPages>(await this.reader.pages(revision, query));
  }

  @Handles(contract.listFilesInChangeRequestById)
  async files({ params, query, principal }: RequestOf<typeof contract.listFilesInChangeRequestById>) {
    const revision = await this.drafts.head(principal, params);
    return this.fileReader.page(revision, query, ['draft files', params.spaceId, params.changeRequestId]);
  }

  @Handles(contract.getFileInChangeRequestById)
  async file({ params, query, principal }: RequestOf<typeof contract.getFileInChangeRequestById>) {
    return this.fileReader.file(await this.drafts.head(principal, params), params.fileId, query);
  }

  @Handles(contract.getPageInChangeRequestById)
  async page({ params, query, principal }: RequestOf<typeof contract.getPageInChangeRequestById>) {
    return this.reader.page(await this.drafts.head(principal, params), params.pageId, query.format, query);
  }

  @Handles(contract.listChangeRequestPageMetaLinks)
  async metaLinks({ params, principal }: RequestOf<typeof contract.listChangeRequestPageMetaLinks>) {
    return this.links.of(await this.drafts.head(principal, params), params.pageId);
  }

  @Handles(contract.getPageInChangeRequestByPath)
  async pageByPath({ params, query, principal }: RequestOf<typeof contract.getPageInChangeRequestByPath>) {
    return this.reader.pageAt(await this.drafts.head(principal, params), params.pagePath, query.format, query);
  }

  @Handles(contract.getReusableContentInChangeRequestById)
  async reusable({ params, query, principal }: RequestOf<typeof contract.getReusableContentInChangeRequestById>) {
    return this.reader.reusableContent(await this.drafts.head(principal, params), params.reusableContentId, query);
  }
}
