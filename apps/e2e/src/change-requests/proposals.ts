import type { ChangeRequest, MergeResult, Space } from '@bindery/contracts';
import { type DiscussionWorld, SpaceClient } from '@bindery/testing';

/** Change requests by which the editor gives pages another text, and which the reviewer merges. */
export class Proposals {
  readonly admin: SpaceClient;
  readonly editor: SpaceClient;
  readonly reviewer: SpaceClient;

  constructor(private readonly world: DiscussionWorld) {
    this.admin = new SpaceClient(world, world.admin);
    this.editor = new SpaceClient(world, world.editor);
    this.reviewer = new SpaceClient(world, world.reviewer);
  }

  /** The page is Home if none is given. */
  async create(markdown: string, page = this.world.pages.Home!.id): Promise<ChangeRequest> {
    const { id } = await this.editor.propose();
    await this.edit(id, markdown, page);
    return this.get(id);
  }

  edit(changeRequestId: string, markdown: string, page = this.world.pages.Home!.id) {
    return this.editor.expect('updateChangeRequestContent', { changeRequestId }, textOfPage(page, markdown));
  }

  get(changeRequestId: string): Promise<ChangeRequest> {
    return this.admin.expect('getChangeRequestById', { changeRequestId });
  }

  merge(changeRequestId: string, by = this.reviewer, headers: Record<string, string> = {}) {
    return by.call<MergeResult>('mergeChangeRequest', { changeRequestId }, { headers });
  }

  /** The revision of the main content. */
  async head(): Promise<string> {
    return (await this.admin.expect<Space>('getSpaceById')).revision;
  }
}

/** A request to change a page's text. */
export const textOfPage = (page: string, markdown: string) => ({
  body: { changes: [{ operation: 'update_page', page, document: { markdown } }] },
});
