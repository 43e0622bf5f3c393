import { Controller } from '@nestjs/common';
import {
  changeRequestLinks as draftContract,
  links as contract,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { DraftAccess, type DraftParams } from '../../drafts/branches/draft-access';
import { HiddenContentReader } from '../../revisions/visitor-content/hidden-content';
import { RevisionRepository } from '../../revisions/revisions/revision.repository';
import { DraftLinks } from './draft-links';
import { LinkLists, type LinkedRevision } from './link-lists';

/** The references of content and to content, in the current revisions of spaces and in drafts of them. */
@Controller()
export class LinksController {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly drafts: DraftAccess,
    private readonly draftLinks: DraftLinks,
    private readonly lists: LinkLists,
    private readonly hidden: HiddenContentReader,
  ) {}

  @Handles(contract.listSpaceLinks)
  async spaceLinks({ params, query, principal }: RequestOf<typeof contract.listSpaceLinks>) {
    return this.lists.usages(await this.current(principal, params.spaceId), query);
  }

  @Handles(contract.listPageLinksInSpace)
  async pageLinks({ params, query, principal }: RequestOf<typeof contract.listPageLinksInSpace>) {
    return this.lists.usages(await this.current(principal, params.spaceId), query, params.pageId);
  }

  @Handles(contract.listSpacePageBacklinks)
  async pageBacklinks({ params, query, principal }: RequestOf<typeof contract.listSpacePageBacklinks>) {
    return this.lists.backlinks(await this.current(principal, params.spaceId), 'page', params.pageId, query);
  }

  @Handles(contract.listSpaceFileBacklinks)
  async fileBacklinks({ params, query, principal }: RequestOf<typeof contract.listSpaceFileBacklinks>) {
    return this.lists.backlinks(await this.current(principal, params.spaceId), 'file', params.fileId, query);
  }

  @Handles(draftContract.listChangeRequestLinks)
  async draftLinksOf({ params, query, principal }: RequestOf<typeof draftContract.listChangeRequestLinks>) {
    return this.lists.usages(await this.draft(principal, params), query);
  }

  @Handles(draftContract.listPageLinksInChangeRequest)
  async draftPageLinks({ params, query, principal }: RequestOf<typeof draftContract.listPageLinksInChangeRequest>) {
    return this.lists.usages(await this.draft(principal, params), query, params.pageId);
  }

  @Handles(draftContract.listChangeRequestPageBacklinks)
  async draftPageBacklinks({
    params,
    query,
    principal,
  }: RequestOf<typeof draftContract.listChangeRequestPageBacklinks>) {
    return this.lists.backlinks(await this.draft(principal, params), 'page', params.pageId, query);
  }

  @Handles(draftContract.listChangeRequestFileBacklinks)
  async draftFileBacklinks({
    params,
    query,
    principal,
  }: RequestOf<typeof draftContract.listChangeRequestFileBacklinks>) {
    return this.lists.backlinks(await this.draft(principal, params), 'file', params.fileId, query);
  }

  private async current(principal: Principal, space: string): Promise<LinkedRevision> {
    const revision = await this.revisions.current(principal, space);
    // Links reveal the content of pages.
    await this.hidden.requireWhole(revision);
    return { principal, revision };
  }

  private async draft(principal: Principal, params: DraftParams): Promise<LinkedRevision> {
    const { space, branch } = await this.drafts.get(principal, params);
    const revision = await this.revisions.get(principal, space.id, branch.head);
    return { principal, revision, draft: { ...(await this.draftLinks.of(revision)), changeRequest: branch.id } };
  }
}
