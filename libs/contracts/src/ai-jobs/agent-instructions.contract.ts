import type { Document } from '@bindery/documents';
import { Tree } from '../core/document-tree';
import { contract, get, put } from '../core/endpoint';
import { Const, Nested, Text, Timestamp, Url } from '../core/fields';

class AgentInstructionsUrls {
  @Url() location!: string;
}

export class OrganizationAgentInstructions {
  @Const('agent-instructions') object!: 'agent-instructions';
  @Tree() instructions!: Document;
  @Timestamp() updatedAt!: string;
  @Text({ description: 'The user who wrote them; empty where nobody has.' }) updatedBy!: string;
  @Nested(() => AgentInstructionsUrls) urls!: AgentInstructionsUrls;
}

export class UpdateAgentInstructions {
  @Tree({ description: 'What every agent of the organization is told.' }) instructions!: Document;
}

export const agentInstructions = contract('ai-jobs', 'Organizations', {
  getOrganizationAgentInstructions: get('/orgs/:organizationId/agent-instructions', {
    summary: 'Get the instructions of the agents of an organization',
    returns: OrganizationAgentInstructions,
  }),
  updateOrganizationAgentInstructions: put('/orgs/:organizationId/agent-instructions', {
    summary: 'Replace the instructions of the agents of an organization',
    body: UpdateAgentInstructions,
    returns: OrganizationAgentInstructions,
    errors: [412],
  }),
});
