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
  @Text({ description: 'The id of the user who last changed the instructions. Empty until a user has set them.' })
  updatedBy!: string;
  @Nested(() => AgentInstructionsUrls) urls!: AgentInstructionsUrls;
}

export class UpdateAgentInstructions {
  @Tree({ description: 'The instructions that every agent of the organization gets.' }) instructions!: Document;
}

export const agentInstructions = contract('ai-jobs', 'Organizations', {
  getOrganizationAgentInstructions: get('/orgs/:organizationId/agent-instructions', {
    summary: 'Get the agent instructions of an organization',
    returns: OrganizationAgentInstructions,
  }),
  updateOrganizationAgentInstructions: put('/orgs/:organizationId/agent-instructions', {
    summary: 'Replace the agent instructions of an organization',
    body: UpdateAgentInstructions,
    returns: OrganizationAgentInstructions,
    errors: [412],
  }),
});
