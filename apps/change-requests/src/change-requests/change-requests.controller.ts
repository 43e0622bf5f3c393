import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  readDocument,
  branches,
  changeRequestCards,
  changeRequestKey,
  changeRequestRefs,
  changeRequests as contract,
  invalid,
  notFound,
  readChangeRequestKey,
  requires,
  spacesWithOwnAccess,
  type ChangeRequest,
  type RequestOf,
  agentTaskWork,
  ApiError,
  type AgentTaskWork,
  type FindAgentTask,
  type Principal,
} from '@bindery/contracts';
import { HandlesBatch, Handles, Mutations, Outbox, RpcClient, type BatchRequest } from '@bindery/messaging';
import { Database, newId, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { SpaceContexts, type SpaceContext } from './space-contexts';
import { changeRequestCreated, changeRequestUpdated } from './change-request.events';
import { presentChangeRequest } from './change-request.presenter';
import { ChangeRequestRepository, type ChangeRequestRow } from './change-request.repository';
import { targetOf } from './change-request.target';
import { StatusChanges } from './status-changes';
import { KeyedMutex } from './keyed-mutex';

@Controller()
export class ChangeRequestsController {
  /** Serialises the creation of change requests in one space. */
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly contexts: SpaceContexts,
    private readonly requests: ChangeRequestRepository,
    private readonly statuses: StatusChanges,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly rpc: RpcClient,
    private readonly db: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.listChangeRequestsForSpace)
  async list({ params, query, principal }: RequestOf<typeof contract.listChangeRequestsForSpace>) {
    const place = await this.contexts.space(principal, params.spaceId);
    const { page: _page, limit: _limit, ...filter } = query;
    const page = await paginate(query, {
      scope: ['change requests', place.space, filter],
      rows: (after, limit) => this.requests.list([place.space], filter, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.requests.count([place.space], filter),
    });
    return { ...page, items: page.items.map((request) => this.present(request, place)) };
  }

  @Handles(contract.listChangeRequestsForOrganization)
  async listAll({ params, query, principal }: RequestOf<typeof contract.listChangeRequestsForOrganization>) {
    const { organizationId: organization } = params;
    if (!principal.organizations[organization]) throw notFound('Organization');
    const { spaces } = await this.rpc.call(spacesWithOwnAccess.listWorkSpaces, { principal, body: { organization } });
    const { page: _page, limit: _limit, ...filter } = query;
    const page = await paginate(query, {
      scope: ['change requests', organization, principal.user, filter],
      rows: (after, limit) => this.requests.list(spaces, filter, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.requests.count(spaces, filter),
    });
    return { ...page, items: page.items.map((request) => this.present(request, { organization })) };
  }

  @Handles(contract.createChangeRequest)
  async create({ params, body, principal }: RequestOf<typeof contract.createChangeRequest>) {
    const place = await this.contexts.space(principal, params.spaceId);
    requires(place.permissions.edit);
    const { space, organization } = place;
    const { agentTaskId: agentTask } = body;
    const work =
      agentTask === undefined ? undefined : await this.taskWork(principal, { organization, space, task: agentTask });
    const id = newId();
    // The branch comes first: one without a change request is swept, the reverse would be one without content.
    await this.rpc.call(branches.openBranch, { principal, body: { space, changeRequest: id } });
    const target = { type: 'change-request', id };
    return this.mutex.run(space, () =>
      this.mutations.run({ organization, target, version: 0 }, async () => {
        const subject = body.subject ?? [...(work?.title ?? '')].slice(0, 100).join('');
        const request = await this.requests.insert({
          id,
          spaceId: space,
          subject,
          createdBy: principal.user,
          description: work?.evidence ?? null,
          conversationsIssuesCluster: work?.cluster ?? null,
        });
        await this.outbox.add(changeRequestCreated(request, place, agentTask));
        return this.present(request, place);
      }),
    );
  }

  @Handles(contract.getChangeRequestById)
  async get({ params, principal }: RequestOf<typeof contract.getChangeRequestById>) {
    const place = await this.contexts.changeRequest(principal, params.spaceId, params.changeRequestId);
    return this.present(place.changeRequest, place);
  }

  @Handles(contract.updateChangeRequestById)
  async update({ params, body, principal }: RequestOf<typeof contract.updateChangeRequestById>) {
    const place = await this.contexts.changeRequest(principal, params.spaceId, params.changeRequestId);
    const { subject, status } = body;
    const description = body.description && readDocument(body.description, 'body.description');
    requires(place.permissions.edit);
    return this.db.transaction(async () => {
      const request = await this.requests.lock(place.changeRequest);
      if (!request) throw notFound('Change request');
      await this.statuses.check(request, status);
      return this.mutations.run(targetOf(request, place), async () => {
        await this.requests.update(request.id, { subject, description, status });
        const updated = await this.load(place.space, request.id);
        await this.outbox.add(changeRequestUpdated(updated, place));
        return this.present(updated, place);
      });
    });
  }

  @Handles(changeRequestRefs.resolveChangeRequest)
  async resolve({ body }: RequestOf<typeof changeRequestRefs.resolveChangeRequest>) {
    const { id, status } = await this.load(body.space, body.changeRequest);
    return { id, status };
  }

  @HandlesBatch(changeRequestCards)
  async cards({ ids }: BatchRequest): Promise<Record<string, ChangeRequest>> {
    const named = ids.map(readChangeRequestKey);
    const found = await this.requests.findAll(named.map(({ changeRequest }) => changeRequest));
    const byId = new Map(found.map((request) => [request.id, request]));
    return Object.fromEntries(
      named.flatMap((name) => {
        const request = byId.get(name.changeRequest);
        return request?.spaceId === name.space ? [[changeRequestKey(name), this.present(request, name)]] : [];
      }),
    );
  }

  /** The content that the change request takes over from its agent task. Throws 400 when it cannot do that task. */
  private async taskWork(principal: Principal, body: FindAgentTask): Promise<AgentTaskWork> {
    return this.rpc.call(agentTaskWork.getAgentTaskWork, { principal, body }).catch((error: unknown) => {
      const { code, message } = ApiError.from(error);
      if (code === 404) throw invalid('body.agentTaskId', 'agentTaskId names no agent task of the space');
      if (code === 409) throw invalid('body.agentTaskId', `agentTaskId: ${message}`);
      throw error;
    });
  }

  private async load(space: string, id: string): Promise<ChangeRequestRow> {
    const request = await this.requests.resolve(space, id);
    if (!request) throw notFound('Change request');
    return request;
  }

  private present(request: ChangeRequestRow, { organization }: Pick<SpaceContext, 'organization'>) {
    return presentChangeRequest(request, organization, this.config.PUBLIC_URL);
  }
}
