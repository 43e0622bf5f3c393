import { Foreign, type Batch } from '../core/compose';
import { contract, get } from '../core/endpoint';
import { Const, Id, Int, MapOf, Nested, Text, Timestamp, Url } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { User, userCards, withEmail, type UserCard } from './users.contract';

class AuditTarget {
  @Text({ max: 64 }) type!: string;
  @Text({ max: 128 }) id!: string;
}

class AuditEventUrls {
  @Url() location!: string;
}

/** Only administrators of the organization read its log, so former members are shown with their addresses as well. */
const actors: Batch<UserCard> = { ...userCards, shownTo: withEmail };

export class AuditEvent {
  @Const('audit-event') object!: 'audit-event';
  @Id() id!: string;
  @Text({ max: 100, description: 'The operation that was called.' }) action!: string;
  @Foreign(actors, { optional: true, description: 'The user who called the operation. Omitted if no user did.' })
  actor?: User;
  @Nested(() => AuditTarget) target!: AuditTarget;
  @Timestamp() createdAt!: string;
  @Nested(() => AuditEventUrls) urls!: AuditEventUrls;
}

/** An audit event with the ids of its objects, so that they are known even after deletion. */
export class AuditEventWithPayload extends AuditEvent {
  @MapOf({ type: 'string' }, (value) => typeof value === 'string' || 'must be a string') payload!: Record<
    string,
    string
  >;
  @Text({ max: 64, description: 'The id of the token that was used.' }) token!: string;
}

export class ListAuditEventsQuery extends PageQuery {
  @Text({ max: 100, optional: true }) action?: string;
  @Id({ optional: true, description: 'The id of the user who called the operation.' }) actor?: string;
  @Text({ max: 128, optional: true, description: 'The id of the changed object.' }) target?: string;
  @Timestamp({ optional: true, description: 'Only entries from this time on.' }) from?: string;
  @Timestamp({ optional: true, description: 'Only entries before this time.' }) to?: string;
}

export class AuditEventAction {
  @Const('audit-event-action') object!: 'audit-event-action';
  @Text({ max: 100 }) id!: string;
  @Text({ description: 'A description of the operation.' }) title!: string;
}

export class AuditEventActions {
  @Nested(() => AuditEventAction, { array: true }) items!: AuditEventAction[];
  @Int() count!: number;
}

export const audit = contract('identity', 'Audit', {
  listAuditEventsInOrganizationById: get('/orgs/:organizationId/audit-events', {
    summary: 'List the audit log entries of an organization, newest first',
    query: ListAuditEventsQuery,
    returns: PageOf(AuditEvent),
  }),
  getAuditEventInOrganizationById: get('/orgs/:organizationId/audit-events/:auditEventId', {
    summary: 'Get an audit log entry',
    returns: AuditEventWithPayload,
  }),
  listAuditEventActionsInOrganizationById: get('/orgs/:organizationId/audit-event-actions', {
    summary: 'List the actions that audit log entries can have',
    returns: AuditEventActions,
  }),
});
