import { call, internal } from '../core/endpoint';
import { Id, isPlainText, MapOf, Text } from '../core/fields';

export const longestFailure = 500;

/** A call of an agent that leaves no other trace. */
export class AgentCall {
  @Id() organization!: string;
  @Text({ max: 100, description: 'The operation that was called.' }) operation!: string;
  @MapOf({ type: 'string' }, (value) => isPlainText(value) || 'must be a text without U+0000') params!: Record<
    string,
    string
  >;
  @Text({ max: longestFailure, optional: true, description: 'The status and message of a failed call.' })
  failure?: string;
}

export class RecordedAgentCall {}

/** Writes what agents read, and what they tried in vain, into the audit log of the organization. Only the gateway asks, for the caller. */
export const agentCalls = internal('identity', {
  recordAgentCall: call({ body: AgentCall, returns: RecordedAgentCall }),
});
