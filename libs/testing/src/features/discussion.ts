import type { ChangeRequest, Comment, CommentReply, DocumentPage } from '@bindery/contracts';
import { type ApiAnswer, type ApiRequest, persist } from '../api/api-caller';
import type { TestUser } from '../organization/test-records';
import type { TestOrganization } from '../organization/test-organization';

/** A space, and members of its organization with each role. */
export interface Discussion {
  space: string;
  /** The pages of the space by title. */
  pages: Record<string, DocumentPage>;
  reviewer: TestUser;
  editor: TestUser;
  commenter: TestUser;
}

export type DiscussionWorld = TestOrganization & Discussion;
/** A member of the organization with each role that takes part in a discussion. */
export const discussionMembers = async ({
  records,
  organization,
}: TestOrganization): Promise<Omit<Discussion, 'space' | 'pages'>> => ({
  reviewer: await records.user({ [organization]: 'review' }),
  editor: await records.user({ [organization]: 'edit' }),
  commenter: await records.user({ [organization]: 'comment' }),
});

/** The parameters of an operation, but the space, and what else its request holds. */
type Posting = [params?: Record<string, string>, request?: Pick<ApiRequest, 'body' | 'query' | 'headers'>];

/** Calls the API as one user about one space. */
export class SpaceClient {
  constructor(
    private readonly world: DiscussionWorld,
    readonly user: TestUser,
    private readonly space = world.space,
  ) {}

  call<T = Record<string, unknown>>(operation: string, ...posting: Posting): Promise<ApiAnswer<T>> {
    return this.world.api.call<T>(operation, this.request(...posting));
  }

  expect<T = Record<string, unknown>>(operation: string, ...posting: Posting): Promise<T> {
    return this.world.api.expect<T>(operation, this.request(...posting));
  }

  persist<T = Record<string, unknown>>(
    operation: string,
    params: Record<string, string>,
    request: { body?: object; key: string },
  ): Promise<ApiAnswer<T>> {
    const headers = { 'idempotency-key': request.key };
    return persist(() => this.call<T>(operation, params, { body: request.body, headers }));
  }

  private request(...[params, request]: Posting): ApiRequest {
    return { token: this.user.token, params: { spaceId: this.space, ...params }, ...request };
  }

  propose(subject = 'A proposal'): Promise<ChangeRequest> {
    return this.expect('createChangeRequest', {}, { body: { subject } });
  }

  comment(markdown: string, about: object = {}): Promise<Comment> {
    return this.expect('postCommentInSpace', {}, { body: { body: { markdown }, ...about } });
  }

  reply(commentId: string, markdown: string): Promise<CommentReply> {
    return this.expect('postCommentReplyInSpace', { commentId }, { body: { body: { markdown } } });
  }
}
