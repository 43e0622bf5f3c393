import { Id, Nested, OneOf, Text, Timestamp, Value } from '../core/fields';

const integrationEventStatuses = ['success', 'failed'] as const;
type IntegrationEventStatus = (typeof integrationEventStatuses)[number];
const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The payload of an event to an integration; besides these two fields each type has its own. */
export interface IntegrationEventPayload {
  eventId: string;
  type: string;
  installationId?: string;
  [field: string]: unknown;
}

export class IntegrationEvent {
  @Id() id!: string;
  @Id() integrationId!: string;
  @Id({ optional: true }) installationId?: string;
  @Timestamp() createdAt!: string;
  @Value(
    { type: 'object', properties: { eventId: { type: 'string' }, type: { type: 'string' } } },
    (value) => (typeof value === 'object' && value !== null) || 'must be an object',
  )
  payload!: IntegrationEventPayload;
  @OneOf(integrationEventStatuses, { description: 'The outcome of the last delivery attempt.' })
  status!: IntegrationEventStatus;
}

export class IntegrationEventLog {
  @Text({ optional: true }) message?: string;
  @Timestamp({ optional: true }) timestamp?: string;
  @OneOf(logLevels, { optional: true }) level?: LogLevel;
}

export class IntegrationEventTrace {
  @Nested(() => IntegrationEventLog, { array: true }) logs!: IntegrationEventLog[];
}

export class IntegrationEventDetail {
  @Nested(() => IntegrationEvent) event!: IntegrationEvent;
  @Nested(() => IntegrationEventTrace) trace!: IntegrationEventTrace;
}
