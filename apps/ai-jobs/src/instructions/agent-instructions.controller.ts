import { Controller, Inject } from '@nestjs/common';
import { agentPermissions } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import {
  agentInstructions as contract,
  readDocument,
  requires,
  type OrganizationAgentInstructions,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Mutations, withVersion } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { roleIn } from '../organization-access';
import { AgentInstructionsRepository } from './agent-instructions.repository';

@Controller()
export class AgentInstructionsController {
  constructor(
    private readonly instructions: AgentInstructionsRepository,
    private readonly mutations: Mutations,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.getOrganizationAgentInstructions)
  get({ params, principal }: RequestOf<typeof contract.getOrganizationAgentInstructions>) {
    requires(agentPermissions(roleIn(principal, params.organizationId)).view);
    return this.present(params.organizationId);
  }

  @Handles(contract.updateOrganizationAgentInstructions)
  async update({ params, body, principal }: RequestOf<typeof contract.updateOrganizationAgentInstructions>) {
    const { organizationId: organization } = params;
    requires(agentPermissions(roleIn(principal, organization)).admin);
    const instructions = readDocument(body.instructions, 'body.instructions');
    const { version } = await this.instructions.find(organization);
    const target = { type: 'agent-instructions', id: organization };
    return this.mutations.run({ organization, target, version }, async () => {
      await this.instructions.put(organization, instructions, principal.user);
      return this.present(organization);
    });
  }

  private async present(organization: string): Promise<OrganizationAgentInstructions> {
    const { instructions, updatedAt, updatedBy, version } = await this.instructions.find(organization);
    const presented: OrganizationAgentInstructions = {
      object: 'agent-instructions',
      instructions,
      updatedAt: updatedAt.toISOString(),
      updatedBy,
      urls: { location: `${this.config.PUBLIC_URL}/v1/orgs/${organization}/agent-instructions` },
    };
    return withVersion(presented, version);
  }
}
