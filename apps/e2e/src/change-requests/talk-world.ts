import type { ChangeRequest, Comment, CommentReply, DocumentPage, RevisionPage } from '@bindery/contracts';
import { type ApiAnswer, type ApiRequest, persist, type Person, spaceOf } from '@bindery/testing';
import {
  startIsolatedPlatform,
  createTestOrganization,
  type IsolatedPlatform,
  type TestOrganization,
} from '../support/test-organization';

// Each file imports a space.
jest.setTimeout(150_000);

/** A space, and members of its organization with each role. */
interface Talk {
  space: string;
  /** The pages of the space by title. */
  pages: Record<string, DocumentPage>;
  reviewer: Person;
  editor: Person;
  commenter: Person;
}

export type TalkWorld = TestOrganization & Talk;
export type OwnTalkWorld = IsolatedPlatform & Talk;

const files = {
  'README.md': '# Home\n\nThe first paragraph.\n\nThe second paragraph.\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n',
  'guide.md': '# Guide\n\nHow to.\n',
  'SUMMARY.md': '* [Home](README.md)\n* [Guide](guide.md)\n',
  '.gitbook/includes/legal.md': '---\ntitle: Legal\n---\n\nAll rights reserved.\n',
};

export const createTalkWorld = async (): Promise<TalkWorld> => withTalk(await createTestOrganization());

/** The same on a platform of its own. */
export const createOwnTalkWorld = async (): Promise<OwnTalkWorld> => withTalk(await startIsolatedPlatform());

async function withTalk<W extends TestOrganization>(world: W): Promise<W & Talk> {
  const { people, organization } = world;
  const { space, revision } = await spaceOf(world, files);
  const found: Record<string, DocumentPage> = {};
  for (const page of revision.pages.flatMap(withChildren)) if (page.type === 'document') found[page.title] = page;
  return {
    ...world,
    space,
    pages: found,
    reviewer: await people.user({ [organization]: 'review' }),
    editor: await people.user({ [organization]: 'edit' }),
    commenter: await people.user({ [organization]: 'comment' }),
  };
}

const withChildren = (page: RevisionPage): RevisionPage[] => [
  page,
  ...('pages' in page ? page.pages.flatMap(withChildren) : []),
];

/** The parameters of an operation, but the space, and what else its request holds. */
type Said = [params?: Record<string, string>, request?: Pick<ApiRequest, 'body' | 'query' | 'headers'>];

/** Speaks to the API as one person about one space. */
export class Talker {
  constructor(
    private readonly world: TalkWorld,
    readonly person: Person,
    private readonly space = world.space,
  ) {}

  call<T = Record<string, unknown>>(operation: string, ...said: Said): Promise<ApiAnswer<T>> {
    return this.world.api.call<T>(operation, this.request(...said));
  }

  expect<T = Record<string, unknown>>(operation: string, ...said: Said): Promise<T> {
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

  private request(...[params, request]: Said): ApiRequest {
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
