import { call, internal } from '../core/endpoint';
import { Id, MapOf, Text } from '../core/fields';

/** A call of an agent that leaves no other trace. */
export class AgentCall {
  @Id() organization!: string;
  @Text({ max: 100, description: 'The operation that was called.' }) operation!: string;
  @MapOf({ type: 'string' }, (value) => typeof value === 'string' || 'must be a string') params!: Record<
    string,
    string
  >;
}

export class RecordedAgentCall {}

/** Writes what agents read, and what they tried in vain, into the audit log of the organization. Only the gateway asks, for the caller. */
export const agentCalls = internal('identity', {
  recordAgentCall: call({ body: AgentCall, returns: RecordedAgentCall }),
});
