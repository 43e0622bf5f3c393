import { Controller } from '@nestjs/common';
import {
  readDocument,
  branches,
  ifNotFound,
  notFound,
  requires,
  reviews as contract,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Mutations, Outbox, RpcClient } from '@bindery/messaging';
import { Database, paginate } from '@bindery/persistence';
import { changeRequestUpdated, reviewerRemoved, reviewersRequested } from '../change-requests/change-request.events';
import { ChangeRequestRepository } from '../change-requests/change-request.repository';
import { targetOf } from '../change-requests/change-request.target';
import { requiresActive } from '../change-requests/status-changes';
import { Audience } from '../change-requests/audience';
import { SpaceContexts } from '../change-requests/space-contexts';
import { RequestedReviewerRepository } from './requested-reviewer.repository';
import { presentRequestedReviewer } from './review.presenter';

@Controller()
export class RequestedReviewersController {
  constructor(
    private readonly contexts: SpaceContexts,
    private readonly audience: Audience,
    private readonly requests: ChangeRequestRepository,
    private readonly requested: RequestedReviewerRepository,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly rpc: RpcClient,
    private readonly db: Database,
  ) {}

  @Handles(contract.getRequestedReviewersByChangeRequestId)
  async list({ params, query, principal }: RequestOf<typeof contract.getRequestedReviewersByChangeRequestId>) {
    const { changeRequest } = await this.contexts.changeRequest(principal, params.spaceId, params.changeRequestId);
    const page = await paginate(query, {
      scope: ['requested reviewers', changeRequest.id],
      rows: (after, limit) => this.requested.list(changeRequest.id, after, limit),
      position: ({ user }) => ({ value: user, id: user }),
      count: () => this.requested.count(changeRequest.id),
    });
    return { ...page, items: page.items.map(presentRequestedReviewer) };
  }

  @Handles(contract.requestReviewersForChangeRequest)
  async request({ params, body, principal }: RequestOf<typeof contract.requestReviewersForChangeRequest>) {
    const description = body.description && readDocument(body.description, 'body.description');
    const context = await this.contexts.changeRequest(principal, params.spaceId, params.changeRequestId);
    const { space, permissions, changeRequest } = context;
    requires(permissions.edit);
    const users = [...new Set(body.users)];
    const branch = { space, changeRequest: changeRequest.id };
    const [{ head }] = await Promise.all([
      this.rpc.call(branches.getBranch, { principal, body: branch }),
      this.audience.requireVisible(space, body.users, 'body.users'),
    ]);
    return this.db.transaction(async () => {
      const request = await this.requests.lock(changeRequest);
      if (!request) throw notFound('Change request');
      requiresActive(request);
      return this.mutations.run(targetOf(request, context), async () => {
        const { subject } = body;
        await this.requests.update(request.id, { subject, description, status: 'open' });
        const added = await this.requested.add(request.id, users, principal.user, head);
        const updated = (await this.requests.resolve(space, request.id))!;
        await this.outbox.add(changeRequestUpdated(updated, context));
        await this.outbox.add(reviewersRequested(updated, context, added));
        return { users: (await this.requested.among(request.id, users)).map(presentRequestedReviewer) };
      });
    });
  }

  @Handles(contract.removeRequestedReviewerFromChangeRequest)
  async remove({ params, principal }: RequestOf<typeof contract.removeRequestedReviewerFromChangeRequest>) {
    const { spaceId, changeRequestId, userId } = params;
    const context = await this.contexts.changeRequest(principal, spaceId, changeRequestId).catch(ifNotFound);
    if (!context) return;
    const { changeRequest, permissions } = context;
    // A requested reviewer may decline.
    requires(permissions.edit || userId === principal.user);
    await this.db.transaction(async () => {
      const request = await this.requests.lock(changeRequest);
      if (!request || !(await this.requested.find(request.id, userId))) return;
      await this.mutations.run(targetOf(request, context), async () => {
        await this.requested.remove(request.id, userId);
        const version = await this.requests.update(request.id, {});
        await this.outbox.add(reviewerRemoved({ ...request, version }, context, userId));
      });
    });
  }
}
