import { contract, del, get, patch } from '../core/endpoint';
import { Const, Flag, Text, Timestamp } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';

/** The conversation of an agent in a change request. */
export class AgentConversation {
  @Const('agent-conversation') object!: 'agent-conversation';
  @Text({ description: '`default` for that of the agent that does the task of the change request.' }) id!: string;
  @Text({ optional: true }) title?: string;
  @Flag({ description: 'Whether everybody who sees the change request sees it.' }) shared!: boolean;
  @Timestamp() createdAt!: string;
  @Timestamp() updatedAt!: string;
}

class UpdateAgentConversation {
  @Text({ min: 1, max: 500 }) title!: string;
}

const base = '/spaces/:spaceId/change-requests/:changeRequestId/conversations' as const;

export const changeRequestConversations = contract('ai-jobs', 'Change request conversations', {
  listChangeRequestConversations: get(base, {
    summary: 'List what agents did in a change request, the newest first',
    query: PageQuery,
    returns: PageOf(AgentConversation),
  }),
  updateChangeRequestConversation: patch(`${base}/:conversationId`, {
    summary: 'Rename what an agent did in a change request',
    body: UpdateAgentConversation,
    returns: AgentConversation,
    errors: [412],
  }),
  deleteChangeRequestConversation: del(`${base}/:conversationId`, {
    summary: 'Forget what an agent did in a change request, whose content stays',
  }),
});
