import { Controller } from '@nestjs/common';
import { agentCalls as contract, auditEvent, notFound, type AuditRecord, type RequestOf } from '@bindery/contracts';
import { Handles, Outbox } from '@bindery/messaging';
import { Database } from '@bindery/persistence';

/** Stores reads and failed calls of agents in the audit log. Their changes are in the log already, like every change. */
@Controller()
export class AgentCallsController {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
  ) {}

  @Handles(contract.recordAgentCall)
  async record({ body, principal }: RequestOf<typeof contract.recordAgentCall>) {
    const { organization, operation: action, params: named, failure } = body;
    if (!principal.organizations[organization]) throw notFound('Organization');
    const { user: actor, token, agent } = principal;
    const target = targetOf(named, organization);
    const params = { ...named, ...(agent && { agent }), ...(failure !== undefined && { failure }) };
    const record = { action, organization, actor, token, target, params };
    await this.db.transaction(() => this.outbox.add(auditEvent('identity', record, { version: 0 })));
    return {};
  }
}

/** The target of a call: the last parameter of the path, such as `pageId`. */
function targetOf(params: Record<string, string>, organization: string): AuditRecord['target'] {
  const [name, id] = Object.entries(params).at(-1) ?? ['organizationId', organization];
  const type = name.replace(/(Id|Path|Slug)$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return { type, id: id.slice(0, 128) };
}
