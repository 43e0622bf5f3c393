import { Controller } from '@nestjs/common';
import { changeRequestPermissions } from '@bindery/authorization';
import {
  ApiError,
  branches,
  changeRequestConversations as contract,
  changeRequestRefs,
  notFound,
  requires,
  type AgentConversation,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Mutations, RpcClient, withVersion } from '@bindery/messaging';
import { paginate } from '@bindery/persistence';
import {
  ChangeRequestConversationRepository,
  type ChangeRequestConversationRow,
} from './change-request-conversation.repository';

interface Path {
  spaceId: string;
  changeRequestId: string;
}

/** The conversations of agents in change requests. */
@Controller()
export class ChangeRequestConversationsController {
  constructor(
    private readonly conversations: ChangeRequestConversationRepository,
    private readonly rpc: RpcClient,
    private readonly mutations: Mutations,
  ) {}

  @Handles(contract.listChangeRequestConversations)
  async list({ params, query, principal }: RequestOf<typeof contract.listChangeRequestConversations>) {
    const { changeRequest } = await this.access(principal, params, 'view');
    const page = await paginate(query, {
      scope: ['conversations of a change request', changeRequest],
      rows: (after, limit) => this.conversations.list(changeRequest, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.conversations.count(changeRequest),
    });
    return { ...page, items: page.items.map(present) };
  }

  @Handles(contract.updateChangeRequestConversation)
  async update({ params, body, principal }: RequestOf<typeof contract.updateChangeRequestConversation>) {
    const { changeRequest } = await this.access(principal, params, 'edit');
    const found = await this.conversations.find(changeRequest, params.conversationId);
    if (!found) throw notFound('Conversation');
    return this.mutations.run(targetOf(found), async () => {
      await this.conversations.rename(found, body.title);
      return present((await this.conversations.find(changeRequest, found.id))!);
    });
  }

  @Handles(contract.deleteChangeRequestConversation)
  async remove({ params, principal }: RequestOf<typeof contract.deleteChangeRequestConversation>) {
    const access = await this.access(principal, params, 'edit').catch((error: unknown) => {
      if (ApiError.from(error).code !== 404) throw error;
      return undefined;
    });
    const found = access && (await this.conversations.find(access.changeRequest, params.conversationId));
    if (!found) return;
    await this.mutations.run(targetOf(found), () => this.conversations.remove(found));
  }

  /** The id of a change request that the caller may see or edit. Throws 403, 404. */
  private async access(
    principal: Principal,
    { spaceId: space, changeRequestId }: Path,
    needs: 'view' | 'edit',
  ): Promise<{ changeRequest: string }> {
    const { level } = await this.rpc.call(branches.getSpaceAccess, { principal, body: { space } });
    const body = { space, changeRequest: changeRequestId };
    const { id } = await this.rpc.call(changeRequestRefs.resolveChangeRequest, { principal, body });
    requires(changeRequestPermissions(level)[needs]);
    return { changeRequest: id };
  }
}

const present = ({ id, title, createdAt, updatedAt, version }: ChangeRequestConversationRow): AgentConversation =>
  withVersion(
    {
      object: 'agent-conversation' as const,
      id,
      title,
      shared: true,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    },
    version,
  );

const targetOf = ({ organizationId, changeRequestId, id, version }: ChangeRequestConversationRow) => ({
  organization: organizationId,
  target: { type: 'change-request-conversation', id: changeRequestId },
  version,
  row: { table: 'change_request_conversation', key: { change_request_id: changeRequestId, id } },
});
