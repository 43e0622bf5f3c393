import type { ApiRequest } from '@bindery/testing';
import type { TestOrganization } from '../support/test-organization';

type Example = Pick<ApiRequest, 'params' | 'query' | 'body'>;
/** The objects that are only read: a space with a page. */
interface ExampleIds {
  spaceId: string;
  pageId: string;
}

const document = { object: 'document', data: {}, nodes: [] };
const body = { markdown: 'What about this?' };
const asAdmin = ({ admin }: TestOrganization) => ({ token: admin.token });

async function changeRequest(
  world: TestOrganization,
  { spaceId }: ExampleIds,
): Promise<{ spaceId: string; changeRequestId: string }> {
  const request = { ...asAdmin(world), params: { spaceId }, body: { subject: 'A proposal' } };
  const { id } = await world.api.expect<{ id: string }>('createChangeRequest', request);
  return { spaceId, changeRequestId: id };
}

const inChangeRequest = async (world: TestOrganization, known: ExampleIds): Promise<Example> => ({
  params: await changeRequest(world, known),
});

async function review(world: TestOrganization, known: ExampleIds): Promise<{ params: Record<string, string> }> {
  const params = await changeRequest(world, known);
  const request = { ...asAdmin(world), params, body: { status: 'approved', comment: body } };
  const { id } = await world.api.expect<{ id: string }>('submitChangeRequestReview', request);
  return { params: { ...params, reviewId: id } };
}

async function requestedReviewer(
  world: TestOrganization,
  known: ExampleIds,
): Promise<{ params: Record<string, string> }> {
  const params = await changeRequest(world, known);
  const request = { ...asAdmin(world), params, body: { users: [world.reader.id] } };
  await world.api.expect('requestReviewersForChangeRequest', request);
  return { params: { ...params, userId: world.reader.id } };
}

/** Where comments are made: the name's ending of the operations, and the ids of the place. */
const places = {
  InSpace: async (_: TestOrganization, { spaceId }: ExampleIds): Promise<Record<string, string>> => ({ spaceId }),
  InChangeRequest: changeRequest,
};

function commentExamples(ending: keyof typeof places) {
  const place = async (world: TestOrganization, known: ExampleIds) => ({ params: await places[ending](world, known) });
  const comment = async (world: TestOrganization, known: ExampleIds) => {
    const { params } = await place(world, known);
    const request = { ...asAdmin(world), params, body: { body } };
    const { id } = await world.api.expect<{ id: string }>(`postComment${ending}`, request);
    return { params: { ...params, commentId: id } };
  };
  const reply = async (world: TestOrganization, known: ExampleIds) => {
    const { params } = await comment(world, known);
    const request = { ...asAdmin(world), params, body: { body } };
    const { id } = await world.api.expect<{ id: string }>(`postCommentReply${ending}`, request);
    return { params: { ...params, commentReplyId: id } };
  };
  const commented = async (world: TestOrganization, known: ExampleIds) => {
    const { commentId: _, ...params } = (await comment(world, known)).params as Record<string, string>;
    return { params };
  };
  return {
    [`listComments${ending}`]: async (world: TestOrganization, known: ExampleIds) => ({
      ...(await commented(world, known)),
      query: { status: 'open', order: 'asc', format: 'document' },
    }),
    [`postComment${ending}`]: async (world: TestOrganization, known: ExampleIds) => ({
      ...(await place(world, known)),
      body: { body },
    }),
    [`getComment${ending}`]: comment,
    [`updateComment${ending}`]: async (world: TestOrganization, known: ExampleIds) => ({
      ...(await comment(world, known)),
      body: { body: { markdown: 'Or that?' }, resolved: true, addedReactions: ['👍'], removedReactions: ['👎'] },
    }),
    [`deleteComment${ending}`]: comment,
    [`listCommentReplies${ending}`]: async (world: TestOrganization, known: ExampleIds) => {
      const { commentReplyId: _, ...params } = (await reply(world, known)).params as Record<string, string>;
      return { params };
    },
    [`postCommentReply${ending}`]: async (world: TestOrganization, known: ExampleIds) => ({
      ...(await comment(world, known)),
      body: { body },
    }),
    [`getCommentReply${ending}`]: reply,
    [`updateCommentReply${ending}`]: async (world: TestOrganization, known: ExampleIds) => ({
      ...(await reply(world, known)),
      body: { body: { markdown: 'That.' }, addedReactions: ['👍'], removedReactions: ['👎'] },
    }),
    [`deleteCommentReply${ending}`]: reply,
    [`listCommenters${ending}`]: commented,
  };
}

/** For every operation of change requests and comments a call that succeeds for the first organization's administrator. */
export const changeRequestExamples: Record<string, (world: TestOrganization, known: ExampleIds) => Promise<Example>> = {
  ...commentExamples('InSpace'),
  ...commentExamples('InChangeRequest'),
  listChangeRequestsForSpace: async (world, known) => {
    await changeRequest(world, known);
    return { params: { spaceId: known.spaceId }, query: { status: 'draft', creator: world.admin.id } };
  },
  listChangeRequestsForOrganization: async (world, known) => {
    await changeRequest(world, known);
    return { params: { organizationId: world.organization }, query: { status: 'draft' } };
  },
  createChangeRequest: async (_, { spaceId }) => ({ params: { spaceId }, body: { subject: 'A proposal' } }),
  getChangeRequestPDF: inChangeRequest,
  getChangeRequestById: inChangeRequest,
  updateChangeRequestById: async (world, known) => ({
    ...(await inChangeRequest(world, known)),
    body: { subject: 'Another', status: 'open', description: document },
  }),
  getReviewsByChangeRequestId: async (world, known) => {
    const { reviewId: _, ...params } = (await review(world, known)).params;
    return { params, query: { outdated: false } };
  },
  submitChangeRequestReview: async (world, known) => ({
    ...(await inChangeRequest(world, known)),
    body: { status: 'approved', comment: body },
  }),
  getChangeRequestReviewById: review,
  getRequestedReviewersByChangeRequestId: async (world, known) => {
    const { userId: _, ...params } = (await requestedReviewer(world, known)).params;
    return { params };
  },
  requestReviewersForChangeRequest: async (world, known) => ({
    ...(await inChangeRequest(world, known)),
    body: { users: [world.reader.id], subject: 'Please look', description: document },
  }),
  removeRequestedReviewerFromChangeRequest: requestedReviewer,
  getContributorsByChangeRequestId: async (world, known) => {
    const { reviewId: _, ...params } = (await review(world, known)).params;
    return { params };
  },
  mergeChangeRequest: inChangeRequest,
  updateChangeRequest: inChangeRequest,
};
