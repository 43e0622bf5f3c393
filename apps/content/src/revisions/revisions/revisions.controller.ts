import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  notFound,
  spaceContent as contract,
  type Revision,
  type RequestOf,
  type RevisionPages,
} from '@bindery/contracts';
import { Handles, rawAnswer } from '@bindery/messaging';
import { paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { ContentReader } from './content-reader';
import { FileReader } from './file-reader';
import { DocumentReader } from './document-reader';
import { MetaLinks } from './meta-links';
import { presentListed } from './revision.presenter';
import { RevisionRepository } from './revision.repository';

/** The content of a named revision. */
@Controller()
export class RevisionsController {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly reader: ContentReader,
    private readonly fileReader: FileReader,
    private readonly documents: DocumentReader,
    private readonly links: MetaLinks,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.listRevisions)
  async list({ params, query, principal }: RequestOf<typeof contract.listRevisions>) {
    const current = await this.revisions.current(principal, params.spaceId);
    // Readers of a site see the published content, but not its history.
    if (current.claims) throw notFound('Space');
    const page = await paginate(query, {
      scope: ['revisions', current.space],
      rows: (after, limit) => this.revisions.ofMain(current.space, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.revisions.countOfMain(current.space),
    });
    return { ...page, items: page.items.map((listed) => presentListed(current, listed, this.config.PUBLIC_URL)) };
  }

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

  @Handles(contract.listRevisionPageMetaLinks)
  async metaLinks({ params, principal }: RequestOf<typeof contract.listRevisionPageMetaLinks>) {
    return this.links.of(await this.revisions.get(principal, params.spaceId, params.revisionId), params.pageId);
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
