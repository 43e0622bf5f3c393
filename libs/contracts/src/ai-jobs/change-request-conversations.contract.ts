import { contract, del, get, patch } from '../core/endpoint';
import { Const, Flag, Text, Timestamp } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';

/** The conversation of an agent in a change request. */
export class AgentConversation {
  @Const('agent-conversation') object!: 'agent-conversation';
  @Text({
    description:
      'The id of the conversation. `default` for the conversation of the agent that works on the task of the change request.',
  })
  id!: string;
  @Text({ optional: true }) title?: string;
  @Flag({ description: 'Whether all users who can see the change request can see the conversation.' }) shared!: boolean;
  @Timestamp() createdAt!: string;
  @Timestamp() updatedAt!: string;
}

class UpdateAgentConversation {
  @Text({ min: 1, max: 500 }) title!: string;
}

const base = '/spaces/:spaceId/change-requests/:changeRequestId/conversations' as const;

export const changeRequestConversations = contract('ai-jobs', 'Change request conversations', {
  listChangeRequestConversations: get(base, {
    summary: 'List the conversations of agents in a change request, newest first',
    query: PageQuery,
    returns: PageOf(AgentConversation),
  }),
  updateChangeRequestConversation: patch(`${base}/:conversationId`, {
    summary: 'Rename a conversation of an agent in a change request',
    body: UpdateAgentConversation,
    returns: AgentConversation,
    errors: [412],
  }),
  deleteChangeRequestConversation: del(`${base}/:conversationId`, {
    summary: 'Delete a conversation of an agent in a change request',
    description: 'The content of the change request stays.',
  }),
});
