import type { ChangeRequest, Comment, CommentReply, DocumentPage } from '@bindery/contracts';
import { type ApiAnswer, type ApiRequest, persist } from '../api/api-caller';
import type { Person } from '../organization/people';
import type { TestOrganization } from '../organization/test-organization';

/** A space, and members of its organization with each role. */
export interface Talk {
  space: string;
  /** The pages of the space by title. */
  pages: Record<string, DocumentPage>;
  reviewer: Person;
  editor: Person;
  commenter: Person;
}

export type TalkWorld = TestOrganization & Talk;
/** A member of the organization with each role that takes part in a talk. */
export const talkers = async ({ people, organization }: TestOrganization): Promise<Omit<Talk, 'space' | 'pages'>> => ({
  reviewer: await people.user({ [organization]: 'review' }),
  editor: await people.user({ [organization]: 'edit' }),
  commenter: await people.user({ [organization]: 'comment' }),
});

/** The parameters of an operation, but the space, and what else its request holds. */
type Posting = [params?: Record<string, string>, request?: Pick<ApiRequest, 'body' | 'query' | 'headers'>];

/** Speaks to the API as one person about one space. */
export class Talker {
  constructor(
    private readonly world: TalkWorld,
    readonly person: Person,
    private readonly space = world.space,
  ) {}

  call<T = Record<string, unknown>>(operation: string, ...said: Posting): Promise<ApiAnswer<T>> {
    return this.world.api.call<T>(operation, this.request(...said));
  }

  expect<T = Record<string, unknown>>(operation: string, ...said: Posting): Promise<T> {
    return this.world.api.expect<T>(operation, this.request(...said));
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
    return { token: this.person.token, params: { spaceId: this.space, ...params }, ...request };
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
