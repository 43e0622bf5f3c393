import type { Comment, DocumentPage, Page, RevisionPage, RevisionPages } from '@bindery/contracts';
import { spaceOf } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';
import { Agent, agentWith } from './connect';

interface FoundChangeRequest {
  id: string;
  number: number;
  status: string;
  subject: string;
}

/** A space that an agent works on for an editor, and what the editor sees of it through `/v1`. */
export class AgentWorld {
  private constructor(
    readonly world: TestOrganization,
    readonly agent: Agent,
    readonly editor: { id: string; token: string },
    readonly space: string,
  ) {}

  static async create(files: Record<string, string>): Promise<AgentWorld> {
    const world = await createTestOrganization();
    const { space } = await spaceOf(world, files);
    const editor = await world.records.user({ [world.organization]: 'edit' });
    const agent = await agentWith(world.platform.baseUrl, editor.token, { name: 'Scripted agent' });
    return new AgentWorld(world, agent, editor, space);
  }

  /** Reads through `/v1` as the editor. */
  read<T>(operation: string, params: Record<string, string> = {}, query: Record<string, unknown> = {}): Promise<T> {
    const all = { spaceId: this.space, organizationId: this.world.organization, ...params };
    return this.world.api.expect<T>(operation, { token: this.editor.token, params: all, query });
  }

  asAdmin<T>(operation: string, params: Record<string, string>, body?: object): Promise<T> {
    const all = { spaceId: this.space, organizationId: this.world.organization, ...params };
    return this.world.api.expect<T>(operation, { token: this.world.admin.token, params: all, ...(body && { body }) });
  }

  /** The id of a page by its title, as the agent finds it. */
  async pageNamed(title: string): Promise<string> {
    const { pages } = await this.agent.expect<RevisionPages>('list_pages', { spaceId: this.space });
    const found = pages.flatMap(withBelow).find((page) => page.title === title);
    if (!found) throw new Error(`There is no page ${title}`);
    return found.id;
  }

  open(subject: string): Promise<FoundChangeRequest> {
    return this.agent.expect<FoundChangeRequest>('create_change_request', { spaceId: this.space, subject });
  }

  edit(changeRequestId: string, ...changes: object[]) {
    return this.agent.expect('edit_change_request', { spaceId: this.space, changeRequestId, changes });
  }

  /** The Markdown of a page of a change request through `/v1`. */
  async markdownIn(changeRequestId: string, pageId: string): Promise<string> {
    const query = { format: 'markdown' };
    const page = await this.read<{ markdown: string }>(
      'getPageInChangeRequestById',
      { changeRequestId, pageId },
      query,
    );
    return page.markdown;
  }

  async pagesIn(changeRequestId: string): Promise<DocumentPage[]> {
    const { pages } = await this.read<RevisionPages>('listPagesInChangeRequest', { changeRequestId });
    return pages.flatMap(withBelow) as DocumentPage[];
  }

  async commentsIn(changeRequestId: string): Promise<Comment[]> {
    return (await this.read<Page<Comment>>('listCommentsInChangeRequest', { changeRequestId })).items;
  }

  /** The main content as one text: it may not change by what agents do. */
  async main(): Promise<string> {
    const { id } = await this.read<{ id: string }>('getCurrentRevision');
    return id;
  }

  async close(): Promise<void> {
    await this.agent.close();
    await this.world.close();
  }
}

export const withBelow = (page: RevisionPage): RevisionPage[] => [
  page,
  ...('pages' in page ? page.pages.flatMap(withBelow) : []),
];
