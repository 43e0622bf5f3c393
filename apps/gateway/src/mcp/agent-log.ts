import { Injectable } from '@nestjs/common';
import { agentCalls, longestFailure, spaceCards, type ApiError } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { ForeignObjectLoader } from '../composition/foreign-object-loader';
import { asAgent, withAgent, type AgentCaller } from '../auth/agents';

/** Records reads and failed calls of agents in the audit log of their organization. */
@Injectable()
export class AgentLog {
  constructor(
    private readonly rpc: RpcClient,
    private readonly foreignObjects: ForeignObjectLoader,
  ) {}

  /** A call without an organization of the caller is not recorded, because no user could read the entry. */
  async record(
    { principal, agent }: AgentCaller,
    operation: string,
    params: Record<string, string>,
    failure?: ApiError,
  ): Promise<void> {
    const organization = await this.organizationOf(principal, params);
    if (!organization) return;
    const caller = asAgent(agent, () => withAgent(principal));
    const body = { organization, operation, params, ...(failure && { failure: failureText(failure) }) };
    await this.rpc.call(agentCalls.recordAgentCall, { principal: caller, body });
  }

  private async organizationOf(
    principal: AgentCaller['principal'],
    { organizationId, spaceId }: Record<string, string>,
  ): Promise<string | undefined> {
    const own = Object.keys(principal.organizations);
    if (organizationId !== undefined) return own.find((id) => id === organizationId);
    if (own.length === 1) return own[0];
    const space = spaceId && (await this.foreignObjects.load(spaceCards, [spaceId], principal))[spaceId];
    return space ? own.find((id) => id === space.organization) : undefined;
  }
}

/** The status and the message, which may quote input of the agent, as text that can be stored. */
const failureText = ({ code, message }: ApiError): string =>
  `${code} ${message}`.replaceAll('\0', ' ').slice(0, longestFailure).toWellFormed();
