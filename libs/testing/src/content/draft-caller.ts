import type {
  ApiError,
  ChangedContent,
  ChangeRequest,
  DocumentPage,
  Revision,
  RevisionPage,
  RevisionPages,
} from '@bindery/contracts';
import type { ApiAnswer, ApiRequest } from '../api/api-caller';
import { importFiles } from './imports';
import type { TestOrganization } from '../organization/test-organization';

/** A space with the files as its pages; answers its id and what it holds. */
export async function spaceOf(
  world: TestOrganization,
  files: Record<string, string>,
): Promise<{ space: string; revision: Revision }> {
  const run = await importFiles(world, files);
  const space = run.spaces[0]!.id;
  const revision = await world.api.expect<Revision>('getCurrentRevision', {
    token: world.admin.token,
    params: { spaceId: space },
  });
  return { space, revision };
}

/** A space with a home page, and a guide that has a step below it. */
export async function guideSpace(
  world: TestOrganization,
): Promise<{ space: string; home: RevisionPage; guide: RevisionPage }> {
  const { space, revision } = await spaceOf(world, {
    'README.md': '# Home\n\nA welcome to all.\n\nSee [the guide](guide/README.md).\n',
    'guide/README.md': '# Guide\n\n* one\n* two\n',
    'guide/step.md': '# Step\n\nDo it.\n',
    'SUMMARY.md': '* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Step](guide/step.md)\n',
  });
  const [home, guide] = revision.pages as [RevisionPage, RevisionPage];
  return { space, home, guide };
}

type Params = Record<string, string>;

/** A change request in a space, with the calls of an editor. */
export class DraftCaller {
  constructor(
    private readonly world: TestOrganization,
    readonly params: Params,
    private readonly token: string,
  ) {}

  static async create(world: TestOrganization, space: string, token = world.admin.token): Promise<DraftCaller> {
    const params = { spaceId: space };
    const { id } = await world.api.expect<ChangeRequest>('createChangeRequest', { token, params, body: {} });
    return new DraftCaller(world, { ...params, changeRequestId: id }, token);
  }

  call<T>(operation: string, more: { params?: Params; query?: object; body?: object } = {}): Promise<ApiAnswer<T>> {
    return this.world.api.call<T>(operation, this.request(more));
  }

  expect<T>(operation: string, more: { params?: Params; query?: object; body?: object } = {}): Promise<T> {
    return this.world.api.expect<T>(operation, this.request(more));
  }

  private request(more: { params?: Params; query?: object; body?: object }): ApiRequest {
    const params = { ...this.params, ...more.params };
    return { ...more, query: { ...more.query }, token: this.token, params };
  }

  /** Edits with the detailed answer. */
  edit(...changes: object[]): Promise<ChangedContent> {
    return this.expect('updateChangeRequestContent', { query: { compat: false }, body: { changes } });
  }

  /** The answer to an edit that may be refused. */
  tryEdit(...changes: object[]): Promise<ApiAnswer<{ error: ApiError }>> {
    return this.call('updateChangeRequestContent', { body: { changes } });
  }

  async pages(): Promise<RevisionPage[]> {
    return (await this.expect<RevisionPages>('listPagesInChangeRequest')).pages;
  }

  page(pageId: string, format: 'document' | 'markdown' = 'document'): Promise<DocumentPage> {
    return this.expect('getPageInChangeRequestById', { params: { pageId }, query: { format } });
  }

  async markdown(pageId: string): Promise<string> {
    return (await this.page(pageId, 'markdown')).markdown!;
  }
}

/** The ids of the pages that an edit created, in order. */
export const createdIn = ({ changes }: ChangedContent): string[] =>
  changes.flatMap((outcome) => (outcome.object === 'created_page' ? [outcome.page.id] : []));
