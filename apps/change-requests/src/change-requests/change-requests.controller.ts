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
  isId,
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
    const context = await this.contexts.space(principal, params.spaceId);
    const { page: _page, limit: _limit, ...filter } = query;
    const page = await paginate(query, {
      scope: ['change requests', context.space, filter],
      rows: (after, limit) => this.requests.list([context.space], filter, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.requests.count([context.space], filter),
    });
    return { ...page, items: page.items.map((request) => this.present(request, context)) };
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
    const { spaceId: space } = params;
    // Content would answer a malformed id with another status than 404.
    if (!isId(space)) throw notFound('Space');
    const id = newId();
    // Content checks the caller's access. The branch comes first: without its change request it is swept, but a change request
    // without a branch has no content.
    const { organization } = await this.rpc.call(branches.openBranch, {
      principal,
      body: { space, changeRequest: id },
    });
    const { agentTaskId: agentTask } = body;
    const work =
      agentTask === undefined
        ? undefined
        : await this.taskWork(principal, { organization, space, task: agentTask, changeRequest: id });
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
        await this.outbox.add(changeRequestCreated(request, { organization }, agentTask));
        return this.present(request, { organization });
      }),
    );
  }

  @Handles(contract.getChangeRequestById)
  async get({ params, principal }: RequestOf<typeof contract.getChangeRequestById>) {
    const context = await this.contexts.changeRequest(principal, params.spaceId, params.changeRequestId);
    return this.present(context.changeRequest, context);
  }

  @Handles(contract.updateChangeRequestById)
  async update({ params, body, principal }: RequestOf<typeof contract.updateChangeRequestById>) {
    const context = await this.contexts.changeRequest(principal, params.spaceId, params.changeRequestId);
    const { subject, status } = body;
    const description = body.description && readDocument(body.description, 'body.description');
    requires(context.permissions.edit);
    return this.db.transaction(async () => {
      const request = await this.requests.lock(context.changeRequest);
      if (!request) throw notFound('Change request');
      await this.statuses.check(request, status);
      return this.mutations.run(targetOf(request, context), async () => {
        await this.requests.update(request.id, { subject, description, status });
        const updated = await this.load(context.space, request.id);
        await this.outbox.add(changeRequestUpdated(updated, context));
        return this.present(updated, context);
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
      if (code === 404) throw invalid('body.agentTaskId', 'agentTaskId must be the id of an agent task of the space');
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
