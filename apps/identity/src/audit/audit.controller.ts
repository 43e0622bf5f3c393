import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  agentTools,
  allEndpoints,
  audit as contract,
  invalid,
  isMutation,
  notFound,
  oauthActions,
  operatorActions,
  requires,
  signInActions,
  type AuditEventAction,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { permissionsIn } from '../organizations/organization.policy';
import { presentAuditEvent } from './audit.presenter';
import { AuditRepository } from './audit.repository';

/** The audit log of an organization, for its administrators. */
@Controller()
export class AuditController {
  constructor(
    private readonly audit: AuditRepository,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.listAuditEventsInOrganizationById)
  async list({ params, query, principal }: RequestOf<typeof contract.listAuditEventsInOrganizationById>) {
    const { organizationId } = params;
    this.admit(principal, organizationId);
    const { action, actor, target, from, to } = query;
    if (from && to && Date.parse(from) > Date.parse(to)) throw invalid('query.from', 'from must not be after to');
    const filter = { action, actor, target, from, to };
    const page = await paginate(query, {
      scope: ['audit', organizationId, filter],
      rows: (after, limit) => this.audit.list(organizationId, filter, after, limit),
      position: ({ occurredAt, id }) => ({ value: occurredAt.toISOString(), id }),
      count: () => this.audit.count(organizationId, filter),
    });
    return { ...page, items: page.items.map((event) => presentAuditEvent(event, this.config.PUBLIC_URL)) };
  }

  @Handles(contract.getAuditEventInOrganizationById)
  async get({ params, principal }: RequestOf<typeof contract.getAuditEventInOrganizationById>) {
    this.admit(principal, params.organizationId);
    const event = await this.audit.find(params.organizationId, params.auditEventId);
    if (!event) throw notFound('Audit event');
    return { ...presentAuditEvent(event, this.config.PUBLIC_URL), payload: event.params, token: event.token };
  }

  @Handles(contract.listAuditEventActionsInOrganizationById)
  actions({ params, principal }: RequestOf<typeof contract.listAuditEventActionsInOrganizationById>) {
    this.admit(principal, params.organizationId);
    const operations = allEndpoints()
      // Changes of users to their own account are in no organization's log.
      .filter((endpoint) => isMutation(endpoint) && !endpoint.path.startsWith('/user'))
      .map(({ name, summary }) => [name, summary] as const);
    const readByAgents = agentTools()
      .filter(({ operation }) => !isMutation(operation))
      .map(({ operation: { name, summary } }) => [name, summary] as const);
    const others = Object.entries({ ...signInActions, ...oauthActions, ...operatorActions });
    const items = [...operations, ...readByAgents, ...others]
      .map(([id, title]): AuditEventAction => ({ object: 'audit-event-action', id, title }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    return Promise.resolve({ items, count: items.length });
  }

  private admit(principal: Principal, organization: string): void {
    requires(permissionsIn(principal, organization).admin);
  }
}
